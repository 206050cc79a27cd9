// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timelanes.h"

#include "models/tracetext.h"

#include "json/document.h"

#include <QIODevice>

#include <algorithm>
#include <utility>

namespace sonde::models {

using trace::Number;
using trace::Record;
using trace::State;

TimeLanes::TimeLanes(TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    connect(&model, &QAbstractItemModel::modelReset, this, &TimeLanes::startAnew);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &TimeLanes::takeIn);
    connect(&model, &TraceModel::taken, this, &TimeLanes::spansChanged);
    startAnew();
}

void TimeLanes::startAnew()
{
    m_servers.clear();
    m_lanes.clear();
    m_ordered.clear();
    m_byKey.clear();
    m_callLanes.clear();
    m_cancels.clear();
    m_begin = 0;
    m_end = 0;
    m_taken = 0;
    takeIn();
    Q_EMIT lanesChanged();
}

void TimeLanes::takeIn()
{
    const std::size_t lanes = m_lanes.size();
    const int rows = m_model.rowCount();
    const int end = std::min(rows, m_taken + kBatch);
    for (; m_taken < end; ++m_taken)
        add(m_model.number(m_taken), m_model.record(m_taken));
    if (m_taken < rows && !std::exchange(m_more, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_more = false;
                takeIn();
            },
            Qt::QueuedConnection);
    }
    if (m_lanes.size() != lanes) {
        order();
        Q_EMIT lanesChanged();
    }
    Q_EMIT spansChanged();
}

TimeLanes::Kind TimeLanes::kindOf(const Record &record)
{
    switch (record.kind) {
    case rpc::Kind::Exchange:
        return Kind::Exchanges;
    case rpc::Kind::Notification:
    case rpc::Kind::Event:
        return Kind::Notifications;
    case rpc::Kind::Stderr:
        return Kind::Stderr;
    case rpc::Kind::Lifecycle:
        return Kind::Lifecycle;
    case rpc::Kind::Invalid:
        return Kind::Stray;
    case rpc::Kind::Request:
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        break;
    }
    return Kind::Calls;
}

void TimeLanes::add(Number number, const Record &record)
{
    if (m_begin == 0) {
        m_begin = record.steadyNs;
        m_wallBeyondSteady = record.wallNs - record.steadyNs;
    }
    m_end = std::max({m_end, record.steadyNs, trace::endOf(record)});
    const bool answer =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (answer && record.pair != 0)
        return; // it is the end of its request's span
    if (record.kind == rpc::Kind::Notification
        && m_model.store().string(record.method) == u"notifications/cancelled")
        noteCancel(record);

    int server = serverOf(record);
    if (server < 0) {
        server = int(m_servers.size());
        m_servers << m_model.stream(record.stream).server;
        m_callLanes.push_back(0);
        auto heading = std::make_unique<Lane>();
        heading->kind = Kind::Server;
        heading->server = server;
        heading->title = m_servers.back();
        m_lanes.push_back(std::move(heading));
    }
    const Key key = keyOf(record, server);
    Lane *lane = m_byKey.value(key);
    if (!lane)
        lane = makeLane(record, key);
    if (lane->numbers.size() % kBlock == 0)
        lane->blocks.push_back({record.steadyNs, record.steadyNs});
    lane->rows.push_back(std::uint8_t(rowFor(*lane, record)));
    lane->lastOf[lane->rows.back()] = number;
    lane->numbers.push_back(number);
}

int TimeLanes::serverOf(const Record &record) const
{
    return int(m_servers.indexOf(m_model.stream(record.stream).server));
}

TimeLanes::Key TimeLanes::keyOf(const Record &record, int server) const
{
    const Key rest{server, kindOf(record)};
    if (rest.kind != Kind::Calls)
        return rest;
    const Key call{server, rest.kind, record.channel, record.method, record.target};
    const bool full = m_callLanes[std::size_t(server)] >= kMaxCallLanes;
    return full && !m_byKey.contains(call) ? rest : call;
}

