// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/signs/sign.h"
#include "models/timeaxis/callfamilies.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace sonde::models {

// The trace as lanes of a time axis: for each server its calls by method and target, its HTTP
// exchanges, and notifications, stderr and lifecycle as marks. What belongs to a call stands in
// lanes below the call's: its HTTP exchanges, its rounds, the requests about its task, what the
// server asked meanwhile. It follows the trace's model and keeps five bytes a message; what is
// asked of it costs as much as is seen, not as much as there is.
class TimeLanes : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxCallLanes = 200; // a server; further ones share a lane
    static constexpr int kMaxRows = 8; // of a lane, for what goes on at the same time
    static constexpr std::size_t kMaxCancels = 10'000; // whose time is remembered
    static constexpr int kBatch = 20'000; // messages taken in before the window has its turn
    // Of messages that are read before that. A longer one is read in the background.
    static constexpr std::uint64_t kReadAtOnce = 16 << 10;
    static constexpr int kMaxChildLanes = 16; // of requests below one of calls
    static constexpr std::size_t kMaxMoved = 512; // spans that find other rows at once
    static constexpr int kSlack = 64; // rows in which an exchange's first message is awaited

    enum class Kind : std::uint8_t {
        Server, // a heading without spans
        Calls,
        Exchanges,
        Rounds, // below calls
        Notifications,
        Stderr,
        Lifecycle,
        Stray, // not a message
    };
    enum class Look : std::uint8_t { Call, Waiting, Exchange, Body, Error, Mark, Task };

    struct Lane {
        Kind kind = Kind::Calls;
        int server = 0;
        QString title;
        const Lane *parent = nullptr; // the calls it stands below
        bool hasChildren = false;
        std::size_t count() const { return numbers.size(); }
        int rowCount = 1;

    private:
        friend class TimeLanes;
        struct Block { // of kBlock spans
            std::int64_t begin = 0;
            std::int64_t end = 0;
            bool error = false;
            bool settled = false; // nothing in it goes on: the end and the error stay
        };
        std::vector<trace::Number> numbers; // in the order of their times
        std::vector<std::uint8_t> rows;
        mutable std::vector<Block> blocks;
        std::vector<trace::Number> lastOf; // by row: its last span
        int id = 0; // in the order they were made
        int requestLanes = 0; // below it
    };

    // What is to be drawn: one span, or several that are too close to tell apart.
    struct Piece {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        trace::Number number = 0; // of the first
        std::size_t count = 1;
        int row = 0;
        Look look = Look::Call;
        Sign sign = Sign::None; // of one span: how it ended
        bool open = false; // it goes on, or nobody knows its end
        std::int64_t late = 0; // when the answer came all the same, after it was cancelled
        std::int64_t waited = 0; // of a round: when the input it asked for was sent; 0: was not
        std::int64_t until() const { return std::max({end, late, waited}); }
    };

    explicit TimeLanes(TraceModel &model, QObject *parent = nullptr);

    TraceModel &model() const { return m_model; }
    const std::vector<const Lane *> &lanes() const { return m_ordered; }
    bool isEmpty() const { return m_ordered.empty(); }
    // Whether what is open goes on: not in a file of an earlier recording.
    bool isRunning() const { return m_model.store().isRecording(); }
    QString serverName(int server) const { return m_servers.value(server); }

    // Steady nanoseconds of the first message and of the last thing that is known or goes on.
    std::int64_t begin() const { return m_begin; }
    std::int64_t end() const { return m_end; }
    std::int64_t wallOf(std::int64_t steadyNs) const { return steadyNs + m_wallBeyondSteady; }

    // Gives what of the lane is between the times, in their order by row. Spans that are closer
    // and shorter than `grain` nanoseconds come as one piece.
    void visit(const Lane &lane, std::int64_t from, std::int64_t to, std::int64_t grain,
        std::int64_t now, const std::function<void(const Piece &)> &take) const;
    // The span of one message; its request's for an answer. A call of several rounds has one in its
    // own lane, and one for the first round below it: `lane` says which, null the former.
    Piece pieceOf(trace::Number number, std::int64_t now, const Lane *lane = nullptr) const;
    const Lane *laneOf(trace::Number number) const;
    // What the span is to its call: "round 2 of call #7", "poll of task X"; empty: nothing.
    QString roleOf(const Lane &lane, trace::Number number) const;
    // The span of the lane before or after that one; 0 without.
    trace::Number neighbour(const Lane &lane, trace::Number number, int by) const;
    trace::Number nearest(const Lane &lane, std::int64_t steadyNs) const; // by its beginning

