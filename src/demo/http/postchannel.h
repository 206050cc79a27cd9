// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/replychannel.h"
#include "serve/eventstream.h"

namespace sonde::demo {

// The response to one POST of a session: JSON when the JSON-RPC response comes first, an event
// stream when another message does.
class PostChannel final : public ReplyChannel {
public:
    // `fields` go into the head of the response.
    PostChannel(
        serve::ReplyPointer reply, int number, bool primed, serve::HttpReply::Fields fields = {})
        : m_reply(std::move(reply))
        , m_fields(std::move(fields))
        , m_stream(number, primed)
        , m_primed(primed)
    {
    }

    void send(std::string_view message) override;
    void respond(std::string_view response, ReplyKind verdict) override;
    void enter() override { ++m_open; }
    void leave() override;
    bool isCongested() const override { return m_stream.isCongested(); }
    void hangUp() override;

    // No more will come.
    bool isOver() const { return m_open == 0; }
    serve::EventStream *stream() { return m_streaming ? &m_stream : nullptr; }

private:
    void openStream();

    serve::ReplyPointer m_reply;
    const serve::HttpReply::Fields m_fields;
    serve::EventStream m_stream;
    const bool m_primed;
    bool m_streaming = false;
    int m_open = 0;
};

} // namespace sonde::demo
