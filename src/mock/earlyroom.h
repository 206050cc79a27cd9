// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace sonde::mock {

// The room for messages that wait until the other side of a mock is ready: what its real server
// sends before its client is initialized, and the notifications of the client for a server that is
// not open yet.
class EarlyRoom {
public:
    static constexpr std::size_t kMaxMessages = 100;
    static constexpr std::size_t kMaxBytes = std::size_t(1) << 20; // of all of them

    // Counts a message of that size. False: there is no room for it.
    bool add(std::size_t bytes)
    {
        if (m_messages >= kMaxMessages || bytes > kMaxBytes - m_bytes)
            return false;
        ++m_messages;
        m_bytes += bytes;
        return true;
    }
    void clear() { *this = {}; } // none of them waits any more

private:
    std::size_t m_messages = 0;
    std::size_t m_bytes = 0;
};

} // namespace sonde::mock
