// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/dialogue/dialogue.h"
#include "demo/dialogue/outbox.h"
#include "demo/dialogue/pulse.h"
#include "rpc/lineframer.h"

namespace sonde::demo {

// The stdio server without its surroundings: bytes in, bytes out, and the time is told. It decides
// line by line which era a message belongs to, so one process serves both.
class Server {
public:
    Server(const ServerOptions &options, QByteArray secret);

    // `now` never goes back; since when it counts is the caller's choice.
    void receive(const Bytes &chunk, Milliseconds now);
    // The client has closed its side: no more answers, no more cancellations.
    void endInput(Milliseconds now);
    // Does what is due. Nothing is due before nextDeadline().
    void tick(Milliseconds now);
    std::optional<Milliseconds> nextDeadline() const { return timers().next(); }
    // Some call will end by itself, given time.
    bool isWorking() const { return m_dialogue.isWorking(); }

    std::size_t outputSize() const { return m_outbox.size(); }
    std::string takeOutput() { return m_outbox.takeOutput(); } // for stdout
    std::string takeRemarks() { return m_catalog.surroundings.takeRemarks(); } // for stderr

private:
    void receiveFrame(const rpc::Frame &frame);
    const Timers &timers() const { return m_catalog.surroundings.timers; }

    Catalog m_catalog;
    Outbox m_outbox;
    rpc::LineFramer m_framer{kMaxMessage};
    Dialogue m_dialogue{m_catalog, m_outbox};
    Pulse m_pulse;
};

} // namespace sonde::demo
