// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "mcp/answer.h"
#include "mcp/dialect.h"
#include "rpc/pendingtable.h"
#include "wire/carrier.h"

#include <chrono>
#include <limits>
#include <variant>
#include <vector>

namespace sonde::mcp {

using Token = std::int64_t; // names a request of ours; it is also its JSON-RPC id

// What the session wants done. It does no I/O itself.
struct Send {
    Bytes message;
    wire::Outgoing::Kind kind = wire::Outgoing::Kind::Notification;
    rpc::Id id{}; // of a request
};
struct Complete {
    Token token = 0;
    Result<Answer> outcome;
};
struct Progress {
    Token token = 0;
    rpc::Message message;
};
struct Notify {
    rpc::Message message;
};
struct Mark { // in the recording: what is wrong with the message at that place
    rpc::Place place;
    rpc::Problem problem = rpc::Problem::None;
};
struct Opened { }; // negotiated; opening() has the answer
struct Broken { // could not be negotiated
    Error error;
};
using Action = std::variant<Send, Complete, Progress, Notify, Mark, Opened, Broken>;
using Actions = std::vector<Action>;

struct Timeouts {
    std::chrono::milliseconds idle{60'000}; // progress starts it anew
    std::chrono::milliseconds total{300'000}; // progress does not
};

// One conversation over one connection, as a state machine: events in, actions out, time given.
class Session {
public:
    enum class State : std::uint8_t { Idle, Opening, Ready, Over };
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

    // `exact`: the revision is pinned, another one is refused.
    Session(Era era, const QString &revision, bool exact);

    void open(std::chrono::milliseconds timeout, Stamp now, Actions &out);
    Token call(std::string_view method, std::string_view params, const Timeouts &timeouts,
        bool wantProgress, Stamp now, Actions &out);
    void cancel(Token token, const QString &reason, Actions &out);
    void received(rpc::Message message, Stamp at, const rpc::Place &place, Actions &out);
    void tick(Stamp now, Actions &out);
    // The connection is gone; `why` ends the sentence "The connection ended before the answer: …".
    void ended(const QString &why, Actions &out);

    // The line call() would send next.
    Bytes preview(std::string_view method, std::string_view params, bool wantProgress) const;

    State state() const { return m_state; }
    const Dialect &dialect() const { return *m_dialect; }
    const Answer &opening() const { return m_opening; } // from Ready on
    std::size_t pendingCount() const { return m_pending.size(); }
    // Steady nanoseconds of the next tick() that may have work, or earlier.
    std::int64_t nextDeadline() const { return m_nextDeadline; }

private:
    struct Request {
        std::string method;
        std::int64_t idleNs = 0;
        std::int64_t idleDeadline = 0;
        std::int64_t totalDeadline = 0;
        Stamp sent;
        int progressCount = 0;
        bool opening = false;
    };

    void answered(rpc::Message message, Stamp at, const rpc::Place &place, Actions &out);
    void requested(const rpc::Message &message, const rpc::Place &place, Actions &out);
    void notified(rpc::Message message, Stamp at, Actions &out);
    void sendOpening(Stamp now, Actions &out);
    void opened(Answer answer, Stamp now, Actions &out);
    void openingRefused(const rpc::Message &message, Stamp now, Actions &out);
    void handshakeAnswered(Answer answer, Actions &out);
    void discoverAnswered(Answer answer, Stamp now, Actions &out);
    bool retryWith(const QStringList &supported, Stamp now, Actions &out);
    void ready(Answer answer, Actions &out);
    void breakDown(Error error, Actions &out);
    void timeOut(Token token, bool total, Actions &out);
    void sendCancelled(Token token, const QString &reason, Actions &out) const;
    Bytes message(
        Token token, std::string_view method, std::string_view params, bool wantProgress) const;

    std::unique_ptr<const Dialect> m_dialect;
    const bool m_exact;
    bool m_retried = false;
    State m_state = State::Idle;
    std::chrono::milliseconds m_openingTimeout{0};
    rpc::PendingTable<Request> m_pending;
    std::int64_t m_nextDeadline = kNever;
    Answer m_opening;
};

// A JSON-RPC error as a value: the server's own code, message and `error` object.
Error serverError(const rpc::Message &message);
// The strings of a JSON array; anything else in it is passed over.
QStringList stringsOf(const json::Value &array);

} // namespace sonde::mcp
