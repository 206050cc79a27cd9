// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <QString>

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace sonde::wire {
class Endpoint;
}

namespace sonde::mcp {

// The steps of a start, in order; a failed start is explained with them.
struct StartStep {
    enum class Kind : std::uint8_t {
        FindProgram, // stdio
        StartProcess, // stdio
        ResolveName, // HTTP
        Connect, // HTTP
        SecureConnection, // https: the TLS handshake
        SendFirst, // the first request is written
        ReadFirst, // its response is read
        AgreeOnRevision,
    };
    enum class Status : std::uint8_t { NotReached, Running, Done, Failed };
    Kind kind = Kind::FindProgram;
    Status status = Status::NotReached;
    QString detail; // a sentence: what was found, or why it failed
    qint64 ns = 0; // how long it took
};

// Keeps the steps of the newest start.
class StartLog {
public:
    using Kinds = std::initializer_list<StartStep::Kind>;
    static const Kinds kProcess; // a server that is started
    static const Kinds kHttp; // one that is reached by http://
    static const Kinds kHttps;
    static const Kinds &kindsOf(const wire::Endpoint &endpoint);

    void reset(Kinds kinds);
    // A step that is not of this start is passed over by all of these.
    void begin(StartStep::Kind kind, Stamp now);
    void done(StartStep::Kind kind, const QString &detail, Stamp now);
    void done(StartStep::Kind kind, const QString &detail, std::int64_t ns);
    // What a running step waits for. False when it does not run, or that was said already.
    bool wait(StartStep::Kind kind, const QString &detail);
    // The steps before are done, although their times are not known.
    void doneBefore(StartStep::Kind kind);
    void failed(StartStep::Kind kind, const QString &detail, Stamp now);
    // Fails whichever step is running; the first that was not reached when none is.
    void failRunning(const QString &detail, Stamp now);

    const std::vector<StartStep> &steps() const { return m_steps; }

private:
    StartStep *step(StartStep::Kind kind);
    void finish(StartStep *step, StartStep::Status status, const QString &detail, Stamp now);

    std::vector<StartStep> m_steps;
    std::int64_t m_since = 0; // when the running step began
};

} // namespace sonde::mcp
