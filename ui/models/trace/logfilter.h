// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracefilterproxy.h"

#include <QStringList>

#include <optional>

namespace sonde::models {

// RFC 5424 section 6.2.1, as MCP writes them, the least important first.
const QStringList &logLevels();

// One request of ours in the trace: what a server said while it ran.
struct LogScope {
    QString name; // for a person: the tool
    trace::Number request = 0;
    trace::Number response = 0; // 0: there is none yet
    // 2026-07-28 basic/transports: over HTTP what belongs to a request comes in its own response.
    // Before that and on stdio only the time tells: 0.
    trace::Number exchange = 0;
    QString token; // of its progress, as JSON text; empty: none was asked for
    bool operator==(const LogScope &) const = default;
};
// Of a request of the trace; nothing when that row is none. `ownExchange`: what belongs to it comes
// in the exchange that carried it.
std::optional<LogScope> logScopeOf(
    const TraceModel &trace, trace::Number request, bool ownExchange);

// What a server says about itself comes from two places: messages of the protocol, and its stderr.
enum class LogSource { All, Messages, Stderr };

// Which log messages and lines of stderr of a recording are meant.
struct LogFilter {
    static constexpr int kMaxText = 100; // characters; more is not looked for
    static constexpr int kTextDepth = 4; // so deep in the data a text is looked for

    QString server; // empty: all of them
    LogSource source = LogSource::All;
    // Lines of stderr have neither: they are left out, unless they are the only source.
    int leastLevel = 0; // of logLevels(); 0 lets odd ones through as well
    QString logger; // empty: all of them
    QString text; // in the data, the logger's name or the line, whatever the case
    trace::Number after = 0; // only what came after that message
    std::optional<LogScope> scope; // then its progress belongs to it too

    bool narrows() const
    {
        return source != LogSource::All || leastLevel > 0 || !logger.isEmpty() || !text.isEmpty()
            || scope;
    }
    bool operator==(const LogFilter &) const = default;
};

// The log filter in the language of the trace's filter: as text, and parsed.
QString filterTextOf(const LogFilter &filter);
TraceFilter traceFilterOf(const LogFilter &filter);

} // namespace sonde::models
