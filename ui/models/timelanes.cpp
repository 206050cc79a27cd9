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
    , m_families(model)
{
    connect(&model, &QAbstractItemModel::modelReset, this, &TimeLanes::startAnew);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &TimeLanes::takeIn);
    connect(&model, &TraceModel::taken, this, &TimeLanes::takeIn);
    startAnew();
}

void TimeLanes::startAnew()
{
    m_servers.clear();
    m_lanes.clear();
    m_ordered.clear();
    m_byKey.clear();
    m_callLanes.clear();
    m_families.clear();
    m_unplaced.clear();
    m_cancels.clear();
    m_begin = 0;
    m_end = 0;
    m_taken = 0;
    Q_EMIT lanesChanged(); // before anybody looks at one that is gone
    takeIn();
}

void TimeLanes::takeIn()
{
    const std::size_t lanes = m_lanes.size();
    const std::size_t reads = m_families.reads() + kReadsAtOnce;
    const int rows = m_model.rowCount();
    const int end = std::min(rows, m_taken + kBatch);
    for (; m_taken < end && m_families.reads() < reads; ++m_taken)
        add(m_model.number(m_taken), m_model.record(m_taken));
    placeRest();
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

void TimeLanes::add(Number number, const Record &record)
{
    if (m_begin == 0) {
        m_begin = record.steadyNs;
        m_wallBeyondSteady = record.wallNs - record.steadyNs;
    }
    m_end = std::max({m_end, record.steadyNs, trace::endOf(record)});
    const Number call = m_families.take(number, record);
    if (askedBy(number) != number) { // it is the end of its request's span
        placeCarrier(number, record);
        return;
    }
    if (record.kind == rpc::Kind::Notification
        && m_model.store().string(record.method) == u"notifications/cancelled")
        noteCancel(record);
    noteServer(record);
    if (record.kind == rpc::Kind::Exchange) { // of which call shows its first message
        m_unplaced.push_back(number);
        return;
    }
    Lane *calls = call == 0 ? nullptr : find(call);
    Lane *lane = laneFor(calls ? keyBelow(*calls, number, record) : keyOf(record), record);
    put(*lane, number);
    placeCarrier(number, record);
    if (!calls || record.channel != rpc::Channel::Sent)
        return;
    stretch(*calls, call);
    if (lane->kind != Kind::Rounds)
        return;
    const auto &rounds = m_families.family(call)->rounds;
    if (rounds.size() == 2)
        put(*lane, call);
    stretch(*lane, rounds[rounds.size() - 2]);
}

void TimeLanes::noteServer(const Record &record)
{
    if (serverOf(record) >= 0)
        return;
    m_servers << m_model.stream(record.stream).server;
    m_callLanes.push_back(0);
    auto heading = std::make_unique<Lane>();
    heading->kind = Kind::Server;
    heading->id = int(m_lanes.size());
    heading->server = int(m_servers.size()) - 1;
    heading->title = m_servers.back();
    m_lanes.push_back(std::move(heading));
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

} // namespace sonde::models
