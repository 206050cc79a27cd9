// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/httpsession.h"

#include "serve/httperror.h"

#include <algorithm>

namespace sonde::demo {

HttpSession::HttpSession(Catalog &catalog, std::string id)
    : m_id(std::move(id))
    , m_dialogue(catalog, m_standingChannel, Dialogue::Era::Legacy)
{
}

void HttpSession::post(std::vector<rpc::Message> messages, const serve::ReplyPointer &reply)
{
    const bool hasRequest = std::any_of(messages.begin(), messages.end(), [](const auto &each) {
        return each.kind == rpc::Kind::Request || each.kind == rpc::Kind::Invalid;
    });
    const bool begins = messages.size() == 1 && messages.front().method == "initialize";
    serve::HttpReply::Fields fields;
    if (begins && !isOpen())
        fields.push_back({"Mcp-Session-Id", m_id});

    const int number = ++m_lastNumber;
    const bool primed = isOpen() && features().streamPriming;
    auto channel = std::make_unique<PostChannel>(reply, number, primed, std::move(fields));
    channel->enter();
    m_dialogue.receive(std::move(messages), *channel);
    if (!hasRequest && !reply->hasBegun())
        reply->respond(202);
    channel->leave();
    if (!channel->isOver() || channel->stream())
        m_posts.emplace(number, std::move(channel));
}

void HttpSession::listen(const serve::ServedRequest &request, const serve::ReplyPointer &reply)
{
    m_standing.setPrimed(features().streamPriming);
    const std::string *lastEvent = request.field("last-event-id");
    if (!lastEvent) {
        if (m_standing.isAttached())
            return serve::respondWithError(
                *reply, 409, "This session already has a listening stream.");
        return m_standing.attach(reply, {});
    }
    const auto place = serve::EventStream::placeOf(*lastEvent);
    if (!place)
        return serve::respondWithError(*reply, 400, "Last-Event-ID is not an id of this server.");
    if (place->stream == 0)
        return m_standing.attach(reply, place->event);
    const auto found = m_posts.find(place->stream);
    if (found == m_posts.end() || !found->second->stream())
        return serve::respondWithError(
            *reply, 400, "The stream of this Last-Event-ID is no longer available.");
    found->second->stream()->attach(reply, place->event);
}

void HttpSession::sweep()
{
    m_dialogue.sweep();
    std::erase_if(
        m_posts, [](const auto &each) { return each.second->isOver() && !each.second->stream(); });
    std::size_t finished = 0;
    for (auto each = m_posts.rbegin(); each != m_posts.rend(); ++each)
        finished += each->second->isOver() ? 1 : 0;
    for (auto each = m_posts.begin(); each != m_posts.end() && finished > kMaxStreams;) {
        if (each->second->isOver()) {
            each = m_posts.erase(each);
            --finished;
        } else {
            ++each;
        }
    }
}

void HttpSession::keepAlive()
{
    m_standing.keepAlive();
    for (const auto &[number, channel] : m_posts) {
        if (channel->stream())
            channel->stream()->keepAlive();
    }
}

bool HttpSession::isIdle() const
{
    return m_dialogue.isIdle() && !m_standing.isAttached();
}

void HttpSession::end()
{
    m_standing.finish();
    for (const auto &[number, channel] : m_posts) {
        if (channel->stream())
            channel->stream()->finish();
    }
}

} // namespace sonde::demo
