// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/serverside.h"

#include "wire/streamable/streamexchange.h"

namespace sonde::tap {

namespace {

// Of a request that is no message: a form of OAuth, and the like.
std::optional<Bytes> redactedRequest(
    const serve::ServedRequest &request, const PostedMessages &messages)
{
    if (messages.isMessage || request.body.empty())
        return std::nullopt;
    return Bytes::copyOf(std::string(request.body.size(), '*'));
}

// As transports of Sonde's own name theirs; empty for what is no traffic of MCP.
std::string_view purposeOf(
    const serve::ServedRequest &request, const PostedMessages &messages, bool opensStream)
{
    if (messages.isMessage)
        return "message";
    if (request.method == "DELETE")
        return wire::kSessionEnd;
    return opensStream ? "standing stream" : "";
}

} // namespace

ServerSide::Facts ServerSide::factsOf(
    const serve::ServedRequest &request, const PostedMessages &messages, bool opensStream)
{
    return {purposeOf(request, messages, opensStream), messages.isMessage,
        redactedRequest(request, messages)};
}

ServerSide::ServerSide(const TapExchangeContext &context, Facts facts, UpstreamWatcher &watcher,
    wire::HttpCallOwner &owner)
    : m_context(context)
    , m_facts(std::move(facts))
    , m_watcher(watcher)
    , m_owner(owner)
{
}

void ServerSide::prepare(const wire::HttpRequest &request)
{
    if (m_call) // inside an event of them
        m_earlier.emplace_back(std::move(m_upstream), std::move(m_call));
    m_upstream = std::make_unique<Upstream>(m_context.engine, m_watcher);
    if (m_facts.redactedBody)
        m_upstream->keepPrivate(*m_facts.redactedBody);
    wire::BeginExchange begin;
    begin.request = request;
    begin.purpose = m_facts.purpose;
    begin.carriesMessage = m_facts.isMessage && !m_isApart;
    m_call =
        std::make_unique<wire::HttpCall>(begin, m_context.client.log(), wire::HttpCall::Limits(),
            m_owner, m_context.authorizer ? m_context.authorizer->current() : nullptr);
}

void ServerSide::hold(const wire::HttpRequest &request)
{
    m_isApart = true;
    prepare(request);
    m_upstream->hold();
    m_call->start(*m_upstream);
    m_place = m_context.client.record(rpc::Channel::Sent, request.body, m_call->exchangeId());
}

void ServerSide::send(const ForwardedRequest &request)
{
    m_isSent = true;
    const bool isHeld = m_upstream && m_upstream->isHeld();
    if (!isHeld) {
        prepare(request.request);
        m_call->start(*m_upstream);
    }
    const wire::AuthorizationPtr &authorization = m_call->authorization();
    if (isHeld) {
        wire::HttpRequest complete = request.request;
        if (authorization)
            complete.headers.append(authorization->headers(complete.method, complete.url));
        m_upstream->release(complete);
    }
    m_call->addChanges(request.changes);
    if (authorization)
        m_call->addChanges({{wire::HeadChange::Part::Request, "Authorization", {}, "(redacted)"}});
}

void ServerSide::standIn(
    const ForwardedRequest &request, const std::optional<Bytes> &response, const QString &why)
{
    if (!m_call) {
        prepare(request.request);
        m_upstream->hold();
        m_call->start(*m_upstream);
    }
    m_call->addChanges(request.changes);
    m_upstream->standIn(request.request, response, why);
}

void ServerSide::cancel()
{
    m_upstream->recordEnd();
    m_call->cancel();
    m_upstream->abort();
}

void ServerSide::decodeFor(const wire::HttpHead &head)
{
    const QByteArray coding = head.headers.value("Content-Encoding").value_or(QByteArray());
    if (coding.isEmpty())
        return;
    auto decoder = BodyDecoder::create(coding);
    if (decoder)
        m_call->addChanges(
            {{wire::HeadChange::Part::Response, "body in this recording", coding, "decoded"}});
    m_upstream->setDecoder(std::move(decoder));
}

} // namespace sonde::tap
