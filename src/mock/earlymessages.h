// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstddef>
#include <vector>

namespace sonde::mock {

// Messages that wait, in their order, until the other side of a mock is ready: what its real server
// sends before its client is initialized. The same limits hold for the notifications of the client
// for a server that is not open yet.
class EarlyMessages {
public:
    static constexpr std::size_t kMaxMessages = 100;
    static constexpr std::size_t kMaxBytes = std::size_t(1) << 20; // of all of them

    // False: there is no room, and the message is not held.
    bool add(Bytes message);
    // What was held; there is room again.
    std::vector<Bytes> take();

private:
    std::vector<Bytes> m_messages;
    std::size_t m_size = 0; // bytes
};

} // namespace sonde::mock
