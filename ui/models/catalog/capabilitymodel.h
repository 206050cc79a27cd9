// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

struct CapabilityRow {
    QString name;
    bool client = false;
    bool server = false;
    QString clientDetail;
    QString serverDetail;
};

// What the two sides said they can do, one row a capability (2025-11-25
// basic/lifecycle#capability-negotiation; 2026-07-28 server/discover). Capabilities that the
// specification knows are listed even when neither side declares them; unknown ones follow.
class CapabilityModel : public RowTable<CapabilityRow> {
    Q_OBJECT
public:
    enum Columns { CapabilityColumn, ClientColumn, ServerColumn, DetailColumn, ColumnCount };
    explicit CapabilityModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setNegotiated(const mcp::Negotiated &negotiated);
    void clear();

protected:
    QVariant cell(const CapabilityRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    static QString detail(const CapabilityRow &row);
};

} // namespace sonde::models