Q_SIGNALS:
    void lanesChanged(); // came, or went
    void spansChanged();

private:
    static constexpr std::size_t kBlock = 64;

    // What makes two records belong to one lane.
    struct Key {
        int server = 0;
        Kind kind = Kind::Calls;
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

    void startAnew();
    void readNew();
    bool readNext(std::uint64_t &canRead);
    void readLater(trace::Number number, const trace::Record &record);
    void add(
        trace::Number number, const trace::Record &record, const CallFamilies::RoundText &text);
    void recordServer(const trace::Record &record);
    void recordCancel(const trace::Record &record);

    // Where something stands.
    static Kind kindOf(const trace::Record &record);
    Key keyOf(const trace::Record &record) const;
    Key keyBelow(const Lane &calls, trace::Number number, const trace::Record &record) const;
    Lane *laneFor(const Key &key, const trace::Record &record);
    Lane *makeLane(const Key &key, const QString &title);
    QString titleOf(const trace::Record &record, const Key &key) const;
    int serverOf(const trace::Record &record) const; // -1: not seen yet
    trace::Number askedBy(trace::Number number) const; // an answer's request, else the number
    Lane *find(trace::Number number) const;
    Lane *findExchange(trace::Number number, const trace::Record &record) const;
    void placeCarrier(trace::Number number, const trace::Record &record);
    void placeRest();
    void put(Lane &lane, trace::Number number);
    void putInside(Lane &lane, std::size_t at, trace::Number number);
    void stretch(Lane &lane, trace::Number number);
    void layRows(Lane &lane, std::size_t from);
    int rowFor(Lane &lane, const trace::Record &record) const;
    void order();

    // How long something is.
    const trace::Record *recordOf(trace::Number number) const;
    bool isOpen(const Lane &lane, trace::Number number, const trace::Record &record) const;
    static bool isOpen(const trace::Record &record);
    // What belongs to the call, when its span stands for all of that in the lane; else null.
    const CallFamilies::Family *familyOf(const Lane &lane, trace::Number number) const;
    // The request with which that ends, as far as one says so; null without.
    const trace::Record *lastOf(const CallFamilies::Family *family) const;
    // The last round of a call, or its task, says how it ended; else the record itself.
    trace::Record outcomeOf(
        const Lane &lane, trace::Number number, const trace::Record &record) const;
    std::int64_t upTo(std::int64_t now) const { return isRunning() ? now : m_end; }
    std::int64_t endOf(const trace::Record &record, std::int64_t now) const;
    std::int64_t endIn(const Lane &lane, trace::Number number, const trace::Record &record,
        std::int64_t now) const;
    std::int64_t waitedAfter(const Lane &lane, trace::Number number) const;
    Piece piece(const Lane &lane, std::size_t index, std::int64_t now) const;
    const Lane::Block &block(const Lane &lane, std::size_t number, std::int64_t now) const;
    bool contains(const Lane &lane, trace::Number number) const;

    TraceModel &m_model;
    int m_taken = 0; // rows
    bool m_more = false; // there are further ones, for the next turn
    bool m_reading = false; // the next one, in the background
    trace::Number m_readNumber = 0; // of which m_readText is; 0: none
    CallFamilies::RoundText m_readText;
    QStringList m_servers;
    std::vector<std::unique_ptr<Lane>> m_lanes;
    std::vector<const Lane *> m_ordered;
    QHash<Key, Lane *> m_byKey;
    std::vector<std::size_t> m_callLanes; // by server: how many
    CallFamilies m_families;
    std::vector<trace::Number> m_unplaced; // exchanges of which no message was seen yet
    QHash<QByteArray, std::int64_t> m_cancels; // server and id as written → when
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0;
    std::int64_t m_wallBeyondSteady = 0;
    BackgroundJob m_job;
};

} // namespace sonde::models
