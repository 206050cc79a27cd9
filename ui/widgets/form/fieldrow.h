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
class NameLabel;

// A field with one value: its name, its state, its editor, and what is to be said about it.
class FieldRow final : public FormRowWidget {
    Q_OBJECT
public:
    // With `named`, the name is edited as well.
    FieldRow(FieldEditor::Type type, bool named, QWidget *parent);

    bool suits(const FormRow &row) const override;
    QList<QWidget *> stops() const override;
    QWidget *target() const override;

protected:
    void fill(const RowView &view) override;
    void place() override;

private:
    NameLabel *m_name;
    FieldCell *m_cell;
    look::ColorLabel *m_note;
    ItemButtons *m_buttons;
};

} // namespace sonde::widgets
