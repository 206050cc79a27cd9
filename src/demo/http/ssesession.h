// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/catalog/catalog.h"
#include "demo/dialogue/dialogue.h"
#include "serve/httpreply.h"

namespace sonde::demo {

// A session of HTTP+SSE, the transport of 2024-11-05: everything from the server comes on one
// stream, whose first event names the place to POST to. It lasts as long as the stream.
class SseSession final : public ReplyChannel {
public:
    SseSession(Catalog &catalog, serve::ReplyPointer reply, const std::string &endpoint);

    void post(const Bytes &body, serve::HttpReply &reply);
    void keepAlive() { m_reply->write(": still here\n\n"); }
    bool isOver() const { return !m_reply->isOpen(); }
    void end() { m_reply->end(); }
    Dialogue &dialogue() { return m_dialogue; }

    void send(std::string_view message) override;
    void respond(std::string_view response, ReplyKind) override { send(response); }
    bool isCongested() const override;

private:
    const serve::ReplyPointer m_reply;
    Dialogue m_dialogue; // last: its calls hold this channel
};

} // namespace sonde::demo
