// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// Adds further members to the root object.
class MoreRow final : public FormRowWidget {
    Q_OBJECT
public:
    explicit MoreRow(QWidget *parent);

    bool suits(const FormRow &row) const override { return row.type == FormRow::Type::More; }
    QList<QWidget *> stops() const override;
    QWidget *target() const override;

protected:
    void fill(const RowView &view) override;
    void place() override;

private:
    QPushButton *m_add;
    look::ColorLabel *m_words;
};

} // namespace sonde::widgets
