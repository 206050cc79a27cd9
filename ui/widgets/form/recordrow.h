// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/fieldeditor.h"
#include "widgets/form/formrowwidget.h"

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class FieldCell;
class ItemButtons;
class OpenArrow;

// An element of an array of objects as a row of a table: each member has its state and its editor
// under the name of the column. The arrow opens the element as a group, where it can get further
// names. Up and Down go to the same column of the rows around.
class RecordRow final : public FormRowWidget {
    Q_OBJECT
public:
    RecordRow(const FormRow &row, QWidget *parent);

    bool suits(const FormRow &row) const override;
    QList<QWidget *> stops() const override;
    QWidget *target() const override;
    QWidget *targetAt(const QString &pointer) const override;
    QString pointerAt(const QWidget *inside) const override;

protected:
    void fill(const RowView &view) override;
    void place() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void sayWhatIsWrong(const RowView &view);

    OpenArrow *m_arrow;
    look::ColorLabel *m_index;
    std::vector<FieldCell *> m_cells;
    ItemButtons *m_buttons;
    look::ColorLabel *m_note;
    std::shared_ptr<const RecordTable> m_table;
};

} // namespace sonde::widgets
