// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/cause.h"
#include "rpc/message.h"

#include <QPointer>

#include <memory>

namespace sonde::mcp {

class RequestReplies;

// A request of the server to its client, up to 2025-11-25: sampling/createMessage,
// elicitation/create, roots/list. It may be answered at any time; the first response counts, and
// copies stand for one request.
class ServerRequest {
public:
    // `task`: the id of the client's task that the request became (2025-11-25
    // basic/utilities/tasks); empty: it waits for a response itself.
    // `replies` of the connection, and end with it; nullptr: it has ended.
    ServerRequest(
        RequestReplies *replies, rpc::Message message, Cause cause = {}, std::string task = {});

    const rpc::Message &message() const { return *m_message; }
    // The document of the message; stays valid as long as it is held.
    std::shared_ptr<const json::Document> document() const;
    const Cause &cause() const { return m_cause; }
    const std::string &task() const { return m_task; }
    // False once it has a response, the server withdrew it, or the connection ended.
    bool waits() const;
    // Whether cause() is known and has ended, so that the server may ignore a response.
    bool isCauseOver() const;
    void respond(const Bytes &result) const; // JSON text, sent byte for byte
    void refuse(int code, const QString &message) const;
    void refuse(const Bytes &error) const; // JSON text of an error object, sent byte for byte
    // Records a line about the request; `what` is one of rpc::lifecycle, such as kAutomatic.
    void logLifecycle(const QString &what, const QString &detail) const;

private:
    QPointer<RequestReplies> m_replies;
    std::shared_ptr<const rpc::Message> m_message;
    Cause m_cause;
    std::string m_task;
};

} // namespace sonde::mcp
