// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mockclient.h"

#include "cli/output/clitr.h"
#include "serve/httperror.h"

#include <algorithm>
#include <utility>

namespace sonde::cli {

namespace {

// What gets a response, be it that it is no message.
bool isRequest(const rpc::Message &message)
{
    return message.kind == rpc::Kind::Request || message.kind == rpc::Kind::Invalid;
}

} // namespace

MockClient::MockClient(const mock::MockScript &script, mock::MockOptions options,
    Transport transport, std::shared_ptr<RealServer> server, std::vector<mock::Action> &remarks,
    mock::Nanoseconds now)
    : m_transport(transport)
    , m_session(script, std::move(options))
    , m_server(std::move(server))
    , m_remarks(remarks)
{
    if (transport == Transport::Sse)
        return; // nothing may come before the endpoint
    m_session.start(now);
    carryOut();
}

void MockClient::post(std::vector<rpc::Message> messages, const serve::ReplyPointer &reply,
    mock::Nanoseconds now, serve::HttpReply::Fields fields)
{
    const auto requests = std::size_t(std::count_if(messages.begin(), messages.end(), isRequest));
    if (requests == 0 || m_transport == Transport::Sse)
        reply->respond(202);
    const mock::Carrier carrier = ++m_lastCarrier;
    if (requests != 0 && m_transport != Transport::Sse) {
        const bool isNoMessage =
            messages.size() == 1 && messages.front().kind == rpc::Kind::Invalid;
        const auto status = isNoMessage || m_transport == Transport::Modern
            ? MockPost::Status::ByError
            : MockPost::Status::Fine;
        m_posts.emplace(carrier, MockPost(reply, requests, status, std::move(fields)));
    }
    for (const rpc::Message &message : messages)
        m_session.receive(message, carrier, now);
    carryOut();
}

void MockClient::listen(const serve::ServedRequest &request, const serve::ReplyPointer &reply)
{
    const std::string *lastEvent = request.field("last-event-id");
    if (!lastEvent && isListening())
        return serve::respondWithError(*reply, 409, "This session already has a listening stream.");
    const auto place = lastEvent ? serve::EventStream::placeOf(*lastEvent) : std::nullopt;
    if (lastEvent && (!place || place->stream != kStandingStream))
        return serve::respondWithError(*reply, 400, "Last-Event-ID is not an id of this server.");
    m_standing.attach(reply, place ? std::optional(place->event) : std::nullopt);
}

void MockClient::openSse(
    const serve::ReplyPointer &reply, const std::string &endpoint, mock::Nanoseconds now)
{
    m_standing.attach(reply, {});
    reply->write("event: endpoint\n" + serve::serverSentEvent(endpoint));
    m_session.start(now);
    carryOut();
}

void MockClient::tick(mock::Nanoseconds now)
{
    dropGone(now);
    if (m_server)
        m_server->deliverTo(m_session, now);
    m_session.tick(now);
    carryOut();
}

// Where there are no sessions, closing the stream is the cancellation. In a session the responses
// of a request whose connection was lost have no place any more.
void MockClient::dropGone(mock::Nanoseconds now)
{
    std::vector<mock::Carrier> gone;
    for (const auto &[carrier, post] : m_posts) {
        if (post.isOver())
            gone.push_back(carrier);
    }
    for (const mock::Carrier carrier : gone) {
        m_session.leave(carrier, now);
        carryOut();
        m_posts.erase(carrier);
    }
}

void MockClient::end()
{
    for (auto &[carrier, post] : m_posts)
        post.breakOff();
    m_posts.clear();
    m_standing.finish();
}

void MockClient::carryOut()
{
    for (mock::Action &action : m_session.takeActions()) {
        switch (action.kind) {
        case mock::Action::Kind::Note:
        case mock::Action::Kind::Stderr:
        case mock::Action::Kind::Use:
            m_remarks.push_back(std::move(action));
            break;
        case mock::Action::Kind::Send:
            send(action);
            break;
        case mock::Action::Kind::Close:
            endPost(action.carrier, &MockPost::breakOff);
            if (m_transport == Transport::Sse)
                m_standing.finish();
            break;
        case mock::Action::Kind::OpenServer:
        case mock::Action::Kind::PassOn:
        case mock::Action::Kind::Abandon:
        case mock::Action::Kind::Tell:
            m_server->carryOut(action, m_session);
            break;
        case mock::Action::Kind::Withdraw:
            endPost(action.carrier, &MockPost::withdraw);
            break;
        }
    }
}

void MockClient::send(const mock::Action &action)
{
    const auto post = m_posts.find(action.carrier);
    if (post == m_posts.end())
        return sendApart(action);
    if (action.isResponse)
        post->second.respond(action.bytes.view());
    else
        post->second.send(action.bytes.view());
    if (post->second.isOver())
        m_posts.erase(post);
}

void MockClient::endPost(mock::Carrier carrier, void (MockPost::*how)())
{
    const auto post = m_posts.find(carrier);
    if (post == m_posts.end())
        return;
    (post->second.*how)();
    if (post->second.isOver())
        m_posts.erase(post);
}

// What belongs to no request, or came after the response to it.
void MockClient::sendApart(const mock::Action &action)
{
    if (m_transport != Transport::Modern)
        return m_standing.push(action.bytes.view());
    m_remarks.push_back({.kind = mock::Action::Kind::Note,
        .note = Text::tr("A message belongs to no open request. Over HTTP, revision 2026-07-28 has "
                         "no place for it, so it is left out.")});
}

} // namespace sonde::cli
