// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mockendpoint.h"

#include "mcp/message/revision.h"
#include "serve/httperror.h"
#include "serve/mcprequest.h"
#include "serve/originguard.h"

#include <algorithm>
#include <utility>

namespace sonde::cli {

namespace {

using serve::HttpReply;
using serve::ReplyPointer;
using serve::ServedRequest;
using Transport = MockClient::Transport;

constexpr std::string_view kTooMany = "A batch may have at most 1000 messages.";
constexpr std::string_view kSessionParameter = "session=";

bool isOne(const std::vector<rpc::Message> &messages)
{
    return messages.size() == 1 && !messages.front().inBatch;
}

bool isModern(const ServedRequest &request, const std::vector<rpc::Message> &messages)
{
    if (request.field("mcp-session-id"))
        return false;
    if (mcp::isModernRevision(request.value("mcp-protocol-version")))
        return true;
    if (!isOne(messages))
        return false;
    const rpc::Message &message = messages.front();
    return message.method == "server/discover" || message.method == "subscriptions/listen"
        || message.params()["_meta"][mcp::kProtocolVersionMeta].exists();
}

} // namespace

MockEndpoint::MockEndpoint(const mock::MockScript &script, mock::MockOptions options,
    bool onLoopback, RealServer::Make makeServer)
    : m_script(script)
    , m_options(std::move(options))
    , m_onLoopback(onLoopback)
    , m_makeServer(std::move(makeServer))
{
}

void MockEndpoint::receive(
    const ServedRequest &request, const ReplyPointer &reply, mock::Nanoseconds now)
{
    m_now = now;
    if (const std::string problem = serve::originProblem(request, m_onLoopback); !problem.empty())
        serve::respondWithError(*reply, 403, problem);
    else if (request.path == kMcpPath)
        receiveMcp(request, reply);
    else if (request.path == kSsePath || request.path == kMessagesPath)
        receiveSse(request, reply);
    else
        serve::respondWithError(
            *reply, 404, "Not found. The endpoint is /mcp, and /sse for HTTP+SSE.");
    tick(now);
}

void MockEndpoint::receiveMcp(const ServedRequest &request, const ReplyPointer &reply)
{
    if (request.method == "POST")
        return post(request, reply);
    if (isModern(request, {}))
        return serve::respondWithError(
            *reply, 405, "Revision 2026-07-28 uses only POST.", serve::allow("POST"));
    if (request.method == "DELETE")
        return endSession(request, *reply);
    if (request.method != "GET")
        return serve::respondWithError(
            *reply, 405, "This method is not allowed.", serve::allow("POST, GET, DELETE"));
    if (!serve::accepts(request, serve::kEventStreamType))
        return serve::respondWithError(*reply, 406, "Accept must contain text/event-stream.");
    if (MockClient *const session = sessionOf(request, *reply))
        session->listen(request, reply);
}

void MockEndpoint::post(const ServedRequest &request, const ReplyPointer &reply)
{
    if (serve::refusePost(request, *reply))
        return;
    std::vector<rpc::Message> messages = mock::MockSession::decode(Bytes::copyOf(request.body));
    if (messages.size() > mock::MockSession::kMaxBatch)
        return serve::respondWithError(*reply, 400, kTooMany);
    if (isModern(request, messages))
        return postModern(std::move(messages), reply);
    postToSession(request, std::move(messages), reply);
}

void MockEndpoint::postModern(std::vector<rpc::Message> messages, const ReplyPointer &reply)
{
    if (!isOne(messages))
        return serve::respondWithError(*reply, 400, "A POST must contain one message.");
    const rpc::Kind kind = messages.front().kind;
    if (kind == rpc::Kind::Notification)
        return reply->respond(202); // none of them means anything over HTTP
    if (kind == rpc::Kind::Response || kind == rpc::Kind::ErrorResponse)
        return serve::respondWithError(*reply, 400, "The server has no pending request.");
    if (!m_modern)
        m_modern = newClient(Transport::Modern);
    m_modern->post(std::move(messages), reply, m_now);
}

void MockEndpoint::postToSession(
    const ServedRequest &request, std::vector<rpc::Message> messages, const ReplyPointer &reply)
{
    const bool begins = isOne(messages) && messages.front().kind == rpc::Kind::Request
        && messages.front().method == "initialize" && !request.field("mcp-session-id");
    if (!begins) {
        if (MockClient *const session = sessionOf(request, *reply))
            session->post(std::move(messages), reply, m_now);
        return;
    }
    const std::string id = serve::newSessionId();
    MockClient *const session = addSession(id, Transport::Session);
    if (!session)
        return serve::respondWithError(*reply, 503, "Too many sessions.");
    session->post(std::move(messages), reply, m_now, {{"Mcp-Session-Id", id}});
}

MockClient *MockEndpoint::sessionOf(const ServedRequest &request, HttpReply &reply)
{
    const std::string *const id = request.field("mcp-session-id");
    if (!id) {
        serve::respondWithError(reply, 400,
            "The header Mcp-Session-Id is missing. The response to initialize contains it.");
        return nullptr;
    }
    MockClient *const session = find(*id, Transport::Session);
    if (!session)
        serve::respondWithError(reply, 404, "There is no such session.");
    return session;
}

void MockEndpoint::endSession(const ServedRequest &request, HttpReply &reply)
{
    MockClient *const session = sessionOf(request, reply);
    if (!session)
        return;
    reply.respond(204);
    session->end();
    remove(*session);
}

void MockEndpoint::receiveSse(const ServedRequest &request, const ReplyPointer &reply)
{
    const bool begins = request.path == kSsePath;
    if (request.method != (begins ? "GET" : "POST"))
        return serve::respondWithError(*reply, 405,
            begins ? "HTTP+SSE starts with a GET." : "Messages are sent with POST.",
            serve::allow(begins ? "GET" : "POST"));
    if (begins) {
        const std::string id = serve::newSessionId();
        MockClient *const session = addSession(id, Transport::Sse);
        if (!session)
            return serve::respondWithError(*reply, 503, "Too many sessions.");
        const std::string endpoint =
            std::string(kMessagesPath) + '?' + std::string(kSessionParameter) + id;
        return session->openSse(reply, endpoint, m_now);
    }
    std::string_view id = request.query;
    id.remove_prefix(id.starts_with(kSessionParameter) ? kSessionParameter.size() : 0);
    MockClient *const session = find(id, Transport::Sse);
    if (!session)
        return serve::respondWithError(*reply, 404, "There is no such session.");
    std::vector<rpc::Message> messages = mock::MockSession::decode(Bytes::copyOf(request.body));
    if (messages.size() > mock::MockSession::kMaxBatch)
        return serve::respondWithError(*reply, 400, kTooMany);
    session->post(std::move(messages), reply, m_now);
}

MockClient *MockEndpoint::find(std::string_view id, Transport transport) const
{
    for (const Session &session : m_sessions) {
        if (session.id == id && session.client->transport() == transport)
            return session.client.get();
    }
    return nullptr;
}

MockClient *MockEndpoint::addSession(const std::string &id, Transport transport)
{
    if (m_sessions.size() >= kMaxSessions) {
        const auto idle = std::find_if(m_sessions.begin(), m_sessions.end(),
            [](const Session &session) { return session.client->isIdle(); });
        if (idle == m_sessions.end())
            return nullptr;
        m_sessions.erase(idle);
    }
    m_sessions.push_back({id, newClient(transport)});
    return m_sessions.back().client.get();
}

std::unique_ptr<MockClient> MockEndpoint::newClient(Transport transport)
{
    return std::make_unique<MockClient>(
        m_script, m_options, transport, m_makeServer ? m_makeServer() : nullptr, m_remarks, m_now);
}

void MockEndpoint::remove(const MockClient &client)
{
    std::erase_if(
        m_sessions, [&](const Session &session) { return session.client.get() == &client; });
}

template <typename Function>
void MockEndpoint::forEach(Function function) const
{
    for (const Session &session : m_sessions)
        function(*session.client);
    if (m_modern)
        function(*m_modern);
}

void MockEndpoint::tick(mock::Nanoseconds now)
{
    m_now = now;
    forEach([&](MockClient &client) { client.tick(now); });
    // A session of HTTP+SSE lasts as long as its stream.
    std::erase_if(m_sessions, [](const Session &session) {
        return session.client->transport() == Transport::Sse && !session.client->isListening();
    });
}

std::optional<mock::Nanoseconds> MockEndpoint::nextDeadline() const
{
    std::optional<mock::Nanoseconds> next;
    forEach([&](const MockClient &client) {
        const auto due = client.nextDeadline();
        if (due && (!next || *due < *next))
            next = due;
    });
    return next;
}

void MockEndpoint::end()
{
    forEach([](MockClient &client) { client.end(); });
}

} // namespace sonde::cli
