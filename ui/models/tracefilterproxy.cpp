// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tracefilterproxy.h"

#include "models/tracetext.h"

#include <QElapsedTimer>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr qint64 kSliceMs = 10; // of the window's time at once
constexpr int kRowsPerLook = 256; // between looks at the clock

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

} // namespace

TraceFilterProxy::TraceFilterProxy(TraceModel &source, QObject *parent)
    : QAbstractProxyModel(parent)
    , m_source(source)
{
    setSourceModel(&source);
    m_more.setSingleShot(true);
    connect(&m_more, &QTimer::timeout, this, &TraceFilterProxy::lookAtMore);
    connect(&source, &QAbstractItemModel::rowsInserted, this, &TraceFilterProxy::lookAtMore);
    connect(&source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&source, &QAbstractItemModel::modelReset, this, [this] {
        m_rows.clear();
        m_seen = 0;
        endResetModel();
        lookAtMore();
    });
    connect(&source, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex &from, const QModelIndex &to) {
            forward(from.row(), to.row(), from.column(), to.column());
        });
    lookAtMore();
}

void TraceFilterProxy::setFilter(const TraceFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    m_stringFits.clear();
    m_streamFits.clear();
    beginResetModel();
    m_rows.clear();
    m_seen = 0;
    endResetModel();
    lookAtMore();
}

bool TraceFilterProxy::isComplete() const
{
    return m_seen == m_source.rowCount();
}

void TraceFilterProxy::lookAtMore()
{
    QElapsedTimer spent;
    spent.start();
    const int end = m_source.rowCount();
    std::vector<int> found;
    while (m_seen < end && spent.elapsed() < kSliceMs) {
        const int stop = std::min(end, m_seen + kRowsPerLook);
        for (; m_seen < stop; ++m_seen) {
            if (accepts(m_source.record(m_seen)))
                found.push_back(m_seen);
        }
    }
    if (!found.empty()) {
        const int row = rowCount();
        beginInsertRows({}, row, row + static_cast<int>(found.size()) - 1);
        m_rows.insert(m_rows.end(), found.begin(), found.end());
        endInsertRows();
    }
    if (m_seen < end)
        m_more.start(0);
    else
        Q_EMIT completed();
}

bool TraceFilterProxy::accepts(const trace::Record &record)
{
    if (m_filter.isEmpty())
        return true;
    if (!m_filter.kinds.testFlag(groupOf(record.kind)))
        return false;
    if (!m_filter.server.isEmpty()) {
        if (m_streamFits.size() <= record.stream)
            m_streamFits.resize(std::size_t(record.stream) + 1, -1);
        signed char &fits = m_streamFits[record.stream];
        if (fits < 0)
            fits = m_source.stream(record.stream).server == m_filter.server;
        if (!fits)
            return false;
    }
    return m_filter.text.isEmpty() || textFits(record);
}

bool TraceFilterProxy::textFits(const trace::Record &record)
{
    if (stringFits(record.method) || stringFits(record.target))
        return true;
    if (!trace::cutId(record).empty())
        return m_source.recorder().idText(record).contains(m_filter.text, Qt::CaseInsensitive);
    return record.target == 0
        && m_source.readTarget(record).contains(m_filter.text, Qt::CaseInsensitive);
}

// Methods and targets are few and each has a number, so each text is compared once.
bool TraceFilterProxy::stringFits(std::uint32_t string)
{
    if (string == 0)
        return false;
    if (m_stringFits.size() <= string)
        m_stringFits.resize(std::size_t(string) + 1, -1);
    signed char &fits = m_stringFits[string];
    if (fits < 0)
        fits = m_source.recorder().string(string).contains(m_filter.text, Qt::CaseInsensitive);
    return fits != 0;
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

QVariant TraceFilterProxy::data(const QModelIndex &index, int role) const
{
    // Without the exchanges there is nothing to be below of.
    if ((role == DepthRole || role == GroupRole) && !m_filter.kinds.testFlag(KindGroup::Http))
        return 0;
    // The time since the row above, which a filter changes.
    const bool delta =
        role == Qt::DisplayRole && index.isValid() && index.column() == TraceModel::DeltaColumn;
    if (!delta)
        return QAbstractProxyModel::data(index, role);
    if (index.row() == 0)
        return QString();
    return deltaText(record(index.row()).steadyNs - record(index.row() - 1).steadyNs);
}

QVariant TraceFilterProxy::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_source.headerData(section, orientation, role);
}

} // namespace sonde::models
