// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/replychannel.h"

#include <string>

namespace sonde::demo {

// The responses to one batch (2025-03-26 basic#batching), sent together when the last one is
// complete.
class Batch final : public ReplyChannel {
public:
    explicit Batch(ReplyChannel &channel)
        : m_channel(channel)
    {
        m_channel.enter();
    }

    void send(std::string_view message) override { m_channel.send(message); }
    void respond(std::string_view response, ReplyKind) override
    {
        m_text += m_text.empty() ? '[' : ',';
        m_text += response;
    }
    void enter() override { ++m_open; }
    void leave() override
    {
        if (--m_open > 0)
            return;
        if (!m_text.empty())
            m_channel.respond(m_text + ']', ReplyKind::Handled);
        m_channel.leave();
    }
    bool isCongested() const override { return m_channel.isCongested(); }
    void hangUp() override { m_channel.hangUp(); }

    bool isOver() const { return m_open == 0; }

private:
    ReplyChannel &m_channel;
    std::string m_text;
    int m_open = 0;
};

} // namespace sonde::demo