TimeLanes::Lane *TimeLanes::makeLane(const Record &record, const Key &key)
{
    auto lane = std::make_unique<Lane>();
    lane->kind = key.kind;
    lane->server = key.server;
    std::size_t &calls = m_callLanes[std::size_t(key.server)];
    const bool call = key.kind == Kind::Calls;
    lane->title = call && calls >= kMaxCallLanes ? tr("further calls") : titleOf(record, key.kind);
    if (call)
        ++calls;
    Lane *made = lane.get();
    m_byKey.insert(key, made);
    m_lanes.push_back(std::move(lane));
    return made;
}

QString TimeLanes::titleOf(const Record &record, Kind kind) const
{
    switch (kind) {
    case Kind::Exchanges:
        return tr("HTTP exchanges");
    case Kind::Notifications:
        return tr("notifications");
    case Kind::Stderr:
        return tr("stderr");
    case Kind::Lifecycle:
        return tr("lifecycle");
    case Kind::Stray:
        return tr("not messages");
    case Kind::Server:
    case Kind::Calls:
        break;
    }
    const QString target = m_model.store().string(record.target);
    const QString method = m_model.store().string(record.method);
    return target.isEmpty() ? method : method % QLatin1Char(' ') % target;
}

// What goes on at the same time stands one below the other, as far as there are rows.
int TimeLanes::rowFor(Lane &lane, const Record &record) const
{
    for (std::size_t row = 0; row < lane.lastOf.size(); ++row) {
        const Record *last = recordOf(lane.lastOf[row]);
        if (!last || (!isOpen(*last) && endOf(*last, 0) <= record.steadyNs))
            return int(row);
    }
    const bool marks = lane.kind != Kind::Calls && lane.kind != Kind::Exchanges;
    if (lane.lastOf.size() == kMaxRows || (marks && !lane.lastOf.empty()))
        return int(lane.lastOf.size()) - 1;
    lane.lastOf.push_back(0);
    lane.rowCount = int(lane.lastOf.size());
    return lane.rowCount - 1;
}

// When a call was cancelled is the time of the notification that says so: its span ends there.
void TimeLanes::noteCancel(const Record &record)
{
    if (std::size_t(m_cancels.size()) >= kMaxCancels)
        return;
    const auto text = m_model.store().read(record);
    if (!text.ok())
        return;
    const auto document = json::Document::parse(*text);
    const auto id = document.root()["params"]["requestId"].raw();
    m_cancels.insert(m_model.stream(record.stream).server.toUtf8() + '\n'
            + QByteArray(id.data(), qsizetype(id.size())),
        record.steadyNs);
}

// By server, in the order they appeared; what is no call stands below the calls.
void TimeLanes::order()
{
    m_ordered.clear();
    for (const auto &lane : m_lanes)
        m_ordered.push_back(lane.get());
    std::stable_sort(m_ordered.begin(), m_ordered.end(), [](const Lane *a, const Lane *b) {
        return std::pair(a->server, a->kind) < std::pair(b->server, b->kind);
    });
}

const Record *TimeLanes::recordOf(Number number) const
{
    const int row = m_model.rowOf(number);
    return row < 0 ? nullptr : &m_model.record(row);
}

bool TimeLanes::isOpen(const Record &record) const
{
    if (record.kind == rpc::Kind::Exchange)
        return trace::endOf(record) == 0;
    return record.kind == rpc::Kind::Request && record.state == State::Pending;
}

std::int64_t TimeLanes::endOf(const Record &record, std::int64_t now) const
{
    if (record.kind == rpc::Kind::Exchange)
        return trace::endOf(record) == 0 ? std::max(now, record.steadyNs) : trace::endOf(record);
    if (record.kind != rpc::Kind::Request)
        return record.steadyNs;
    if (record.state == State::Pending)
        return std::max(now, record.steadyNs);
    if (record.state == State::Cancelled) {
        const auto at = m_cancels.constFind(m_model.stream(record.stream).server.toUtf8() + '\n'
            + QByteArray(trace::cutId(record).data(), qsizetype(trace::cutId(record).size())));
        if (at != m_cancels.cend() && *at >= record.steadyNs)
            return *at;
    }
    if (const Record *answer = record.pair == 0 ? nullptr : recordOf(record.pair))
        return answer->steadyNs;
    // No answer: it is over when what carried it is.
    const Record *carrier = recordOf(trace::carrierOf(record));
    return carrier ? std::max(trace::endOf(*carrier), record.steadyNs) : record.steadyNs;
}

} // namespace sonde::models
