// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/errorcount.h"

#include "models/trace/tracemodel.h"

namespace sonde::app {

ErrorCount::ErrorCount(const models::TraceModel &trace, QObject *parent)
    : QObject(parent)
    , m_trace(trace)
{
    connect(&trace, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { add(first, last); });
}

void ErrorCount::add(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const trace::Record &record = m_trace.record(row);
        const bool toolError =
            record.kind == rpc::Kind::Response && record.state == trace::State::ToolError;
        if (toolError || record.kind == rpc::Kind::ErrorResponse
            || record.kind == rpc::Kind::Invalid || record.problem != rpc::Problem::None)
            ++m_count;
    }
}

} // namespace sonde::app
