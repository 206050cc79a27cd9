// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/dialect.h"
#include "mcp/message/toolheadercache.h"
#include "mcp/session/pendingrequests.h"
#include "mcp/session/sessionactions.h"

#include <string>
#include <string_view>

namespace sonde::mcp {

// Writes requests and notifications as the revision and the transport of a session want them.
class MessageWriter {
public:
    explicit MessageWriter(bool overHttp)
        : m_overHttp(overHttp)
    {
    }

    void request(const Dialect &dialect, Token token, std::string_view method,
        std::string_view params, bool wantProgress, rpc::Origin origin, Actions &out) const;
    // The params byte for byte: nothing is added to them.
    void notification(const Dialect &dialect, std::string_view method, std::string_view params,
        rpc::Origin origin, Actions &out) const;
    // notifications/cancelled for the request with that id.
    static Send cancellation(const rpc::Id &id, const QString &reason, rpc::Origin origin);
    // The message of request().
    Bytes preview(const Dialect &dialect, Token token, std::string_view method,
        std::string_view params, bool wantProgress) const;
    wire::HttpHeaders headers(
        const Dialect &dialect, std::string_view method, std::string_view params) const;

    // JSON text, see Session::setLogLevel().
    void setLogLevel(std::string level) { m_logLevel = std::move(level); }
    ToolHeaderCache &toolHeaders() { return m_toolHeaders; }
    const ToolHeaderCache &toolHeaders() const { return m_toolHeaders; }

private:
    std::string paramsOf(const Dialect &dialect, std::string_view id, std::string_view method,
        std::string_view params, bool wantProgress) const;

    const bool m_overHttp;
    std::string m_logLevel;
    ToolHeaderCache m_toolHeaders;
};

} // namespace sonde::mcp
