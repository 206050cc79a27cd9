// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/httpserver.h"

#include "demo/http/headercheck.h"
#include "serve/httperror.h"
#include "serve/mcprequest.h"
#include "serve/originguard.h"

#include <algorithm>

namespace sonde::demo {

namespace {

constexpr Milliseconds kKeepAlivePeriod{15'000};

} // namespace

HttpServer::HttpServer(const ServerOptions &options, QByteArray secret, bool onLoopback)
    : m_catalog(options, std::move(secret))
    , m_onLoopback(onLoopback)
    , m_speaksLegacy(!options.legacyRevisions().empty())
    , m_speaksModern(!options.modernRevisions().empty())
    , m_pulse(m_catalog, [this](std::string_view uri) {
        bool watched = false;
        forEachDialogue([&](Dialogue &dialogue) { watched |= dialogue.watches(uri); });
        return watched;
    })
{
    m_catalog.changes = {[this](const std::string &uri) {
                             forEachDialogue(
                                 [&](Dialogue &dialogue) { dialogue.resourceUpdated(uri); });
                         },
        [this](List list) {
            forEachDialogue([&](Dialogue &dialogue) { dialogue.listChanged(list); });
        }};
    keepAlive();
}

void HttpServer::forEachDialogue(const std::function<void(Dialogue &)> &action)
{
    for (const auto &[id, session] : m_sessions)
        action(session->dialogue());
    for (const auto &post : m_posts)
        action(post->dialogue());
    for (const auto &[id, session] : m_sseSessions)
        action(session->dialogue());
}

void HttpServer::receive(const serve::ServedRequest &request, const serve::ReplyPointer &reply)
{
    if (const std::string problem = serve::originProblem(request, m_onLoopback); !problem.empty())
        return serve::respondWithError(*reply, 403, problem);
    if (request.path == kMcpPath) {
        receiveMcp(request, reply);
    } else if (request.path == kSsePath && m_speaksLegacy) {
        if (request.method == "GET")
            openSse(reply);
        else
            serve::respondWithError(
                *reply, 405, "HTTP+SSE starts with a GET.", serve::allow("GET"));
    } else if (request.path == kMessagesPath && m_speaksLegacy) {
        if (request.method == "POST")
            postToSse(request, *reply);
        else
            serve::respondWithError(
                *reply, 405, "Messages are sent with POST.", serve::allow("POST"));
    } else {
        serve::respondWithError(*reply, 404, "Not found. The endpoint is /mcp.");
    }
    m_pulse.beatWhileWatched();
    sweep();
}

void HttpServer::receiveMcp(const serve::ServedRequest &request, const serve::ReplyPointer &reply)
{
    if (request.method == "POST")
        return post(request, reply);
    if (isModern(request, nullptr))
        return serve::respondWithError(
            *reply, 405, "Revision 2026-07-28 uses only POST.", serve::allow("POST"));
    if (request.method == "GET")
        return listen(request, reply);
    if (request.method == "DELETE")
        return endSession(request, *reply);
    serve::respondWithError(
        *reply, 405, "This method is not allowed.", serve::allow("POST, GET, DELETE"));
}

// Which era a request belongs to. `message`: what it carries, if anything.
bool HttpServer::isModern(const serve::ServedRequest &request, const rpc::Message *message) const
{
    if (!m_speaksModern || !m_speaksLegacy)
        return m_speaksModern;
    const bool inSession = request.field("mcp-session-id") != nullptr;
    if (message && !inSession
        && message->params()["_meta"]["io.modelcontextprotocol/protocolVersion"])
        return true;
    if (const auto revision = revisionNamed(request.value("mcp-protocol-version")))
        return demo::isModern(*revision);
    // These exist only there, so the sender can be told what is missing.
    return message && !inSession
        && (message->method == "server/discover" || message->method == "subscriptions/listen");
}

void HttpServer::post(const serve::ServedRequest &request, const serve::ReplyPointer &reply)
{
    if (serve::refusePost(request, *reply))
        return;

    std::vector<rpc::Message> messages =
        Dialogue::decode(Bytes::copyOf(request.body), /*batchesAllowed=*/true);
    const bool isOne = messages.size() == 1 && !messages.front().inBatch;
    if (isModern(request, isOne ? &messages.front() : nullptr)) {
        if (!isOne)
            return serve::respondWithError(*reply, 400, "A POST must contain one message.");
        return postModern(request, reply, std::move(messages.front()));
    }
    postToSession(request, reply, std::move(messages));
}

void HttpServer::postModern(
    const serve::ServedRequest &request, const serve::ReplyPointer &reply, rpc::Message message)
{
    if (message.kind == rpc::Kind::Notification)
        return reply->respond(202); // none of them means anything over HTTP
    if (message.kind == rpc::Kind::Request) {
        const std::string problem = headerProblem(request, message, m_catalog.tools);
        if (!problem.empty()) {
            const Bytes error = rpc::errorResponse(message.id, kHeaderMismatch, problem);
            return reply->respond(400, "application/json", error.view());
        }
    } else if (message.kind != rpc::Kind::Invalid) {
        return serve::respondWithError(*reply, 400, "The server has no pending request.");
    }
    ModernPost &post = *m_posts.emplace_back(std::make_unique<ModernPost>(m_catalog, reply));
    post.receive(std::move(message));
}

void HttpServer::postToSession(const serve::ServedRequest &request,
    const serve::ReplyPointer &reply, std::vector<rpc::Message> messages)
{
    const bool begins = messages.size() == 1 && messages.front().kind == rpc::Kind::Request
        && messages.front().method == "initialize";
    if (begins && !request.field("mcp-session-id")) {
        const std::string *version = request.field("mcp-protocol-version");
        const auto known = version ? revisionNamed(*version) : std::nullopt;
        if (version && (!known || !m_catalog.options.speaks(*known)))
            return serve::respondWithError(
                *reply, 400, "This MCP-Protocol-Version is not supported.");
        return openSession(reply, std::move(messages));
    }
    HttpSession *session = sessionOf(request, *reply);
    if (!session)
        return;
    const bool isBatch = !messages.empty() && messages.front().inBatch;
    if (isBatch && !session->allowsBatches())
        return serve::respondWithError(*reply, 400, "Batches exist only in revision 2025-03-26.");
    session->post(std::move(messages), reply);
}

void HttpServer::openSession(const serve::ReplyPointer &reply, std::vector<rpc::Message> messages)
{
    if (!makeRoom())
        return serve::respondWithError(*reply, 503, "Too many sessions.");
    auto session = std::make_unique<HttpSession>(m_catalog, serve::newSessionId());
    session->setLastUse(m_catalog.surroundings.timers.now());
    session->post(std::move(messages), reply);
    if (session->isOpen())
        m_sessions.emplace(session->id(), std::move(session));
}

// There is a limit; the session that was silent for the longest time goes first.
bool HttpServer::makeRoom()
{
    if (m_sessions.size() < kMaxSessions)
        return true;
    auto oldest = m_sessions.end();
    for (auto each = m_sessions.begin(); each != m_sessions.end(); ++each) {
        const bool isOlder =
            oldest == m_sessions.end() || each->second->lastUse() < oldest->second->lastUse();
        if (each->second->isIdle() && isOlder)
            oldest = each;
    }
    if (oldest == m_sessions.end())
        return false;
    m_sessions.erase(oldest);
    return true;
}

HttpSession *HttpServer::sessionOf(const serve::ServedRequest &request, serve::HttpReply &reply)
{
    const std::string *version = request.field("mcp-protocol-version");
    const auto known = version ? revisionNamed(*version) : std::nullopt;
    if (version && (!known || !m_catalog.options.speaks(*known))) {
        serve::respondWithError(reply, 400, "This MCP-Protocol-Version is not supported.");
        return nullptr;
    }
    const std::string *id = request.field("mcp-session-id");
    if (!id) {
        serve::respondWithError(reply, 400,
            "The header Mcp-Session-Id is missing. The response to initialize contains it.");
        return nullptr;
    }
    const auto found = m_sessions.find(*id);
    if (found == m_sessions.end()) {
        serve::respondWithError(reply, 404, "There is no such session.");
        return nullptr;
    }
    HttpSession *session = found->second.get();
    if (version && *version != session->revision()) {
        serve::respondWithError(
            reply, 400, "This session negotiated another MCP-Protocol-Version.");
        return nullptr;
    }
    session->setLastUse(m_catalog.surroundings.timers.now());
    return session;
}

void HttpServer::listen(const serve::ServedRequest &request, const serve::ReplyPointer &reply)
{
    if (!serve::accepts(request, serve::kEventStreamType))
        return serve::respondWithError(*reply, 406, "Accept must contain text/event-stream.");
    if (HttpSession *session = sessionOf(request, *reply))
        session->listen(request, reply);
}

void HttpServer::endSession(const serve::ServedRequest &request, serve::HttpReply &reply)
{
    HttpSession *session = sessionOf(request, reply);
    if (!session)
        return;
    reply.respond(204);
    session->end();
    m_sessions.erase(m_sessions.find(session->id()));
}

void HttpServer::openSse(const serve::ReplyPointer &reply)
{
    if (m_sseSessions.size() >= kMaxSessions)
        return serve::respondWithError(*reply, 503, "Too many sessions.");
    const std::string id = serve::newSessionId();
    std::string endpoint(kMessagesPath);
    endpoint += "?session=";
    endpoint += id;
    m_sseSessions.emplace(id, std::make_unique<SseSession>(m_catalog, reply, endpoint));
}

void HttpServer::postToSse(const serve::ServedRequest &request, serve::HttpReply &reply)
{
    constexpr std::string_view kParameter = "session=";
    const std::string_view query = request.query;
    const auto found = query.starts_with(kParameter)
        ? m_sseSessions.find(query.substr(kParameter.size()))
        : m_sseSessions.end();
    if (found == m_sseSessions.end())
        return serve::respondWithError(reply, 404, "There is no such session.");
    found->second->post(Bytes::copyOf(request.body), reply);
}

void HttpServer::tick(Milliseconds now)
{
    setNow(now);
    m_catalog.surroundings.timers.run();
    sweep();
}

void HttpServer::sweep()
{
    for (const auto &[id, session] : m_sessions)
        session->sweep();
    forEachDialogue([](Dialogue &dialogue) { dialogue.sweep(); });
    // 2026-07-28 basic/transports: closing the stream is the cancellation.
    std::erase_if(m_posts, [](const auto &post) { return post->isOver(); });
    std::erase_if(m_sseSessions, [](const auto &each) { return each.second->isOver(); });
}

void HttpServer::keepAlive()
{
    m_catalog.surroundings.timers.add(this, kKeepAlivePeriod, [this] {
        for (const auto &[id, session] : m_sessions)
            session->keepAlive();
        for (const auto &post : m_posts)
            post->keepAlive();
        for (const auto &[id, session] : m_sseSessions)
            session->keepAlive();
        keepAlive();
    });
}

void HttpServer::end()
{
    for (const auto &post : m_posts)
        post->endSubscriptions();
    for (const auto &[id, session] : m_sessions)
        session->end();
    for (const auto &[id, session] : m_sseSessions)
        session->end();
    sweep();
}

} // namespace sonde::demo
