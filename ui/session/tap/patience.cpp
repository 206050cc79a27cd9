// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/patience.h"

#include "tap/breakpoint/composedrequests.h"

#include <algorithm>
#include <string>

namespace sonde::session {

namespace {

// Timers are late, not early, and by less than that.
constexpr int kAboutPercent = 10;
constexpr int kHundred = 100;

bool isResponseKind(rpc::Kind kind)
{
    return kind == rpc::Kind::Response || kind == rpc::Kind::ErrorResponse;
}

rpc::Channel backward(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
}

} // namespace

void Patience::take(rpc::Channel channel, Stamp at, const rpc::Message &message, int client)
{
    if (channel != rpc::Channel::Sent && channel != rpc::Channel::Received)
        return;
    if (message.kind == rpc::Kind::Request) {
        if (tap::ComposedRequests::isOwn(message.id))
            return; // of a person, who waits as long as that person likes
        if (m_order.size() >= kMaxRequests) {
            m_requests.erase(m_order.front());
            m_order.pop_front();
        }
        const Key key{client, channel, message.id};
        m_requests[key] = at;
        m_order.push_back(key);
    } else if (isResponseKind(message.kind)) {
        Side &side = sideOf(backward(channel), client);
        if (const auto begun = over({client, backward(channel), message.id}))
            side.answered =
                std::max(side.answered, std::chrono::nanoseconds(at.steady - begun->steady));
    } else if (message.method == "notifications/cancelled") {
        const auto begun =
            over({client, channel, std::string(message.params()["requestId"].raw())});
        const std::chrono::nanoseconds waited(begun ? at.steady - begun->steady : 0);
        Side &side = sideOf(channel, client);
        if (waited < kShortest)
            return;
        if (side.cancelled.size() >= kMaxCancelled)
            side.cancelled.pop_front();
        side.cancelled.push_back(waited);
    }
}

std::optional<Stamp> Patience::over(const Key &request)
{
    const auto found = m_requests.find(request);
    if (found == m_requests.end())
        return std::nullopt;
    const Stamp begun = found->second;
    m_requests.erase(found);
    return begun;
}

std::optional<Patience::Limit> Patience::limitOf(
    rpc::Channel channel, const rpc::Message &message, int client) const
{
    const bool responds = isResponseKind(message.kind);
    if (!responds && message.kind != rpc::Kind::Request)
        return std::nullopt;
    const rpc::Channel asked = responds ? backward(channel) : channel;
    const auto host = m_hosts.find(client);
    if (asked == rpc::Channel::Sent && host == m_hosts.end())
        return std::nullopt;
    const Side &side = asked == rpc::Channel::Sent ? host->second : m_server;
    Limit limit;
    for (const std::chrono::nanoseconds waited : side.cancelled) {
        if (waited > side.answered && (limit.time.count() == 0 || waited < limit.time))
            limit.time = waited;
    }
    if (limit.time.count() == 0)
        return std::nullopt;
    limit.seen = static_cast<int>(std::count_if(
        side.cancelled.begin(), side.cancelled.end(), [&](std::chrono::nanoseconds waited) {
            return waited >= limit.time
                && waited <= limit.time * (kHundred + kAboutPercent) / kHundred;
        }));
    const auto found = m_requests.find({client, asked, message.id});
    if (found != m_requests.end())
        limit.begunNs = found->second.wall;
    return limit;
}

} // namespace sonde::session
