// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/laneplaces.h"

#include "models/signs/modeltext.h"

#include <algorithm>
#include <tuple>

namespace sonde::models {

using trace::Number;
using trace::Record;
using Kind = TimeLane::Kind;

void LanePlaces::clear()
{
    m_servers.clear();
    m_lanes.clear();
    m_ordered.clear();
    m_byKey.clear();
    m_callLanes.clear();
    m_unplaced.clear();
}

TimeLane::Kind LanePlaces::kindOf(const Record &record)
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

int LanePlaces::serverOf(const Record &record) const
{
    return int(m_servers.indexOf(m_model.stream(record.stream).server));
}

LanePlaces::Key LanePlaces::keyOf(const Record &record) const
{
    const int server = serverOf(record);
    const Key rest{server, kindOf(record)};
    if (rest.kind != Kind::Calls || server < 0)
        return rest;
    const Key call{server, rest.kind, record.channel, record.method, record.target};
    const bool full = m_callLanes[std::size_t(server)] >= kMaxCallLanes;
    return full && !m_byKey.contains(call) ? rest : call;
}

// Of a request that belongs to a call of that lane.
LanePlaces::Key LanePlaces::keyBelow(
    const TimeLane &calls, Number number, const Record &record) const
{
    Key key{calls.server, Kind::Rounds};
    key.parent = calls.id;
    if (m_families.roundOf(number, m_families.callOf(number)) > 0)
        return key;
    key.kind = Kind::Calls;
    const Key rest = key;
    key.channel = record.channel;
    key.method = record.method;
    return calls.requestLanes >= kMaxChildLanes && !m_byKey.contains(key) ? rest : key;
}

TimeLane *LanePlaces::laneFor(const Key &key, const Record &record)
{
    TimeLane *lane = m_byKey.value(key);
    return lane ? lane : makeLane(key, titleOf(record, key));
}

TimeLane *LanePlaces::makeLane(const Key &key, const QString &title)
{
    auto lane = std::make_unique<TimeLane>();
    lane->kind = key.kind;
    lane->server = key.server;
    lane->title = title;
    lane->id = int(m_lanes.size());
    if (key.parent >= 0) {
        TimeLane &parent = *m_lanes[std::size_t(key.parent)];
        lane->parent = &parent;
        parent.hasChildren = true;
        parent.requestLanes += key.kind == Kind::Calls ? 1 : 0;
    } else if (key.kind == Kind::Calls) {
        ++m_callLanes[std::size_t(key.server)];
    }
    TimeLane *made = lane.get();
    m_byKey.insert(key, made);
    m_lanes.push_back(std::move(lane));
    return made;
}

QString LanePlaces::titleOf(const Record &record, const Key &key) const
{
    switch (key.kind) {
    case Kind::Exchanges:
        return Text::tr("HTTP exchanges");
    case Kind::Rounds:
        return Text::tr("rounds");
    case Kind::Notifications:
        return Text::tr("notifications");
    case Kind::Stderr:
        return Text::tr("stderr");
    case Kind::Lifecycle:
        return Text::tr("lifecycle");
    case Kind::Stray:
        return Text::tr("non-protocol output");
    case Kind::Server:
    case Kind::Calls:
        break;
    }
    if (key.method == 0)
        return key.parent < 0 ? Text::tr("more calls") : Text::tr("more requests");
    const QString method = m_model.store().string(record.method);
    const QString target = key.parent < 0 ? m_model.store().string(record.target) : QString();
    return target.isEmpty() ? method : method % QLatin1Char(' ') % target;
}

Number LanePlaces::askedBy(Number number) const
{
    const Record *record = m_times.recordOf(number);
    const bool response =
        record && (record->kind == rpc::Kind::Response || record->kind == rpc::Kind::ErrorResponse);
    return response && record->pair != 0 ? record->pair : number;
}

TimeLane *LanePlaces::find(Number number) const
{
    const Record *record = m_times.recordOf(number);
    if (!record || serverOf(*record) < 0)
        return nullptr;
    if (record->kind == rpc::Kind::Exchange)
        return findExchange(number, *record);
    const Number call = m_families.callOf(number);
    const TimeLane *calls = call == 0 ? nullptr : find(call);
    return m_byKey.value(calls ? keyBelow(*calls, number, *record) : keyOf(*record));
}

TimeLane *LanePlaces::findExchange(Number number, const Record &record) const
{
    TimeLane *others = m_byKey.value(keyOf(record));
    if (others && contains(*others, number))
        return others;
    const Number opened = m_model.firstCarried(number);
    const TimeLane *calls = opened == 0 ? nullptr : find(opened);
    if (!calls)
        return nullptr;
    Key key{calls->server, Kind::Exchanges};
    key.parent = calls->parent ? calls->parent->id : calls->id;
    return m_byKey.value(key);
}

bool LanePlaces::contains(const TimeLane &lane, Number number)
{
    return std::binary_search(lane.numbers.begin(), lane.numbers.end(), number);
}

void LanePlaces::place(Number number, const Record &record, Number call)
{
    recordServer(record);
    if (record.kind == rpc::Kind::Exchange) { // of which call shows its first message
        m_unplaced.push_back(number);
        return;
    }
    TimeLane *calls = call == 0 ? nullptr : find(call);
    TimeLane *lane = laneFor(calls ? keyBelow(*calls, number, record) : keyOf(record), record);
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

// The first message that an exchange carries shows whose it is: below a call only when it is one
// of our requests.
void LanePlaces::placeCarrier(Number number, const Record &record)
{
    const Number carrier = trace::carrierOf(record);
    const auto at =
        carrier == 0 ? m_unplaced.end() : std::find(m_unplaced.begin(), m_unplaced.end(), carrier);
    if (at == m_unplaced.end())
        return;
    m_unplaced.erase(at);
    const Record &exchange = *m_times.recordOf(carrier);
    Key key = keyOf(exchange);
    if (record.kind == rpc::Kind::Request && record.channel == rpc::Channel::Sent) {
        const TimeLane &calls = *find(number);
        key.parent = calls.parent ? calls.parent->id : calls.id;
    }
    put(*laneFor(key, exchange), carrier);
}

// Exchanges that carry none, like the one of a stream that was opened with GET.
void LanePlaces::placeRest(int taken)
{
    const bool isAll = taken == m_model.rowCount();
    std::erase_if(m_unplaced, [&](Number number) {
        const Record &record = *m_times.recordOf(number);
        const bool comes =
            m_times.isOpen(record) ? m_model.store().string(record.method) == u"POST" : !isAll;
        if (comes && m_model.rowOf(number) + kSlack >= taken)
            return false;
        put(*laneFor(keyOf(record), record), number);
        return true;
    });
}

void LanePlaces::put(TimeLane &lane, Number number)
{
    if (!lane.numbers.empty() && number <= lane.numbers.back()) {
        const auto at = std::lower_bound(lane.numbers.begin(), lane.numbers.end(), number);
        if (*at != number)
            putInside(lane, std::size_t(at - lane.numbers.begin()), number);
        return;
    }
    const Record &record = *m_times.recordOf(number);
    if (lane.numbers.size() % TimeLane::kBlock == 0)
        lane.blocks.push_back({record.steadyNs, record.steadyNs});
    lane.rows.push_back(std::uint8_t(rowFor(lane, record)));
    lane.lastOf[lane.rows.back()] = number;
    lane.numbers.push_back(number);
}

// Seldom, and near the end: the exchange of a message, the first round when there is a second.
void LanePlaces::putInside(TimeLane &lane, std::size_t at, Number number)
{
    lane.numbers.insert(lane.numbers.begin() + std::ptrdiff_t(at), number);
    lane.rows.insert(lane.rows.begin() + std::ptrdiff_t(at), std::uint8_t(0));
    lane.blocks.resize((lane.numbers.size() + TimeLane::kBlock - 1) / TimeLane::kBlock);
    for (std::size_t block = at / TimeLane::kBlock; block < lane.blocks.size(); ++block) {
        const Record *first = m_times.recordOf(lane.numbers[block * TimeLane::kBlock]);
        lane.blocks[block] = {first->steadyNs, first->steadyNs};
    }
    layRows(lane, at);
}

// The span has become longer.
void LanePlaces::stretch(TimeLane &lane, Number number)
{
    const auto at = std::lower_bound(lane.numbers.begin(), lane.numbers.end(), number);
    if (at == lane.numbers.end() || *at != number)
        return;
    const auto index = std::size_t(at - lane.numbers.begin());
    lane.blocks[index / TimeLane::kBlock].settled = false;
    layRows(lane, index + 1);
}

void LanePlaces::layRows(TimeLane &lane, std::size_t from)
{
    if (lane.numbers.size() - from > kMaxMoved)
        return;
    lane.lastOf.clear();
    const std::size_t before = from > kMaxMoved ? from - kMaxMoved : 0;
    for (std::size_t index = before; index < from; ++index) {
        const std::size_t row = lane.rows[index];
        lane.lastOf.resize(std::max(lane.lastOf.size(), row + 1));
        lane.lastOf[row] = lane.numbers[index];
    }
    for (std::size_t index = from; index < lane.numbers.size(); ++index) {
        lane.rows[index] = std::uint8_t(rowFor(lane, *m_times.recordOf(lane.numbers[index])));
        lane.lastOf[lane.rows[index]] = lane.numbers[index];
    }
}

// Concurrent spans are placed in rows below each other, as far as there are rows.
int LanePlaces::rowFor(TimeLane &lane, const Record &record) const
{
    for (std::size_t row = 0; row < lane.lastOf.size(); ++row) {
        const Number number = lane.lastOf[row];
        const Record *last = m_times.recordOf(number);
        if (!last)
            return int(row);
        const std::int64_t end =
            std::max(m_times.endIn(lane, number, *last, 0), m_times.waitedAfter(lane, number));
        if (!m_times.isOpen(lane, number, *last) && end <= record.steadyNs)
            return int(row);
    }
    const bool marks =
        lane.kind != Kind::Calls && lane.kind != Kind::Exchanges && lane.kind != Kind::Rounds;
    if (lane.lastOf.size() == kMaxRows || (marks && !lane.lastOf.empty()))
        return int(lane.lastOf.size()) - 1;
    lane.lastOf.push_back(0);
    lane.rowCount = std::max(lane.rowCount, int(lane.lastOf.size()));
    return int(lane.lastOf.size()) - 1;
}

// By server, in the order they appeared; what is no call stands below the calls, and what belongs
// to calls directly below these.
void LanePlaces::order()
{
    m_ordered.clear();
    for (const auto &lane : m_lanes)
        m_ordered.push_back(lane.get());
    const auto place = [](const TimeLane *lane) {
        const TimeLane *top = lane->parent ? lane->parent : lane;
        // Exchanges and rounds before other requests.
        const int below = !lane->parent ? 0 : lane->kind == Kind::Calls ? 2 : 1;
        return std::make_tuple(lane->server, top->kind, top->id, below, lane->kind, lane->id);
    };
    std::sort(m_ordered.begin(), m_ordered.end(),
        [&](const TimeLane *a, const TimeLane *b) { return place(a) < place(b); });
}

void LanePlaces::recordServer(const Record &record)
{
    if (serverOf(record) >= 0)
        return;
    m_servers << m_model.stream(record.stream).server;
    m_callLanes.push_back(0);
    auto heading = std::make_unique<TimeLane>();
    heading->kind = Kind::Server;
    heading->id = int(m_lanes.size());
    heading->server = int(m_servers.size()) - 1;
    heading->title = m_servers.back();
    m_lanes.push_back(std::move(heading));
}

} // namespace sonde::models
