// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <QPointer>

namespace sonde::mcp {

class Conversation;

// A question of the server's to the client, up to 2025-11-25: sampling/createMessage,
// elicitation/create, roots/list. It may be answered at any time; the first answer counts, and
// copies are the same question.
class ServerRequest {
public:
    ServerRequest(Conversation *conversation, rpc::Message message);

    const rpc::Message &message() const { return m_message; }
    // false once it was answered, the server withdrew it, or the connection ended.
    bool waits() const;
    void answer(const Bytes &result) const; // JSON text, sent byte for byte
    void refuse(int code, const QString &message) const;

private:
    QPointer<Conversation> m_conversation;
    rpc::Message m_message;
};

} // namespace sonde::mcp
