// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

namespace sonde::widgets {

class NameLabel;

// The names over the columns of records. Nothing here takes the focus: each cell says its name.
class HeadsRow final : public FormRowWidget {
    Q_OBJECT
public:
    using FormRowWidget::FormRowWidget;

    bool suits(const FormRow &row) const override { return row.type == FormRow::Type::Heads; }
    QList<QWidget *> stops() const override { return {}; }
    QWidget *target() const override { return nullptr; }

protected:
    void fill(const RowView &view) override;
    void place() override;

private:
    std::vector<NameLabel *> m_names;
    std::shared_ptr<const RecordTable> m_table;
};

} // namespace sonde::widgets
