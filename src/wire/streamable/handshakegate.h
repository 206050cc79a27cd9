// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/httpflow.h"

namespace sonde::wire {

// Holds messages back until the server has accepted notifications/initialized, and then until the
// standing stream is open. Each exchange may have its own connection, so a request could overtake
// both: servers reject requests before the end of the handshake (2025-11-25
// basic/lifecycle#initialization), and notifications that the first requests cause would find no
// stream.
class HandshakeGate {
public:
    // How long to wait for the response to notifications/initialized.
    static constexpr std::chrono::milliseconds kMaxWait{5000};
    // How long to wait for the standing stream: some servers send its head only with the first
    // event.
    static constexpr std::chrono::milliseconds kMaxStreamWait{250};

    static bool isHandshakeEnd(const Outgoing &message);

    // Holds messages until the exchange has a response, at most for that time.
    void close(HttpKey key, Stamp now, std::chrono::milliseconds atMost);
    bool isClosed() const { return m_key != 0; }
    bool isClosedBy(HttpKey key) const { return isClosed() && m_key == key; }
    void hold(const Outgoing &message) { m_held.push_back(message); }
    void forget(const rpc::Id &request);
    std::vector<Outgoing> open(); // returns the held messages
    std::int64_t deadline() const { return m_deadline; } // when to open it at the latest

private:
    HttpKey m_key = 0;
    std::int64_t m_deadline = HttpFlow::kNever;
    std::vector<Outgoing> m_held;
};

} // namespace sonde::wire
