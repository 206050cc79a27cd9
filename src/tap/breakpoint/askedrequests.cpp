// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/askedrequests.h"

#include "tap/breakpoint/crossingmessage.h"

#include <utility>

namespace sonde::tap {

AskedRequests::Asked AskedRequests::take(
    int client, rpc::Channel channel, const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Request) {
        if (m_asked.size() >= kMax)
            m_asked.erase(m_asked.begin());
        const CrossingMessage row(channel, message, {}, {}, {});
        m_asked[{client, channel, message.id}] = {
            message.method.toStdString(), row.target().toStdString()};
        return {};
    }
    const bool responds =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    const rpc::Channel asking =
        channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
    const auto found = responds ? m_asked.find({client, asking, message.id}) : m_asked.end();
    if (found == m_asked.end())
        return {};
    Asked asked = std::move(found->second);
    m_asked.erase(found);
    return asked;
}

void AskedRequests::stop(int client, rpc::Channel channel, const rpc::Id &request)
{
    if (const auto found = m_asked.find({client, channel, request}); found != m_asked.end())
        found->second.isStopped = true;
}

bool AskedRequests::takeStopped(int client, rpc::Channel channel, const rpc::Id &request)
{
    const auto found = m_asked.find({client, channel, request});
    if (found == m_asked.end() || !found->second.isStopped)
        return false;
    m_asked.erase(found);
    return true;
}

} // namespace sonde::tap
