// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/handshakegate.h"

namespace sonde::wire {

bool HandshakeGate::isHandshakeEnd(const Outgoing &message)
{
    return message.kind == Outgoing::Kind::Notification
        && message.message.view().find(R"("notifications/initialized")") != std::string_view::npos;
}

void HandshakeGate::close(HttpKey key, Stamp now, std::chrono::milliseconds atMost)
{
    m_key = key;
    m_deadline = now.steady + std::chrono::nanoseconds(atMost).count();
}

void HandshakeGate::forget(const rpc::Id &request)
{
    std::erase_if(m_held, [&request](const Outgoing &message) {
        return message.kind == Outgoing::Kind::Request && message.id == request;
    });
}

std::vector<Outgoing> HandshakeGate::open()
{
    m_key = 0;
    m_deadline = HttpFlow::kNever;
    return std::exchange(m_held, {});
}

} // namespace sonde::wire
