// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "mcp/session/pendingrequests.h"
#include "mcp/session/sessionactions.h"
#include "wire/link/httpstate.h"

#include <QString>

#include <string_view>

// Why requests of a session failed, in words.
namespace sonde::mcp::session {

Error cancelled(const QString &reason);
Error timedOut(const PendingRequests::Request &request, bool total, Stamp now);
// What the trace says of it.
LogLifecycle timedOutLine(const rpc::Id &id, const Error &error, bool isCancelled);
Error subscriptionEnded(const QString &reason); // by the server; the reason may be empty
QString withdrawn(
    const QString &reason); // a server request, by the server; the reason may be empty
// HTTP 404: the server forgot the session and may have worked on the request.
Error sessionForgotten(const wire::HttpFailure &failure, std::string_view method);
// An error response. `lostStatus`: the HTTP status with which it says that the server does not know
// the session, 0 if it says something else.
Error errorOf(const rpc::Message &response, int lostStatus);
// `why` ends the sentence: "exit code 1".
Error connectionEnded(const QString &why);
Error processEnded(const QString &why);
Error echoed(std::string_view method, const QString &evidence);
QString idInUse(const QString &id);

} // namespace sonde::mcp::session
