// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/timelanes.h"

#include "models/trace/tracetext.h"

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
    , m_job(this, BackgroundJob::Ending::Join)
{
    connect(&model, &QAbstractItemModel::modelReset, this, &TimeLanes::startAnew);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &TimeLanes::readNew);
    connect(&model, &TraceModel::taken, this, &TimeLanes::readNew);
    startAnew();
}

void TimeLanes::startAnew()
{
    m_job.stop();
    m_reading = false;
    m_readNumber = 0;
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
    readNew();
}

void TimeLanes::readNew()
{
    const std::size_t lanes = m_lanes.size();
    const int rows = m_model.rowCount();
    const int end = std::min(rows, m_taken + kBatch);
    std::uint64_t canRead = kReadAtOnce;
    while (m_taken < end && readNext(canRead))
        ++m_taken;
    placeRest();
    if (m_taken < rows && !m_reading && !std::exchange(m_more, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_more = false;
                readNew();
            },
            Qt::QueuedConnection);
    }
    if (m_lanes.size() != lanes) {
        order();
        Q_EMIT lanesChanged();
    }
    Q_EMIT spansChanged();
}

// False: not yet. What comes after has to wait: it may belong to a call by what is being read.
bool TimeLanes::readNext(std::uint64_t &canRead)
{
    if (m_reading)
        return false;
    const Number number = m_model.number(m_taken);
    const Record &record = m_model.record(m_taken);
    CallFamilies::RoundText text;
    if (m_families.needsText(record)) {
        if (number == m_readNumber) {
            text = m_readText;
        } else if (record.length > kReadAtOnce) {
            readLater(number, record);
            return false;
        } else if (record.length > canRead) {
            return false;
        } else {
            canRead -= record.length;
            text = CallFamilies::read(m_model.store(), record);
        }
    }
    add(number, record, text);
    return true;
}

void TimeLanes::readLater(Number number, const Record &record)
{
    m_reading = true;
    m_job.start<CallFamilies::RoundText>(
        [&store = m_model.store(), record](
            const std::stop_token &stop) { return CallFamilies::read(store, record, stop); },
        [this, number](const CallFamilies::RoundText &text) {
            m_reading = false;
            m_readNumber = number;
            m_readText = text;
            readNew();
        });
}

void TimeLanes::add(Number number, const Record &record, const CallFamilies::RoundText &text)
{
    if (m_begin == 0) {
        m_begin = record.steadyNs;
        m_wallBeyondSteady = record.wallNs - record.steadyNs;
    }
    m_end = std::max({m_end, record.steadyNs, trace::endOf(record)});
    const Number call = m_families.take(number, record, text);
    if (askedBy(number) != number) { // it is the end of its request's span
        placeCarrier(number, record);
        return;
    }
    if (record.kind == rpc::Kind::Notification
        && m_model.store().string(record.method) == u"notifications/cancelled")
        recordCancel(record);
    recordServer(record);
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

void TimeLanes::recordServer(const Record &record)
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
void TimeLanes::recordCancel(const Record &record)
{
    if (std::size_t(m_cancels.size()) >= kMaxCancels)
        return;
    // Its target is the id, as it is written.
    const QByteArray id = m_model.store().string(record.target).toUtf8();
    m_cancels.insert(m_model.stream(record.stream).server.toUtf8() + '\n' + id, record.steadyNs);
}

} // namespace sonde::models
