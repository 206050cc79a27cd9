// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "tap/http/apartmessages.h"
#include "tap/http/httpbreakpoints.h"
#include "wire/link/lifecyclelog.h"

#include <QString>

#include <cstdint>
#include <map>
#include <optional>

namespace sonde::cli {

// The breakpoints of a bridge between a host on stdio and a server with a URL: shows them what
// crosses, and records what they do.
class BridgeBreakpoints final : private tap::MessageParty, private tap::MessageSender {
public:
    // Passes on what the breakpoints let go, inside takeFromHost() and takeFromServer(), or later.
    class Bridge {
    public:
        virtual ~Bridge() = default;
        // `isRecorded`: the message of the host is recorded apart from what is sent. It may be no
        // message at all.
        virtual void passToServer(const Bytes &text, bool isRecorded) = 0;
        // In two writes, the first with so many bytes; 0: in one.
        virtual void passToHost(const Bytes &text, std::size_t first) = 0;
        virtual void hostClosed() = 0; // by a breakpoint: the host is to send no more
        virtual void serverClosed() = 0;
        virtual void waitingChanged() = 0;
    };

    // Both outlive it.
    BridgeBreakpoints(tap::HttpBreakpoints &breakpoints, Bridge &bridge);
    ~BridgeBreakpoints() override;

    // Until then nothing is recorded. `traffic` outlives it; nullptr: nothing is.
    void recordTo(rpc::TrafficSink *traffic, const QString &server, int connection);

    // There is a connection, so that a person may send messages.
    void setOpen() { m_isOpen = true; }

    // Return false if no breakpoint looks at the message: it is to be passed on at once.
    bool takeFromHost(const Bytes &message);
    // `place`: where the message is recorded.
    bool takeFromServer(const Bytes &message, const rpc::Place &place);

    // Messages of the host wait.
    bool isWaiting() const;
    // So much of the host's waits that no more of it should be read.
    bool isFull() const { return m_breakpoints.isFull(rpc::Channel::Sent); }

private:
    struct Shown {
        Bytes text;
        std::optional<rpc::Place::About> place{};
        bool isApart = false; // recorded
    };

    void messagePassed(const tap::BreakpointEffect &write) override;
    void messageDropped(const tap::BreakpointEffect &dropped) override;
    void directionClosed(rpc::Channel channel) override;
    void messageNoted(const tap::BreakpointEffect &note) override;
    void messagesMoved() override;

    bool canSend(rpc::Channel) const override { return m_isOpen; }
    void send(rpc::Channel channel, const Bytes &text) override;

    bool shows(rpc::Channel channel, const Bytes &message) const;
    void show(rpc::Channel channel, const Shown &shown);
    void note(
        const char *what, const QString &detail, const std::optional<rpc::Place::About> &about);
    void forgetWhatIsGone();

    tap::HttpBreakpoints &m_breakpoints;
    Bridge &m_bridge;
    const std::uint64_t m_number;
    std::optional<tap::ApartMessages> m_apart;
    wire::LifecycleLog m_lifecycle;
    std::map<std::uint64_t, Shown> m_shown; // by position, until nothing waits
    std::uint64_t m_newest = 0; // position
    bool m_isOpen = false;
};

} // namespace sonde::cli
