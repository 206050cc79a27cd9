// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

namespace sonde::widgets {

class NameLabel;

// The names above the columns of records. They take no focus: each cell has its accessible name.
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
