// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/transport.h"

#include <deque>
#include <functional>
#include <variant>

namespace sonde::wire {

// A transport without a process: the other side is a function. For tests of what stands above.
class LoopbackTransport final : public Transport {
    Q_OBJECT
public:
    // Gets what is sent, and may respond.
    using Peer = std::function<void(LoopbackTransport &, const Bytes &)>;

    explicit LoopbackTransport(Peer peer, QObject *parent = nullptr);

    void start() override;
    void send(const Bytes &bytes) override;
    void stop() override; // ends with exit code 0
    void setReading(bool reading) override;

    // What the peer says. Arrives from the event loop, in this order, while reading is on.
    void respond(const Bytes &bytes);
    void diagnose(const Bytes &bytes);
    void end(const ExitReport &report);

private:
    struct Response {
        Bytes bytes;
    };
    struct Diagnosis {
        Bytes bytes;
    };
    using Event = std::variant<StartReport, Response, Diagnosis, ExitReport>;

    void queue(Event event);
    void deliver();

    Peer m_peer;
    std::deque<Event> m_events;
    bool m_reading = true;
    bool m_ended = false;
};

} // namespace sonde::wire
