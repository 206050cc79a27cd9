// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/replychannel.h"

#include <string>
#include <utility>

namespace sonde::demo {

// The channel of stdio: everything waits to be written to standard output, one message a line.
class Outbox final : public ReplyChannel {
public:
    void send(std::string_view message) override
    {
        m_output += message;
        m_output += '\n';
    }
    void respond(std::string_view response, ReplyKind) override { send(response); }

    std::size_t size() const { return m_output.size(); }
    std::string takeOutput() { return std::exchange(m_output, {}); }

private:
    std::string m_output;
};

} // namespace sonde::demo
