// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/breakpointeffects.h"
#include "support/faketransport.h"
#include "support/recordingsink.h"
#include "tap/own/ownlink.h"
#include "wire/link/lifecyclelog.h"

#include <QStringList>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sonde::tests {

using namespace Qt::StringLiterals;
using rpc::Channel;
using tap::TapTransport;

inline rpc::Message decoded(const std::string &text)
{
    rpc::Message message;
    rpc::decodeOne(Bytes::copyOf(text), message);
    return message;
}

// A connection with breakpoints between a client and a wire, both of which only write down what
// comes.
struct Path final : private wire::MessageSink {
    explicit Path(tap::OwnLink &link, TapTransport transport = TapTransport::Stdio)
    {
        lifecycle.open(&traffic, traffic.openStream({u"demo"_s, 1, Channel::Lifecycle, false}));
        const wire::TransportContext context{&traffic, u"demo"_s, 1, false, &lifecycle};
        auto wire = std::make_unique<test::FakeTransport>(did);
        inner = wire.get();
        outer = link.decorator(transport)(std::move(wire), context);
        outer->setSink(this);
        outer->start();
    }

    void send(const std::string &text)
    {
        const rpc::Message message = decoded(text);
        wire::Outgoing outgoing;
        outgoing.message = message.bytes();
        outgoing.id = message.id;
        outgoing.headers = headers;
        if (message.kind == rpc::Kind::Request)
            outgoing.kind = wire::Outgoing::Kind::Request;
        outer->send(outgoing);
    }
    void receive(const std::string &text)
    {
        wire::Received received;
        received.message = decoded(text);
        received.at = at(7);
        received.place = {9, 100, text.size()};
        inner->tell(std::move(received));
    }

    // What was done since the last call: the notes, then the rest in its order.
    QStringList drain()
    {
        QStringList all;
        for (; m_noted < traffic.messages.size(); ++m_noted) {
            const auto &one = traffic.messages[m_noted];
            if (one.kind == rpc::Kind::Lifecycle)
                all += u"note "_s + QString::fromStdString(one.method);
        }
        return all + std::exchange(did, {});
    }
    QStringList notes() const // as they are recorded
    {
        QStringList texts;
        for (const auto &one : traffic.messages) {
            if (one.kind == rpc::Kind::Lifecycle)
                texts += QString::fromStdString(one.text);
        }
        return texts;
    }
    // The messages that are recorded apart from the wire.
    QStringList apart() const
    {
        QStringList texts;
        for (const auto &one : traffic.messages) {
            if (one.kind != rpc::Kind::Lifecycle)
                texts += QString::fromStdString(one.text);
        }
        return texts;
    }

    std::vector<wire::Event> &events() override { return m_events; }
    void handOn() override
    {
        for (const wire::Event &event : std::exchange(m_events, {})) {
            if (const auto *const received = std::get_if<wire::Received>(&event)) {
                came.push_back(*received);
                did += (received->message.kind == rpc::Kind::Invalid ? u"client, no message "_s
                                                                     : u"client "_s)
                    + QString::fromLatin1(received->message.bytes().toByteArray());
            } else if (const auto *const holds = std::get_if<wire::BreakpointHolds>(&event)) {
                did += holds->holds ? u"clock stops"_s : u"clock goes on"_s;
            } else if (const auto *const lost = std::get_if<wire::BreakpointDropped>(&event)) {
                did += (lost->isResponse ? u"client, response dropped "_s
                                         : u"client, request dropped "_s)
                    + QString::fromStdString(lost->request);
            } else if (std::holds_alternative<wire::Ended>(event)) {
                did += u"ended"_s;
            }
        }
    }

    test::RecordingSink traffic;
    wire::LifecycleLog lifecycle;
    QStringList did;
    wire::HttpHeaders headers;
    std::vector<wire::Received> came;
    test::FakeTransport *inner = nullptr;
    std::unique_ptr<wire::MessageTransport> outer;

private:
    std::vector<wire::Event> m_events;
    std::size_t m_noted = 0;
};

} // namespace sonde::tests
