// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "mcp/message/discardedinput.h"

#include <optional>

namespace sonde::session {

// A cause is only named when something that was seen supports it.
struct LikelyCause {
    QString sentence;
    int line = -1; // the line of stderr that says so
};

// What is known about a server that did not start, and what can be said about it.
struct Failure {
    static Failure of(const mcp::Client &client);

    const mcp::StartStep *failedStep() const; // nullptr when none is marked
    QString heading() const; // names the failing step
    std::optional<LikelyCause> likelyCause() const;
    QString report() const; // plain text to copy; hidden values stay hidden

    QString server;
    wire::Endpoint endpoint;
    std::vector<mcp::StartStep> steps;
    Error error;
    wire::StartReport start;
    std::vector<mcp::DiagnosticLine> stderrLines;
    mcp::DiscardedInput unusable{true}; // what came in place of a response
    mcp::EraPolicy era;
    std::optional<rpc::EndReport> endReport;
    std::int64_t endedNs = 0; // wall clock
    std::optional<wire::HttpFailure> http; // what HTTP said in place of a response

    bool wantsAuthorization() const; // the server refused because no valid token was sent
    bool mayLogIn() const; // it did, and a token may be obtained by logging in

    // The server's key, when it was refused for its certificate; else empty.
    QByteArray refusedKey() const;

private:
    QString endedHeading() const;
    QString httpHeading() const; // empty: the step says it all
    std::optional<LikelyCause> causeInUrl() const;
    QStringList commandReport() const;
    QStringList httpReport() const;
    std::optional<LikelyCause> causeInProgram() const;
    std::optional<LikelyCause> causeInStderr() const;
    std::optional<LikelyCause> causeInResponse() const;
};

// The head of a response and the beginning of its body, as text; cookies are hidden.
QString responseText(const wire::HttpFailure &failure);

// One variable that the server got, as it may be shown.
struct ShownVariable {
    QString name;
    QString value;
    bool hidden = false;
    bool fromProfile = false;
};
// The profile's variables first, then the rest by name. A profile's values and whatever is named
// like a secret are hidden.
std::vector<ShownVariable> shownEnvironment(const wire::Launch &launch);

} // namespace sonde::session
