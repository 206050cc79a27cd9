// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/signs/sign.h"
#include "models/timeaxis/callfamilies.h"
#include "models/timeaxis/laneplaces.h"
#include "models/timeaxis/spantimes.h"

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
    static constexpr int kBatch = 20'000; // messages taken in before the window has its turn
    // Of messages that are read before that. A longer one is read in the background.
    static constexpr std::uint64_t kReadAtOnce = 16 << 10;

    using Lane = TimeLane;
    using Kind = TimeLane::Kind;
    enum class Look : std::uint8_t { Call, Waiting, Exchange, Body, Error, Mark, Task };

    // What is to be drawn: one span, or several that are too close to tell apart.
    struct Piece {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        trace::Number number = 0; // of the first
        std::size_t count = 1;
        int row = 0;
        Look look = Look::Call;
        Sign sign = Sign::None; // of one span: how it ended
        bool open = false; // it goes on, or its end is not known
        std::int64_t late = 0; // when the response came all the same, after it was cancelled
        std::int64_t waited = 0; // of a round: when the input it asked for was sent; 0: was not
        std::int64_t held = 0; // until when a breakpoint held the request; 0: none did
        std::int64_t until() const { return std::max({end, late, waited}); }
        bool isHeld() const { return open && held == end; } // still
        std::int64_t heldNs() const { return held == 0 ? 0 : held - begin; }
        std::int64_t duration() const { return end - begin - heldNs(); }
    };

    explicit TimeLanes(TraceModel &model, QObject *parent = nullptr);

    TraceModel &model() const { return m_model; }
    const std::vector<const Lane *> &lanes() const { return m_places.ordered(); }
    bool isEmpty() const { return m_places.ordered().empty(); }
    // Whether what is open goes on: not in a file of an earlier recording.
    bool isRunning() const { return m_model.store().isRecording(); }
    QString serverName(int server) const { return m_places.servers().value(server); }

    // Steady nanoseconds of the first message and of the last thing that is known or goes on.
    std::int64_t begin() const { return m_begin; }
    std::int64_t end() const { return m_end; }
    std::int64_t wallOf(std::int64_t steadyNs) const { return steadyNs + m_wallBeyondSteady; }

    // Gives what of the lane is between the times, in their order by row. Spans that are closer
    // and shorter than `grain` nanoseconds come as one piece.
    void visit(const Lane &lane, std::int64_t from, std::int64_t to, std::int64_t grain,
        std::int64_t now, const std::function<void(const Piece &)> &take) const;
    // The span of one message; its request's for a response. A call of several rounds has one in
    // its own lane, and one for the first round below it: `lane` says which, null the former.
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
    void startAnew();
    void readNew();
    bool readNext(std::uint64_t &canRead);
    void readLater(trace::Number number, const trace::Record &record);
    void add(
        trace::Number number, const trace::Record &record, const CallFamilies::RoundText &text);

    std::int64_t upTo(std::int64_t now) const { return isRunning() ? now : m_end; }
    Piece piece(const Lane &lane, std::size_t index, std::int64_t now) const;
    const Lane::Block &block(const Lane &lane, std::size_t number, std::int64_t now) const;

    TraceModel &m_model;
    int m_taken = 0; // rows
    bool m_more = false; // there are further ones, for the next turn
    bool m_reading = false; // the next one, in the background
    trace::Number m_readNumber = 0; // of which m_readText is; 0: none
    CallFamilies::RoundText m_readText;
    CallFamilies m_families;
    SpanTimes m_times;
    LanePlaces m_places;
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0;
    std::int64_t m_wallBeyondSteady = 0;
    BackgroundJob m_job;
};

} // namespace sonde::models
