// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracefilterproxy.h"

#include "base/formatting.h"
#include "models/signs/tint.h"
#include "models/trace/rowfindings.h"
#include "models/trace/tracetext.h"
#include "trace/record/errorcode.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

namespace sonde::models {

namespace {

constexpr qint64 kSliceMs = 4; // of the window's time at once
constexpr int kRowsPerLook = 256; // between looks at the clock
constexpr int kFirstSlice = 2000; // rows for the background, until the first one was found
constexpr int kSlice = 16'000; // and then

KindGroup groupOf(rpc::Kind kind)
{
    switch (kind) {
    case rpc::Kind::Request:
        return KindGroup::Requests;
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        return KindGroup::Responses;
    case rpc::Kind::Notification:
        return KindGroup::Notifications;
    case rpc::Kind::Invalid:
        return KindGroup::NotAMessage;
    case rpc::Kind::Lifecycle:
        return KindGroup::Lifecycle;
    case rpc::Kind::Exchange:
    case rpc::Kind::Event:
        return KindGroup::Http;
    case rpc::Kind::Stderr:
        return KindGroup::Stderr;
    }
    return KindGroup::All;
}

std::vector<trace::FoundRule> foundRules(const RowFindings *findings, trace::Number number)
{
    std::vector<trace::FoundRule> found;
    if (!findings)
        return found;
    for (const findings::Finding *one : findings->about(number))
        found.push_back({int(one->level), one->requirement->id});
    return found;
}

} // namespace

struct TraceFilterProxy::Slice {
    int to = 0; // rows of the source before it will have been looked at
    std::vector<int> fresh; // rows of the source
    std::vector<int> changed;
    std::vector<trace::FilterRow> rows; // of both
};

struct TraceFilterProxy::Outcome {
    Slice slice;
    std::vector<bool> fits;
};

TraceFilterProxy::TraceFilterProxy(TraceModel &source, QObject *parent)
    : QAbstractProxyModel(parent)
    , m_source(source)
    , m_job(this, BackgroundJob::Ending::Join)
    , m_colours(source.store())
{
    setSourceModel(&source);
    m_more.setSingleShot(true);
    connect(&m_more, &QTimer::timeout, this, &TraceFilterProxy::lookAtMore);
    connect(&source, &QAbstractItemModel::rowsInserted, this, &TraceFilterProxy::lookAtMore);
    connect(&source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&source, &QAbstractItemModel::modelReset, this, [this] {
        m_colours.forgetAll();
        restart();
        endResetModel();
        lookAtMore();
    });
    connect(&source, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex &from, const QModelIndex &to) {
            forward(from.row(), to.row(), from.column(), to.column());
        });
    connect(&source, &TraceModel::recordsChanged, this, &TraceFilterProxy::recordsChanged);
    lookAtMore();
}

void TraceFilterProxy::setFilter(const TraceFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    beginResetModel();
    restart();
    endResetModel();
    lookAtMore();
}

void TraceFilterProxy::restart()
{
    m_job.stop();
    m_looking = false;
    m_rows.clear();
    m_changed.clear();
    m_streamFits.clear();
    m_seen = 0;
    const trace::Filter &conditions = m_filter.conditions;
    m_run.reset();
    m_backgroundRun.reset();
    if (conditions.readsText())
        m_backgroundRun = std::make_shared<trace::FilterRun>(conditions, m_source.store());
    else if (!conditions.isEmpty())
        m_run = std::make_unique<trace::FilterRun>(conditions, m_source.store());
}

bool TraceFilterProxy::isComplete() const
{
    return m_seen == m_source.rowCount() && m_changed.empty() && !m_looking;
}

void TraceFilterProxy::lookAtMore()
{
    if (m_backgroundRun)
        lookInBackground();
    else
        lookHere();
}

void TraceFilterProxy::lookHere()
{
    QElapsedTimer spent;
    spent.start();
    const int end = m_source.rowCount();
    std::vector<int> found;
    while (m_seen < end && spent.elapsed() < kSliceMs) {
        const int stop = std::min(end, m_seen + kRowsPerLook);
        for (; m_seen < stop; ++m_seen) {
            if (accepts(m_seen))
                found.push_back(m_seen);
        }
    }
    append(found);
    if (m_seen < end)
        m_more.start(0);
    else
        Q_EMIT completed();
}

