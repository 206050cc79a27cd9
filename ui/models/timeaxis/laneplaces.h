// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/spantimes.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <vector>

namespace sonde::models {

// Which lanes there are, and in which lane and row of it a span stands.
class LanePlaces {
public:
    static constexpr std::size_t kMaxCallLanes = 200; // a server; further ones share a lane
    static constexpr int kMaxRows = 8; // of a lane, for what goes on at the same time
    static constexpr int kMaxChildLanes = 16; // of requests below one of calls
    static constexpr std::size_t kMaxMoved = 512; // spans that find other rows at once
    static constexpr int kSlack = 64; // rows in which an exchange's first message is awaited

    // All of them outlive it.
    LanePlaces(const TraceModel &model, const CallFamilies &families, const SpanTimes &times)
        : m_model(model)
        , m_families(families)
        , m_times(times)
    {
    }

    void clear();
    std::size_t count() const { return m_lanes.size(); }
    const std::vector<const TimeLane *> &ordered() const { return m_ordered; }
    void order();
    const QStringList &servers() const { return m_servers; }

    void recordServer(const trace::Record &record);
    // Puts the span into its lane: below the call it belongs to, 0 without.
    void place(trace::Number number, const trace::Record &record, trace::Number call);
    // The exchange that carried the message.
    void placeCarrier(trace::Number number, const trace::Record &record);
    // `taken` rows of the trace have been seen.
    void placeRest(int taken);

    trace::Number askedBy(trace::Number number) const; // a response's request, else the number
    TimeLane *find(trace::Number number) const;
    static bool contains(const TimeLane &lane, trace::Number number);

private:
    // What makes two records belong to one lane.
    struct Key {
        int server = 0;
        TimeLane::Kind kind = TimeLane::Kind::Calls;
        rpc::Channel channel = rpc::Channel::Sent; // of calls, and the rest as well
        std::uint32_t method = 0;
        std::uint32_t target = 0;
        int parent = -1; // id of its lane
        bool operator==(const Key &) const = default;
    };
    friend std::size_t qHash(const Key &key, std::size_t seed)
    {
        return qHashMulti(
            seed, key.server, int(key.kind), int(key.channel), key.method, key.target, key.parent);
    }

    static TimeLane::Kind kindOf(const trace::Record &record);
    Key keyOf(const trace::Record &record) const;
    Key keyBelow(const TimeLane &calls, trace::Number number, const trace::Record &record) const;
    TimeLane *laneFor(const Key &key, const trace::Record &record);
    TimeLane *makeLane(const Key &key, const QString &title);
    QString titleOf(const trace::Record &record, const Key &key) const;
    int serverOf(const trace::Record &record) const; // -1: not seen yet
    TimeLane *findExchange(trace::Number number, const trace::Record &record) const;
    void put(TimeLane &lane, trace::Number number);
    void putInside(TimeLane &lane, std::size_t at, trace::Number number);
    void stretch(TimeLane &lane, trace::Number number);
    void layRows(TimeLane &lane, std::size_t from);
    int rowFor(TimeLane &lane, const trace::Record &record) const;

    const TraceModel &m_model;
    const CallFamilies &m_families;
    const SpanTimes &m_times;
    QStringList m_servers;
    std::vector<std::unique_ptr<TimeLane>> m_lanes;
    std::vector<const TimeLane *> m_ordered;
    QHash<Key, TimeLane *> m_byKey;
    std::vector<std::size_t> m_callLanes; // by server: how many
    std::vector<trace::Number> m_unplaced; // exchanges of which no message was seen yet
};

} // namespace sonde::models
