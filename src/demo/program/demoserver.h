// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/catalog/pulse.h"
#include "demo/dialogue/dialogue.h"
#include "demo/dialogue/outbox.h"
#include "rpc/lineframer.h"

namespace sonde::demo {

// The stdio server without I/O: bytes in, bytes out; the time is passed in. The era is recognised
// line by line, so that one process serves both.
class DemoServer {
public:
    DemoServer(const ServerOptions &options, QByteArray secret);

    // `now` never goes back; it may count from any moment.
    void receive(const Bytes &chunk, Milliseconds now);
    // The client has closed its end: no more messages arrive.
    void endInput(Milliseconds now);
    // Runs due timers. None is due before nextDeadline().
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