void TraceFilterProxy::lookInBackground()
{
    if (m_looking)
        return;
    Slice slice;
    slice.to = std::min(m_source.rowCount(), m_seen + (m_rows.empty() ? kFirstSlice : kSlice));
    for (int row = m_seen; row < slice.to; ++row) {
        if (passes(m_source.record(row)))
            slice.fresh.push_back(row);
    }
    std::swap(slice.changed, m_changed);
    std::erase_if(slice.changed, [this](int row) { return row >= m_source.rowCount(); });
    if (slice.to == m_seen && slice.changed.empty()) {
        Q_EMIT completed();
        return;
    }
    slice.rows.reserve(slice.fresh.size() + slice.changed.size());
    for (const auto *rows : {&slice.fresh, &slice.changed}) {
        for (const int row : *rows)
            slice.rows.push_back(rowAt(row));
    }
    m_looking = true;
    m_job.start<Outcome>(
        [slice, run = m_backgroundRun](const std::stop_token &stop) {
            Outcome outcome{slice, {}};
            outcome.fits.resize(slice.rows.size());
            for (std::size_t i = 0; i < slice.rows.size() && !stop.stop_requested(); ++i)
                outcome.fits[i] = run->fits(slice.rows[i]);
            return outcome;
        },
        [this](const Outcome &outcome) { take(outcome); });
}

void TraceFilterProxy::take(const Outcome &outcome)
{
    m_looking = false;
    const Slice &slice = outcome.slice;
    for (std::size_t i = 0; i < slice.changed.size(); ++i) {
        const int row = slice.changed[i];
        const bool fits = outcome.fits[slice.fresh.size() + i] && passes(m_source.record(row));
        replace(row, row, fits ? std::vector{row} : std::vector<int>());
    }
    std::vector<int> found;
    for (std::size_t i = 0; i < slice.fresh.size(); ++i) {
        if (outcome.fits[i])
            found.push_back(slice.fresh[i]);
    }
    m_seen = slice.to;
    append(found);
    lookInBackground();
}

void TraceFilterProxy::append(const std::vector<int> &found)
{
    if (found.empty())
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row + static_cast<int>(found.size()) - 1);
    m_rows.insert(m_rows.end(), found.begin(), found.end());
    endInsertRows();
}

// What was found out later may let a row in, or send it away.
void TraceFilterProxy::recordsChanged(int from, int to)
{
    if (!m_colours.isEmpty()) {
        for (int row = from; row <= to; ++row)
            m_colours.forget(m_source.number(row));
    }
    if (!m_run && !m_backgroundRun)
        return;
    to = std::min(to, m_seen - 1);
    if (from > to)
        return;
    if (!m_backgroundRun) {
        std::vector<int> fitting;
        for (int row = from; row <= to; ++row) {
            if (accepts(row))
                fitting.push_back(row);
        }
        replace(from, to, fitting);
        return;
    }
    for (int row = from; row <= to; ++row)
        m_changed.push_back(row);
    lookInBackground();
}

void TraceFilterProxy::replace(int from, int to, const std::vector<int> &fitting)
{
    const auto begin = std::lower_bound(m_rows.begin(), m_rows.end(), from);
    const auto end = std::upper_bound(begin, m_rows.end(), to);
    if (std::equal(begin, end, fitting.begin(), fitting.end()))
        return;
    const auto first = static_cast<int>(begin - m_rows.begin());
    // From the end, so that the places before stay what they are.
    for (auto row = first + static_cast<int>(end - begin) - 1; row >= first; --row) {
        if (std::binary_search(fitting.begin(), fitting.end(), m_rows[std::size_t(row)]))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    int row = first;
    for (const int source : fitting) {
        if (std::size_t(row) >= m_rows.size() || m_rows[std::size_t(row)] != source) {
            beginInsertRows({}, row, row);
            m_rows.insert(m_rows.begin() + row, source);
            endInsertRows();
        }
        ++row;
    }
}

bool TraceFilterProxy::passes(const trace::Record &record)
{
    if (m_filter.kinds != KindGroup::All && !m_filter.kinds.testFlag(groupOf(record.kind)))
        return false;
    if (m_filter.server.isEmpty())
        return true;
    if (m_streamFits.size() <= record.stream)
        m_streamFits.resize(std::size_t(record.stream) + 1, -1);
    signed char &fits = m_streamFits[record.stream];
    if (fits < 0)
        fits = m_source.stream(record.stream).server == m_filter.server;
    return fits != 0;
}

bool TraceFilterProxy::accepts(int row)
{
    return passes(m_source.record(row)) && (!m_run || m_run->fits(rowAt(row)));
}

trace::FilterRow TraceFilterProxy::rowAt(int row) const
{
    const trace::Record &record = m_source.record(row);
    const int at = record.pair == 0 ? -1 : m_source.rowOf(record.pair);
    const trace::Record *pair = at < 0 ? nullptr : &m_source.record(at);
    return {m_source.number(row), record, m_source.durationNs(row), trace::askedOf(record, pair),
        m_source.isAutomatic(row), trace::oddErrorOf(record, pair),
        foundRules(m_source.findings(), m_source.number(row))};
}

void TraceFilterProxy::forward(int from, int to, int firstColumn, int lastColumn)
{
    const auto first = std::lower_bound(m_rows.begin(), m_rows.end(), from);
    const auto last = std::upper_bound(first, m_rows.end(), to);
    if (first == last)
        return;
    const auto row = static_cast<int>(first - m_rows.begin());
    const auto end = static_cast<int>(last - m_rows.begin()) - 1;
    Q_EMIT dataChanged(index(row, firstColumn), index(end, lastColumn));
}

int TraceFilterProxy::rowOf(trace::Number number) const
{
    const int source = m_source.rowOf(number);
    const auto it = std::lower_bound(m_rows.begin(), m_rows.end(), source);
    if (source < 0 || it == m_rows.end() || *it != source)
        return -1;
    return static_cast<int>(it - m_rows.begin());
}

QModelIndex TraceFilterProxy::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex TraceFilterProxy::parent(const QModelIndex &) const
{
    return {};
}

QModelIndex TraceFilterProxy::sibling(int row, int column, const QModelIndex &) const
{
    return index(row, column);
}

int TraceFilterProxy::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TraceFilterProxy::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : TraceModel::ColumnCount;
}

