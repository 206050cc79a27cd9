// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/apartmessages.h"
#include "tap/http/httpbreakpoints.h"
#include "wire/link/messagetransport.h"

#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace sonde::tap {

// The breakpoints of a connection whose messages cross it one by one, as those of the bridge
// between a host and a server, and of Sonde's own client: shows them each message, gives the
// connection what they let go, and records what the connection does not carry.
class CrossingBreakpoints final : private MessageParty, private MessageSender {
public:
    // A message that the breakpoints have seen.
    struct Shown {
        rpc::Channel channel = rpc::Channel::Sent;
        Bytes message{};
        // What the connection needs to pass it on as it came; a bridge needs nothing.
        std::variant<std::monostate, wire::Outgoing, wire::Received> origin{};
        std::optional<rpc::Place::About> place{}; // in the recording
        bool isApart = false; // recorded, not by the connection
        Bytes line{}; // as it was shown
    };
    // What is to be passed on.
    struct Passed {
        Bytes text{};
        const Shown *shown = nullptr; // null: a breakpoint or a person has written it
        bool isChanged = false;
        bool isRecorded = false; // apart from what the connection records
        std::optional<rpc::Place::About> place{}; // of what was written here
        std::size_t split = 0; // in two writes, the first with so many bytes; 0: in one
    };

    // Passes on what the breakpoints let go, inside show(), or later.
    class Connection {
    public:
        virtual ~Connection() = default;
        // It may be no message at all.
        virtual void passToServer(const Passed &passed) = 0;
        virtual void passToClient(const Passed &passed) = 0;
        // Nothing is passed on of it.
        virtual void messageDropped(const Shown &dropped) = 0;
        // The response to what a person has composed.
        virtual void messageKept(const Shown &kept) = 0;
        // A breakpoint closes it: its sender is to send no more.
        virtual void directionClosed(rpc::Channel channel) = 0;
        virtual void waitingChanged() = 0; // the last call after some of the others
    };

    // Both outlive it. `addsLineEnds`: over stdio a message is a line.
    CrossingBreakpoints(
        HttpBreakpoints &breakpoints, Connection &connection, bool addsLineEnds = false);
    ~CrossingBreakpoints() override;

    // Until then nothing is recorded. What the context names outlives it.
    void recordTo(const wire::TransportContext &context);

    // There is a connection, so that a person may send messages.
    void open() { m_isOpen = true; }
    // All that waits is gone, and for good.
    void close();
    bool isOpen() const { return m_isOpen; }

    // No breakpoint looks at messages, and none waits.
    bool isIdle() const { return !m_breakpoints.isActive() && m_shown.empty(); }
    // Whether the message is small enough for show().
    static bool fits(const Bytes &message);
    void show(Shown shown);

    bool isWaiting(rpc::Channel channel) const;
    // So much waits that no more of it should be read.
    bool isFull(rpc::Channel channel) const { return m_breakpoints.isFull(channel); }

private:
    void messagePassed(const BreakpointEffect &write) override;
    void messageDropped(const BreakpointEffect &dropped) override;
    void directionClosed(rpc::Channel channel) override;
    void messageNoted(const BreakpointEffect &note) override;
    void messagesMoved() override;

    bool canSend(rpc::Channel) const override { return m_isOpen; }
    void send(rpc::Channel channel, const Bytes &text) override;

    void passComposed(rpc::Channel channel, const Bytes &text, const QString &decider,
        const std::optional<rpc::Place::About> &otherwise);
    void recordShown(Shown &shown);
    void note(
        const char *what, const QString &detail, const std::optional<rpc::Place::About> &about);

    HttpBreakpoints &m_breakpoints;
    Connection &m_connection;
    const bool m_addsLineEnds;
    const std::uint64_t m_number; // of the only exchange, which stands for all of them
    std::optional<ApartMessages> m_apart;
    wire::LifecycleLog *m_lifecycle = nullptr;
    std::map<std::uint64_t, Shown> m_shown; // by position, as long as they wait
    std::vector<std::uint64_t> m_passed; // positions
    std::uint64_t m_newest = 0; // position
    std::optional<rpc::Place::About> m_noted; // the newest message with a note
    QString m_decider; // of the newest note: "by you", "breakpoint 1"
    bool m_isOpen = false;
};

} // namespace sonde::tap
