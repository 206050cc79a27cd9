// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/catalog/catalog.h"
#include "demo/dialogue/dialogue.h"
#include "serve/httpreply.h"

namespace sonde::demo {

// One request of 2026-07-28 over HTTP: answered with JSON, or with a stream of events when
// something comes before the result. When the client closes the stream, the request is cancelled.
class ModernPost final : public ReplyChannel {
public:
    ModernPost(Catalog &catalog, serve::ReplyPointer reply);

    void receive(rpc::Message message);
    void endSubscriptions() { m_dialogue.endSubscriptions(); }
    void keepAlive();
    bool isOver() const { return !m_reply->isOpen(); }
    Dialogue &dialogue() { return m_dialogue; }

    void send(std::string_view message) override;
    void respond(std::string_view response, ReplyKind verdict) override;
    bool isCongested() const override;

private:
    const serve::ReplyPointer m_reply;
    Dialogue m_dialogue; // last: its calls hold this channel
};

} // namespace sonde::demo
