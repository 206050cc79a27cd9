// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "models/tap/breakpointtext.h"
#include "tap/breakpoint/breakpoint.h"

#include <map>
#include <vector>

namespace sonde::models {

// The breakpoints of a tap in their order: the first one that matches a message acts.
class BreakpointModel : public RowTable<tap::Breakpoint> {
    Q_OBJECT
public:
    enum Columns {
        OnColumn,
        DirectionColumn,
        FilterColumn,
        ActionColumn,
        HitsColumn, // how many messages it has matched in this conversation
        ColumnCount
    };

    explicit BreakpointModel(QObject *parent = nullptr);

    void setClient(TapClient client) { m_client = client; } // before the rows
    // Keeps the selection while the number of rows is the same. `hits` are by number.
    void setBreakpoints(const std::vector<tap::Breakpoint> &breakpoints,
        const std::map<std::uint32_t, std::uint64_t> &hits);

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    // Changes nothing by itself: switched() requests it.
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void switched(int row, bool on);

protected:
    QVariant cell(
        const tap::Breakpoint &breakpoint, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == HitsColumn; }

private:
    QString text(const tap::Breakpoint &breakpoint, int column) const;

    std::map<std::uint32_t, std::uint64_t> m_hits; // by number
    TapClient m_client = TapClient::Host;
};

} // namespace sonde::models
