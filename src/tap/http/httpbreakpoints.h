// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/announce/announcement.h"
#include "tap/breakpoint/breakpointengine.h"
#include "tap/breakpoint/breakpointgate.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sonde::tap {

// An exchange, which hears what becomes of the messages that it has shown to the breakpoints:
// inside HttpBreakpoints::take(), or later.
class MessageParty {
public:
    virtual ~MessageParty() = default;
    // To be passed on: what was shown with that position, as it was (the same bytes, not a copy of
    // them) or changed. Received before the request is sent: in place of the server's response.
    // Sent after that: in an exchange of its own.
    virtual void messagePassed(const BreakpointEffect &write) = 0;
    virtual void messageDropped(const BreakpointEffect &dropped) = 0;
    virtual void directionClosed(rpc::Channel channel) = 0;
    // For the recording: an event of rpc::lifecycle.
    virtual void messageNoted(const BreakpointEffect &note) = 0;
    virtual void messagesMoved() = 0; // the last call after some of the others
};

// Sends messages of a person: to the server, each in an exchange of its own, or to the host, in an
// event stream that is open.
class MessageSender {
public:
    virtual ~MessageSender() = default;
    virtual bool canSend(rpc::Channel channel) const = 0; // it knows a session, or a stream
    virtual void send(rpc::Channel channel, const Bytes &text) = 0; // one message
};

// The breakpoints of a tap over HTTP, between its exchanges, or the bridge that stands for all of
// them, and the window that sets them.
class HttpBreakpoints final : public QObject, public WindowListener {
    Q_OBJECT
public:
    // A longer message passes.
    static constexpr std::size_t kMaxMessage = BreakpointGate::kMaxLine;

    // Called on the thread of this object; lines have their ends.
    struct Window {
        std::function<void(const std::string &)> tell;
        std::function<void(const std::string &)> tellNewest; // replaces what it was given before
    };
    // `transport`: how messages travel on the side of the server.
    explicit HttpBreakpoints(
        Window window, QObject *parent = nullptr, TapTransport transport = TapTransport::Http);

    // Returns the number of the exchange. What it has shown is gone when it leaves.
    std::uint64_t enter(MessageParty &party);
    void leave(std::uint64_t exchange);

    // Whether requests are to be shown: any breakpoint is on, because responses need their methods,
    // or one of them may be the response to what a person has composed.
    bool isActive() const { return m_isActive; }
    // Whether events are to be shown, because one of them may be such a response.
    bool isComposing() const { return m_engine.isComposing(); }
    void forgetComposed(rpc::Channel channel, const rpc::Id &id);
    // Whether messages of this direction are to be shown.
    bool stops(rpc::Channel channel) const { return m_engine.stops(channel); }
    bool isWaiting(const MessagePath &path) const { return m_engine.isWaiting(path); }
    bool holds() const { return m_engine.holds(); } // a message, until the window has decided
    // Its sender has given up a request: if it waits, it is dropped. Returns whether it waited.
    bool withdraw(rpc::Channel channel, int client, const rpc::Id &request);
    // So much waits that no more of it should be shown.
    bool isFull(rpc::Channel channel) const { return m_engine.isFull(channel); }
    // `text` is one message; anything else passes behind what waits. `isAlone`: the whole body.
    void take(const MessagePath &path, int client, std::uint64_t position, const Bytes &text,
        bool isAlone = false);

    // Who sends what a person composes; nullptr: nobody, so that it is refused.
    void setSender(MessageSender *sender) { m_sender = sender; }

    // At once, on the thread of this object. Returns false for a line that no window says.
    bool obey(std::string_view line);
    bool windowSaid(std::string_view line) override; // on the announcement's thread
    void windowLeft() override; // as well

private:
    void obey(const std::vector<GateCommand> &commands);
    void obey(const GateCommand &command, BreakpointEffects &effects);
    void compose(const ComposedMessage &message, BreakpointEffects &effects);
    void perform(const BreakpointEffects &effects);
    void perform(const BreakpointEffect &effect);
    MessageParty *party(std::uint64_t exchange) const;

    const Window m_window;
    BreakpointEngine m_engine;
    bool m_isActive = false;
    MessageSender *m_sender = nullptr;
    std::map<std::uint64_t, MessageParty *> m_parties;
    std::uint64_t m_newest = 0; // number of an exchange
    std::atomic<std::size_t> m_waiting = 0; // commands
    QTimer m_timer; // of the engine
};

} // namespace sonde::tap
