// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/errorcount.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "models/trace/tracemodel.h"
#include "trace/record/iserror.h"

namespace sonde::models {

ErrorCount::ErrorCount(const TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    startAnew();
    connect(&model, &QAbstractItemModel::modelReset, this, &ErrorCount::startAnew);
    connect(&model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { add(first, last); });
    connect(&model, &TraceModel::recordsChanged, this, &ErrorCount::update);
}

QString ErrorCount::text(std::uint64_t count)
{
    return count == 1 ? tr("1 error")
                      : tr("%1 errors", nullptr, pluralNumber(count)).arg(countText(count));
}

void ErrorCount::startAnew()
{
    m_counted.clear();
    if (m_model.rowCount() > 0)
        add(0, m_model.rowCount() - 1);
}

// The trace only appends.
void ErrorCount::add(int first, int last)
{
    m_counted.resize(std::size_t(last) + 1);
    update(first, last);
}

void ErrorCount::update(int first, int last)
{
    const std::uint64_t before = m_count;
    for (int row = first; row <= last; ++row) {
        const bool counts = trace::countsAsError(m_model.record(row));
        const bool counted = m_counted[std::size_t(row)];
        if (counts && !counted)
            ++m_count;
        else if (counted && !counts)
            --m_count;
        m_counted[std::size_t(row)] = counts;
    }
    if (m_count != before)
        Q_EMIT changed();
}

} // namespace sonde::models