QModelIndex TraceFilterProxy::mapToSource(const QModelIndex &proxy) const
{
    if (!proxy.isValid())
        return {};
    return m_source.index(m_rows[std::size_t(proxy.row())], proxy.column());
}

QModelIndex TraceFilterProxy::mapFromSource(const QModelIndex &source) const
{
    if (!source.isValid())
        return {};
    const int row = rowOf(m_source.number(source.row()));
    return row < 0 ? QModelIndex() : index(row, source.column());
}

void TraceFilterProxy::setColourRules(const std::vector<ColourRule> &rules)
{
    m_colours.setRules(rules);
    repaint(0, columnCount() - 1);
}

void TraceFilterProxy::setTimeReference(trace::Number number)
{
    m_reference = number;
    repaint(TraceModel::TimeColumn, TraceModel::TimeColumn);
}

void TraceFilterProxy::repaint(int firstColumn, int lastColumn)
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, firstColumn), index(rowCount() - 1, lastColumn));
}

QVariant TraceFilterProxy::timeFromReference(int row) const
{
    const int reference = m_source.rowOf(m_reference);
    if (reference < 0)
        return {};
    return signedDurationText(
        std::chrono::nanoseconds(record(row).steadyNs - m_source.record(reference).steadyNs));
}

QVariant TraceFilterProxy::colour(int row, int role) const
{
    const ColourRule *rule = m_colours.ruleOf(rowAt(m_rows[std::size_t(row)]));
    if (!rule)
        return {};
    return role == TintRole ? QVariant(static_cast<int>(rule->tone))
                            : QVariant(QStringLiteral("%1: %2").arg(rule->name, rule->text));
}

QVariant TraceFilterProxy::data(const QModelIndex &index, int role) const
{
    if (role == TintRole && index.isValid())
        return colour(index.row(), role);
    // The rule in words, for who asks and for who does not see the tint.
    const bool isNumber = index.isValid() && index.column() == TraceModel::NumberColumn;
    if (isNumber && (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)) {
        if (QVariant rule = colour(index.row(), role); rule.isValid())
            return rule;
    }
    if (role == Qt::DisplayRole && m_reference != 0 && index.isValid()
        && index.column() == TraceModel::TimeColumn) {
        if (QVariant time = timeFromReference(index.row()); time.isValid())
            return time;
    }
    // Without the exchanges there is nothing to be below of.
    if ((role == DepthRole || role == GroupRole) && !m_filter.kinds.testFlag(KindGroup::Http))
        return 0;
    // The time since the row above, which a filter changes.
    const bool isDelta = index.isValid() && index.column() == TraceModel::DeltaColumn
        && (role == Qt::DisplayRole || role == Qt::ToolTipRole
            || role == Qt::AccessibleDescriptionRole);
    if (!isDelta)
        return QAbstractProxyModel::data(index, role);
    if (index.row() == 0)
        return QString();
    const auto delta = record(index.row()).steadyNs - record(index.row() - 1).steadyNs;
    return role == Qt::DisplayRole ? signedDurationText(std::chrono::nanoseconds(delta))
                                   : TraceCells::whyNegative(delta);
}

QVariant TraceFilterProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section == m_untitled && orientation == Qt::Horizontal) {
        if (role == Qt::DisplayRole)
            return QString();
        if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
            return m_source.headerData(section, orientation, Qt::DisplayRole);
    }
    return m_source.headerData(section, orientation, role);
}

void TraceFilterProxy::setUntitled(int column)
{
    const int before = std::exchange(m_untitled, column);
    for (const int changed : {before, column}) {
        if (before != column && changed >= 0)
            Q_EMIT headerDataChanged(Qt::Horizontal, changed, changed);
    }
}

} // namespace sonde::models
