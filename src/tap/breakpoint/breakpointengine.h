// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/message.h"
#include "tap/announce/tapline.h"
#include "tap/breakpoint/askedrequests.h"
#include "tap/breakpoint/breakpoint.h"
#include "tap/breakpoint/breakpointeffect.h"
#include "tap/breakpoint/composedrequests.h"
#include "tap/breakpoint/waitingmessages.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::tap {

// What a person decides on a message that is held, or a program that the window runs for a
// breakpoint (BreakpointAction::Kind::Program).
struct HeldDecision {
    enum class Kind : std::uint8_t {
        SendAsItWas,
        SendChanged,
        Drop,
        Delay,
        Respond,
        Program, // `text`, which the program has printed, is sent
        ProgramFailed, // the message is sent as it was
    };
    Kind kind = Kind::SendAsItWas;
    // SendChanged, Program: the message; Respond: the response; ProgramFailed: why; each on one
    // line.
    std::string text{};
    std::chrono::milliseconds delay{0};
};

// A request or notification that a person sends in the name of the host or of the server.
struct ComposedMessage {
    std::uint64_t number = 0; // as the window counts
    rpc::Channel channel = rpc::Channel::Sent;
    std::string text{}; // on one line
};

// Breakpoints between a host and a server: gets each message before it is passed on, and says what
// happens to it. A state machine without I/O.
//
// - Without a window nothing waits: what was held goes on, in order, when the last one is gone.
// - A message waits for those of its direction that wait before it, unless their breakpoint says
//   that others pass.
// - The first breakpoint of the list that fits and acts decides. A message of a batch is no message
//   of its own, so batches pass.
// - `initialize`, `server/discover` and their responses are never held: a client waits for them for
//   a few seconds only.
// - Over HTTP a body carries one message, so that a response in a body of its own cannot be sent
//   twice. A request that is sent twice, and the response to a request of the server, are for
//   exchanges of their own: they are written to the server when the one of the message has begun.
// - A notification that cancels a request which waits takes it out, and goes no further itself: its
//   receiver has never seen the request. Nor does one for a request that was dropped or answered
//   here. Any other overtakes what waits.
class BreakpointEngine {
public:
    static constexpr std::size_t kMaxBreakpoints = 200;
    static constexpr std::size_t kMaxWaiting = WaitingMessages::kMaxSize;
    static constexpr std::size_t kMaxCount = WaitingMessages::kMaxCount;
    using Hits = std::map<std::uint32_t, std::uint64_t>; // by number of the breakpoint
    static constexpr std::int64_t kNever = WaitingMessages::kNever;

    explicit BreakpointEngine(TapTransport transport = TapTransport::Stdio)
        : m_transport(transport)
    {
    }

    // Those with a number that there was before keep their hits.
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    // Whether a window is there.
    void setAttached(bool attached, BreakpointEffects &out);
    std::uint64_t hits(std::uint32_t number) const;
    const Hits &hits() const { return m_hits; }
    // Whether hits() may have changed since the last call.
    bool drainHits() { return std::exchange(m_newHits, false); }

    // Whether messages of this direction have to be shown to the engine.
    bool isActive(rpc::Channel channel) const;
    // Whether a breakpoint could stop one of them.
    bool stops(rpc::Channel channel) const;
    bool isWaiting(const MessagePath &path) const { return m_waiting.isWaiting(path); }
    bool isFull(rpc::Channel channel) const { return m_waiting.isFull(channel); }
    bool holds() const { return m_waiting.holds(); } // a message, until a window has decided

    // A message with its line end.
    struct Line {
        rpc::Channel channel = rpc::Channel::Sent;
        Bytes bytes{};
        Stamp at{};
        std::uint64_t position = 0; // the bytes of its direction before it
        std::uint64_t exchange = 0; // of MessagePath
        int client = 0; // over HTTP several clients number their requests alike
        bool isAlone = false; // over HTTP it is the whole body of a response

        MessagePath path() const { return {channel, exchange}; }
    };
    void take(const Line &line, BreakpointEffects &out);
    // A decision that makes no sense is refused, and the message is still held.
    void decide(
        std::uint64_t message, const HeldDecision &decision, Stamp now, BreakpointEffects &out);
    // Overtakes what waits. Its response is kept from the other side.
    void compose(const ComposedMessage &message, BreakpointEffects &out);
    // Whether messages have to be shown because responses to what was composed may be among them.
    bool isComposing() const { return m_composed.isWaiting(); }
    // Its response did not cross, or will not.
    void forgetComposed(rpc::Channel channel, const rpc::Id &id) { m_composed.forget(channel, id); }
    // The reader of this direction is gone, so nothing that waits can be written.
    void drop(const MessagePath &path, BreakpointEffects &out) { m_waiting.drop(path, out); }
    // Its sender has given up a request: if it waits, it is not written any more. Returns whether
    // it waited.
    bool withdraw(rpc::Channel channel, int client, const rpc::Id &request, BreakpointEffects &out)
    {
        return m_waiting.withdraw(channel, client, request, out);
    }
    void tick(std::int64_t now, BreakpointEffects &out) { m_waiting.tick(now, out); }
    // Steady time of the next tick(); kNever: none is needed.
    std::int64_t nextDue() const { return m_waiting.nextDue(); }

private:
    using Asked = AskedRequests::Asked;

    const Breakpoint *hit(const Line &line, const rpc::Message &message, const Asked &asked);
    void act(const Breakpoint &breakpoint, const Line &line, const rpc::Message &message,
        const Asked &asked, BreakpointEffects &out);
    void hold(const Breakpoint &breakpoint, const Line &line, const rpc::Message &message,
        const Asked &asked, BreakpointEffects &out);
    void cancel(const Line &line, const rpc::Id &request, BreakpointEffects &out);
    bool breakBytes(const Breakpoint &breakpoint, const Line &line, const rpc::Message &message,
        BreakpointEffects &out);
    bool isHttp() const { return m_transport == TapTransport::Http; }
    void respond(const MessagePath &path, std::uint64_t position, const Bytes &response,
        BreakpointEffects &out);
    // nullopt: it may be decided.
    static std::optional<TapRefusal> refusalOf(
        const WaitingMessage &item, const HeldDecision &decision);
    void decide(const MessagePath &path, WaitingMessage &item, const HeldDecision &decision,
        Stamp now, BreakpointEffects &out);

    const TapTransport m_transport;
    std::vector<Breakpoint> m_breakpoints;
    Hits m_hits;
    bool m_newHits = false;
    bool m_attached = false;
    std::uint64_t m_held = 0; // the newest number
    ComposedRequests m_composed;
    WaitingMessages m_waiting;
    AskedRequests m_asked;
};

} // namespace sonde::tap
