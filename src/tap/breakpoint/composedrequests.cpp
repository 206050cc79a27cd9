// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/composedrequests.h"

#include <algorithm>
#include <utility>

namespace sonde::tap {

namespace {

bool isIdCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

} // namespace

// A JSON string, with its quotes.
bool ComposedRequests::isOwn(std::string_view text)
{
    if (text.size() < 2 || text.front() != '"' || text.back() != '"' || text.size() > kMaxId)
        return false;
    text = text.substr(1, text.size() - 2);
    return text.starts_with(kPrefix) && text.size() > kPrefix.size()
        && std::all_of(text.begin(), text.end(), isIdCharacter);
}

std::optional<TapRefusal> ComposedRequests::add(rpc::Channel channel, const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Notification)
        return std::nullopt;
    if (message.kind != rpc::Kind::Request)
        return TapRefusal::NotAMessage;
    const bool inUse = std::any_of(m_sent.begin(), m_sent.end(),
        [&](const Sent &one) { return one.channel == channel && one.id == message.id; });
    if (!isOwn(message.id) || inUse)
        return TapRefusal::StrangeId;
    const std::string_view token = message.params()["_meta"]["progressToken"].raw();
    if (m_sent.size() >= kMax)
        m_sent.pop_front();
    m_sent.push_back({channel, message.id, isOwn(token) ? std::string(token) : std::string()});
    return std::nullopt;
}

bool ComposedRequests::takes(rpc::Channel channel, const rpc::Message &message)
{
    const bool responds =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    const bool progresses = message.method == "notifications/progress";
    if (m_sent.empty() || !(responds || progresses))
        return false;
    const std::string_view token =
        progresses ? message.params()["progressToken"].raw() : std::string_view();
    const auto found = std::find_if(m_sent.begin(), m_sent.end(), [&](const Sent &one) {
        return one.channel != channel
            && (responds ? one.id == message.id : !token.empty() && one.token == token);
    });
    if (found == m_sent.end())
        return false;
    if (responds)
        m_sent.erase(found);
    return true;
}

void ComposedRequests::forget(rpc::Channel channel, const rpc::Id &id)
{
    std::erase_if(m_sent, [&](const Sent &one) { return one.channel == channel && one.id == id; });
}

} // namespace sonde::tap
