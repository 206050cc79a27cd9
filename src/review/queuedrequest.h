// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/inputround.h"
#include "mcp/client/serverrequest.h"
#include "review/requestedinput.h"

#include <QString>

#include <variant>
#include <vector>

namespace sonde::review {

enum class State : std::uint8_t {
    Waiting,
    Answered, // by a person; also declined and cancelled, which are responses
    Refused, // with an error
    Automatic, // without a review: by a setting, a rule, or because the capability was not declared
    Stopped, // the call was ended without input
    Withdrawn, // by the server, or because its call was given up
    Lost, // with the connection
};

// A server request (up to 2025-11-25), or a response or task that asks for input.
struct QueuedRequest {
    quint64 number = 0; // counted over all servers, from 1
    QString server;
    QString revision;
    std::variant<mcp::ServerRequest, mcp::InputRound> source;
    // Refer to the source's document, which lives as long as this or a copy of it.
    std::vector<RequestedInput> questions;
    mcp::Cause cause;
    qint64 since = 0; // steady nanoseconds
    qint64 until = 0; // steady nanoseconds, when it ended
    State state = State::Waiting;
    QString outcome; // how it ended, a sentence: "declined", "The server withdrew it."
    std::string task{}; // the id of the task that wants it; empty: it belongs to none

    bool waits() const { return state == State::Waiting; }
    // Whether it still waits although the call that led to it has ended: timed out, cancelled or
    // with a response.
    bool outlivesCall() const { return waits() && !isRound() && request().isCauseOver(); }
    bool isRound() const { return std::holds_alternative<mcp::InputRound>(source); }
    const mcp::InputRound &round() const { return std::get<mcp::InputRound>(source); }
    const mcp::ServerRequest &request() const { return std::get<mcp::ServerRequest>(source); }
    std::shared_ptr<const json::Document> document() const; // what the server sent
    // Writes into the trace, before the response is sent, that it was not reviewed, and why.
    void logAutomatic(const QString &why) const;
    // Writes into the trace that the call ends without a review, and why. Nothing is sent, except
    // tasks/cancel for a task.
    void logStopped(const QString &why) const;
    bool isOfTask() const
    {
        return isRound() && round().facts().kind == mcp::InputRound::Kind::Task;
    }
    void logLifecycle(const char *what, const QString &detail) const;
    // The id of the task of the client that it is; empty: of none.
    std::string ownTask() const { return isRound() ? std::string() : request().task(); }
    // The id of the server's request, as it is shown: 7, or s-1 of a string; empty for a round.
    QString id() const;
};

} // namespace sonde::review
