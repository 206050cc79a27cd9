// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/tapcomposer.h"

#include "tap/breakpoint/composedrequests.h"
#include "tap/breakpoint/controlline.h"
#include "tap/breakpoint/controllink.h"
#include "json/document.h"
#include "json/singleline.h"

#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace sonde::session {

using tap::ControlLink;
using tap::TapRefusal;

namespace {

constexpr int kHexBase = 16;

Bytes lineOf(const Bytes &text)
{
    return json::Document::parse(text).isValid() ? json::singleLine(text) : text;
}

} // namespace

void TapComposer::connectTo(ControlLink *link)
{
    if (m_link)
        disconnect(m_link, nullptr, this, nullptr);
    end();
    m_link = link;
    connect(link, &ControlLink::composed, this, [this](const tap::TapComposed &message) {
        if (m_waiting.erase(message.number) > 0)
            Q_EMIT sent(message.number);
    });
    connect(link, &ControlLink::refused, this, [this](const tap::TapRefused &message) {
        if (message.composed)
            refuse(message.message, message.why);
    });
    connect(link, &ControlLink::closed, this, &TapComposer::end);
    Q_EMIT liveChanged();
}

bool TapComposer::isLive() const
{
    return m_link && m_link->isOpen();
}

std::string TapComposer::newId()
{
    const QString random = QString::number(QRandomGenerator::system()->generate64(), kHexBase);
    return '"' + std::string(tap::ComposedRequests::kPrefix) + random.toStdString() + '"';
}

std::optional<TapRefusal> TapComposer::refusalOf(rpc::Channel channel, const Bytes &text) const
{
    const Bytes line = lineOf(text);
    if (line.size() > tap::BreakpointAction::kMaxText)
        return TapRefusal::TooLong;
    rpc::Message message;
    if (!rpc::decodeOne(line, message))
        return TapRefusal::NotAMessage; // a batch
    const bool inUse = std::any_of(m_open.begin(), m_open.end(),
        [&](const Open &one) { return one.channel == channel && one.id == message.id; });
    if (message.kind == rpc::Kind::Request && inUse)
        return TapRefusal::StrangeId;
    return tap::ComposedRequests().add(channel, message);
}

quint64 TapComposer::send(rpc::Channel channel, const Bytes &text)
{
    const quint64 number = ++m_newest;
    m_waiting.insert(number);
    if (!isLive()) {
        refuse(number, TapRefusal::Ended);
        return number;
    }
    if (const auto why = refusalOf(channel, text)) {
        refuse(number, *why);
        return number;
    }
    const Bytes line = lineOf(text);
    rpc::Message message;
    if (rpc::decodeOne(line, message) && message.kind == rpc::Kind::Request) {
        if (m_open.size() >= tap::ComposedRequests::kMax)
            m_open.pop_front();
        m_open.push_back({channel, message.id, number});
    }
    m_link->say(tap::composedLine({number, channel, std::string(line.view())}));
    return number;
}

void TapComposer::take(rpc::Channel channel, const rpc::Message &message)
{
    if (message.kind != rpc::Kind::Response && message.kind != rpc::Kind::ErrorResponse)
        return;
    const auto found = std::find_if(m_open.begin(), m_open.end(),
        [&](const Open &one) { return one.channel != channel && one.id == message.id; });
    if (found == m_open.end())
        return;
    const quint64 number = found->number;
    m_open.erase(found);
    Q_EMIT responded(number, message.bytes());
}

void TapComposer::refuse(quint64 number, TapRefusal why)
{
    std::erase_if(m_open, [number](const Open &one) { return one.number == number; });
    if (m_waiting.erase(number) > 0)
        Q_EMIT refused(number, why);
}

void TapComposer::end()
{
    m_open.clear();
    for (const quint64 number : std::exchange(m_waiting, {}))
        Q_EMIT refused(number, TapRefusal::Ended);
    Q_EMIT liveChanged();
}

} // namespace sonde::session
