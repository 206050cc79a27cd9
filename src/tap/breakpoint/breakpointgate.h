// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/breakpoint/breakpointengine.h"
#include "tap/relay/gate.h"
#include "tap/relay/inlet.h"

#include <array>
#include <deque>
#include <functional>
#include <mutex>
#include <variant>
#include <vector>

namespace sonde::tap {

// What a window wants of the breakpoints of a tap.
struct AttachWindow {
    bool attached = true;
};
struct DecideHeld {
    std::uint64_t message = 0;
    HeldDecision decision;
};
using GateCommand =
    std::variant<AttachWindow, std::vector<Breakpoint>, DecideHeld, ComposedMessage>;

// Finds the lines in what crosses a relay, and does with them what the breakpoints want. Commands
// come from other threads.
class BreakpointGate final : public Gate {
public:
    // A longer line passes.
    static constexpr std::size_t kMaxLine = std::size_t(16) << 20;
    static constexpr std::size_t kMaxCommands = 1000; // that the relay has not seen yet

    // Called on the relay's thread.
    struct Reports {
        std::function<void(const BreakpointEffect &, Stamp)> effect; // held, let go and noted
        std::function<void(const BreakpointEngine::Hits &)> hits; // all of them, when one changed
    };
    explicit BreakpointGate(Reports reports);

    // Thread-safe. Returns false if too many wait.
    bool command(GateCommand command);

    bool isClosed(rpc::Channel channel) const override;
    void passed(rpc::Channel channel, const Bytes &bytes) override;
    void take(rpc::Channel channel, Stamp at, const Bytes &bytes) override;
    void sourceEnded(rpc::Channel channel) override;
    void sinkEnded(rpc::Channel channel) override;
    std::optional<Bytes> next(rpc::Channel channel) override;
    bool isFull(rpc::Channel channel) const override;
    bool isWaiting(rpc::Channel channel) const override;
    bool endsStream(rpc::Channel channel) const override;
    int wakeDescriptor() const override { return m_woken.descriptor(); }
    std::int64_t nextDue() const override { return m_engine.nextDue(); }
    void serve(Stamp now) override;
    void letGo() override;

private:
    struct Direction {
        std::uint64_t seen = 0; // bytes
        std::string line; // that has not ended
        bool passes = false; // the rest of a line whose beginning has passed
        bool ends = false;
        bool over = false; // its writer or its reader has ended
        std::deque<ComposedMessage> composed; // until that line has ended
        std::deque<Bytes> output;
    };
    Direction &of(rpc::Channel channel) { return m_directions.at(std::size_t(channel)); }
    const Direction &of(rpc::Channel channel) const
    {
        return m_directions.at(std::size_t(channel));
    }
    void takeLine(rpc::Channel channel, Stamp at, std::string_view end);
    void perform(const BreakpointEffects &effects, Stamp now);
    void compose(const ComposedMessage &message, BreakpointEffects &effects);
    void lineEnded(rpc::Channel channel);
    void refuseComposed(rpc::Channel channel, BreakpointEffects &effects);
    void reportHits();
    void perform(const GateCommand &command, Stamp now, BreakpointEffects &effects);

    const Reports m_reports;
    BreakpointEngine m_engine;
    std::array<Direction, 2> m_directions; // by channel: Sent, Received
    Inlet m_woken;
    Inlet m_waker; // the other end
    std::mutex m_mutex; // protects m_commands
    std::vector<GateCommand> m_commands;
};

} // namespace sonde::tap
