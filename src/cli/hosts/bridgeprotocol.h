// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/toolheadercache.h"
#include "rpc/message.h"
#include "wire/link/messagetransport.h"

#include <optional>
#include <set>

namespace sonde::cli {

// What a bridge between a host on stdio and a server with a URL must learn from the messages that
// cross it: the headers that a transport over HTTP needs besides the messages themselves.
class BridgeProtocol {
public:
    struct Step {
        std::optional<wire::HttpProtocol> before; // to set before the message is sent
        std::optional<wire::Outgoing> message; // nothing: it is not sent
        std::optional<wire::HttpProtocol> after;
        std::optional<rpc::Id> abandoned; // the stream of this request is to be closed
    };

    // A message of the host; Kind::Invalid gives nothing to do.
    Step fromHost(const rpc::Message &message);
    // A message of the server. Returns what is to be set because of it.
    std::optional<wire::HttpProtocol> fromServer(const rpc::Message &message);

private:
    void addRequest(const rpc::Message &message, Step &step);
    void addNotification(const rpc::Message &message, Step &step);

    QByteArray m_version; // negotiated, or named by each request
    bool m_isModern = false;
    rpc::Id m_initialize; // the id of this request
    std::set<rpc::Id> m_lists; // ids of tools/list
    mcp::ToolHeaderCache m_tools;
};

} // namespace sonde::cli
