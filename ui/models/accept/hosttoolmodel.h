// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/hostview.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

// The tools of a server, as a host passes them on to the model.
class HostToolModel : public RowTable<accept::ToolView> {
    Q_OBJECT
public:
    enum Columns { NameColumn, SeenColumn, VerdictColumn, TokensColumn, ColumnCount };

    explicit HostToolModel(QObject *parent = nullptr);

    void setTools(std::vector<accept::ToolView> tools);
    const accept::ToolView &at(int row) const { return this->row(row); }

protected:
    QVariant cell(const accept::ToolView &tool, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == TokensColumn; }

private:
    static QString text(const accept::ToolView &tool, int column);
};

} // namespace sonde::models
