// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/crossingbreakpoints.h"
#include "wire/link/messagetransport.h"

#include <memory>
#include <vector>

namespace sonde::tap {

class BreakpointPort;

// The breakpoints between Sonde's own client and the transport of one connection: shows them each
// message before it goes on. While no breakpoint is on, everything passes at once. What the wire
// carries is recorded by the transport, and what it does not carry apart.
class BreakpointTransport final : public wire::MessageTransport,
                                  private wire::MessageSink,
                                  private CrossingBreakpoints::Connection {
public:
    // `inner` is not started yet.
    BreakpointTransport(std::unique_ptr<wire::MessageTransport> inner,
        const wire::TransportContext &context, TapTransport transport,
        std::shared_ptr<BreakpointPort> port);
    ~BreakpointTransport() override;

    void start() override;
    void send(const wire::Outgoing &message) override;
    void flush() override { m_inner->flush(); }
    void stop() override;
    void setReading(bool reading) override;
    void setBatchesAllowed(bool allowed) override;
    void setProtocol(const wire::HttpProtocol &protocol) override;
    void abandon(const rpc::Id &id) override;
    void setAuthorization(const wire::AuthorizationGiven &given) override;

private:
    using Passed = CrossingBreakpoints::Passed;
    using Shown = CrossingBreakpoints::Shown;

    std::vector<wire::Event> &events() override { return m_sink->events(); }
    void handOn() override;

    void passToServer(const Passed &passed) override;
    void passToClient(const Passed &passed) override;
    void messageDropped(const Shown &dropped) override;
    void messageKept(const Shown &kept) override;
    void directionClosed(rpc::Channel channel) override;
    void waitingChanged() override;

    bool isIdle() const { return !m_crossing.isOpen() || m_crossing.isIdle(); }
    void take(wire::Event &event);
    void takeMessage(wire::Received &received);
    static void change(wire::Outgoing &message, const Bytes &text);
    void receive(const Bytes &text, const wire::Received &like);
    wire::Outgoing madeOf(const Bytes &text) const;
    void end();
    void reportHolding();
    void updateReading();

    const TapTransport m_transport;
    const std::shared_ptr<BreakpointPort> m_port;
    HttpBreakpoints m_breakpoints;
    CrossingBreakpoints m_crossing; // open between Started and the end
    std::unique_ptr<wire::MessageTransport> m_inner;
    bool m_isTaking = false; // events are handed on after all of them
    bool m_holds = false; // as the client knows it
    bool m_reads = true; // as the client wants it
    bool m_isReading = true;
    bool m_batchesAllowed = true;
    bool m_isStateless = false; // HttpProtocol::stateless
};

} // namespace sonde::tap
