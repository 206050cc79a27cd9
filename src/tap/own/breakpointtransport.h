// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/apartmessages.h"
#include "tap/http/httpbreakpoints.h"
#include "wire/link/messagetransport.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::tap {

class BreakpointPort;

// The breakpoints between Sonde's own client and the transport of one connection: shows them each
// message before it goes on. While no breakpoint is on, everything passes at once. What the wire
// carries is recorded by the transport, and what it does not carry apart.
class BreakpointTransport final : public wire::MessageTransport,
                                  private wire::MessageSink,
                                  private MessageParty,
                                  private MessageSender {
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
    // A message that the breakpoints have seen, of one direction.
    struct Shown {
        Bytes line{}; // as it was shown
        std::optional<wire::Outgoing> outgoing{};
        std::optional<wire::Received> received{};
        std::optional<rpc::Place::About> place{}; // in the recording
        bool isApart = false; // recorded, not by the transport
    };

    std::vector<wire::Event> &events() override { return m_sink->events(); }
    void handOn() override;

    void messagePassed(const BreakpointEffect &write) override;
    void messageDropped(const BreakpointEffect &dropped) override;
    void directionClosed(rpc::Channel channel) override;
    void messageNoted(const BreakpointEffect &note) override;
    void messagesMoved() override;

    bool canSend(rpc::Channel) const override { return m_isOpen; }
    void send(rpc::Channel channel, const Bytes &text) override;

    bool isIdle() const { return !m_isOpen || (!m_breakpoints.isActive() && m_shown.empty()); }
    bool shows(const Bytes &message) const;
    void show(rpc::Channel channel, Shown shown);
    void take(wire::Event &event);
    void takeMessage(wire::Received &received);
    void passToServer(const Bytes &text, const Shown *shown, bool isChanged);
    void passToClient(const Bytes &text, const wire::Received &like);
    wire::Outgoing madeOf(const Bytes &text) const;
    void note(
        const char *what, const QString &detail, const std::optional<rpc::Place::About> &about);
    void end();
    void reportHolding();
    void updateReading();

    const wire::TransportContext m_context;
    const TapTransport m_transport;
    const std::shared_ptr<BreakpointPort> m_port;
    HttpBreakpoints m_breakpoints;
    const std::uint64_t m_number; // of the only exchange, which stands for all of them
    ApartMessages m_apart;
    std::unique_ptr<wire::MessageTransport> m_inner;
    std::map<std::uint64_t, Shown> m_shown; // by position, as long as they wait
    std::vector<std::uint64_t> m_passed; // positions
    std::uint64_t m_newest = 0; // position
    rpc::Place::About m_noted{}; // the newest message with a note
    QString m_decider; // of the newest note: "by you", "breakpoint 1"
    bool m_isOpen = false; // between Started and the end
    bool m_isTaking = false; // events are handed on after all of them
    bool m_holds = false; // as the client knows it
    bool m_reads = true; // as the client wants it
    bool m_isReading = true;
    bool m_batchesAllowed = true;
    bool m_isStateless = false; // HttpProtocol::stateless
};

} // namespace sonde::tap
