// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "mcp/message/revision.h"
#include "mcp/session/evidence.h"
#include "rpc/message.h"

#include <QString>

namespace sonde::mcp {

// How to open the session, and why.
struct Plan {
    bool probe = false; // ask a disposable process first; the rest is then not decided
    Era era = Era::Legacy;
    QString revision;
    bool exact = false; // pinned: another revision is refused
    QString detection; // sentences
};

// What the person's choice alone decides.
Plan planFor(const EraPolicy &policy);

// What a probe's response to server/discover says about the era on stdio (2026-07-28
// basic/versioning): a DiscoverResult or -32022 is modern, whatever else is legacy.
Plan judgeProbe(const rpc::Message &response);
// For a probe without a response; `what` is a sentence such as "The probe process ended: exit
// code 1."
Plan judgeSilence(const QString &what);

// The outcome of a probe over HTTP. `evidence.response` is also a DiscoverResult.
struct HttpProbeResult {
    Evidence evidence;
    Error error; // when there was no result
};
enum class HttpFinding : std::uint8_t {
    Decided, // the plan says how to go on
    // 401 or 403, unless it may be for want of a session: nothing is known about the era before
    // that.
    AskForAuthorization,
    Unreachable, // an outage says nothing about the era either
};
struct HttpJudgement {
    HttpFinding finding = HttpFinding::Decided;
    Plan plan; // when decided
};
// Judges a probe over HTTP (2026-07-28 basic/versioning and
// basic/transports#backward-compatibility).
HttpJudgement judgeHttpProbe(const HttpProbeResult &probe);

// Whether a proxy responded for a server that cannot be reached, without a JSON-RPC message:
// nothing is known about the era. Other errors come from the server itself; legacy servers respond
// to an unknown request with 500 as well.
bool isOutage(const Evidence &evidence);

// Whether the response to a POST of initialize suggests a server that only knows HTTP+SSE
// (2025-11-25 basic/transports#backwards-compatibility).
bool suggestsSse(int httpStatus);

// Status and error as part of a sentence: "status 400 with error -32022 (Unsupported)", "status
// 404".
QString describe(const Evidence &evidence);

} // namespace sonde::mcp
