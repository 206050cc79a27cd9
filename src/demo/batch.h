// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/outbox.h"

namespace sonde::demo {

// The answers to one array of messages (2025-03-26 basic#batching), sent together when the last
// is there. Whoever may still add one has entered.
class Batch {
public:
    explicit Batch(Outbox &outbox)
        : m_outbox(outbox)
    {
    }

    void enter() { ++m_open; }
    void add(std::string_view response)
    {
        m_text += m_text.empty() ? '[' : ',';
        m_text += response;
    }
    void leave()
    {
        if (--m_open == 0 && !m_text.empty())
            m_outbox.send(m_text + ']');
    }
    bool isOver() const { return m_open == 0; }

private:
    Outbox &m_outbox;
    std::string m_text;
    int m_open = 0;
};

} // namespace sonde::demo
