// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/cause.h"
#include "rpc/message.h"

#include <QPointer>

#include <memory>

namespace sonde::mcp {

class Connection;

// A request of the server to its client, up to 2025-11-25: sampling/createMessage,
// elicitation/create, roots/list. It may be answered at any time; the first response counts, and
// copies stand for one request.
class ServerRequest {
public:
    // `task`: the id of the task of ours that it is (2025-11-25 basic/utilities/tasks); empty: it
    // is none, and waits itself.
    ServerRequest(
        Connection *connection, rpc::Message message, Cause cause = {}, std::string task = {});

    const rpc::Message &message() const { return *m_message; }
    // Its document; stays as long as somebody holds it.
    std::shared_ptr<const json::Document> document() const;
    const Cause &cause() const { return m_cause; }
    const std::string &task() const { return m_task; }
    // false once it was answered, the server withdrew it, or the connection ended.
    bool waits() const;
    void answer(const Bytes &result) const; // JSON text, sent byte for byte
    void refuse(int code, const QString &message) const;
    // A line of the trace about it, such as rpc::lifecycle::kAutomatic.
    void logLifecycle(const QString &what, const QString &detail) const;

private:
    QPointer<Connection> m_connection;
    std::shared_ptr<const rpc::Message> m_message;
    Cause m_cause;
    std::string m_task;
};

} // namespace sonde::mcp
