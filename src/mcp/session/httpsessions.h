// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/session/messagewriter.h"
#include "mcp/session/pendingrequests.h"
#include "mcp/session/sessionactions.h"

#include <string_view>

namespace sonde::mcp {

// The HTTP sessions of a connection in the legacy era, one after the other: which of them a request
// was sent in, and how it is sent again in the next one.
class HttpSessions {
public:
    HttpSessions(PendingRequests &pending, const MessageWriter &writer); // which outlive it

    // Remembers how to send the request again. Unless it `waits` for the next session, it is being
    // sent in this one.
    void remember(Token token, PendingRequests::Request &request, std::string_view params,
        bool wantProgress, bool waits);
    // Whether the request was sent in the newest session.
    bool isInNewest(const PendingRequests::Request &request) const;
    // The server has forgotten the session of the request, which fails or waits for the next one.
    void lose(Token token, const wire::HttpFailure &failure, Actions &out);
    void begin() { ++m_newest; }
    // Sends the requests that wait, in the newest session.
    void sendWaiting(const Dialect &dialect, Stamp now, Actions &out);

private:
    PendingRequests &m_pending;
    const MessageWriter &m_writer;
    int m_newest = 1;
};

} // namespace sonde::mcp
