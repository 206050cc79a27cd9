// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/flowturn.h"

#include "auth/base/authtext.h"
#include "auth/base/parameters.h"
#include "auth/base/urlrules.h"
#include "wire/link/authorizer.h"

namespace sonde::auth {

void FlowTurn::openStep(StepKind kind)
{
    Step next;
    next.kind = kind;
    next.began = m_now;
    m_run.steps.push_back(std::move(next));
}

void FlowTurn::closeStep(StepState state, const QString &decision, const char *basis)
{
    step().state = state;
    step().decision = decision;
    step().basis = QLatin1String(basis);
    step().ended = m_now;
}

void FlowTurn::fact(const char *name, const QString &value)
{
    step().facts.emplace_back(QLatin1String(name), value);
}

bool FlowTurn::isOverridden(AuthRule rule)
{
    if (!m_run.setup.overrides.count(rule) || !textOf(rule).overridable)
        return false;
    step().overridden.push_back(rule);
    return true;
}

void FlowTurn::fetch(wire::HttpRequest request, const QByteArray &shownBody)
{
    if (++m_run.attempts > kMaxAttempts)
        return fail(AuthRule::Unreachable,
            AuthText::tr("Authorization stopped after %1 requests.").arg(qulonglong(kMaxAttempts)));
    Attempt made;
    made.began = m_now;
    step().attempts.push_back(std::move(made));
    const FetchKey key = ++m_run.lastKey;
    // The addresses of a refresh or a revocation were judged when the tokens were issued.
    const bool isPublic = m_run.goal.kind == Goal::Kind::Authorize && !m_run.setup.serverIsLocal
        && !m_run.setup.overrides.count(AuthRule::UrlPrivate);
    recordRequest(key, request);
    attempt()->requestBody = Bytes::fromByteArray(shownBody);
    add(Fetch{key, step().kind, std::move(request), isPublic});
}

Attempt *FlowTurn::attempt()
{
    return m_run.steps.empty() || step().attempts.empty() ? nullptr : &step().attempts.back();
}

void FlowTurn::recordRequest(FetchKey key, const wire::HttpRequest &request)
{
    Attempt *const made = attempt();
    if (key != m_run.lastKey || !made)
        return;
    made->method = request.method;
    made->url = request.url;
    made->requestHeaders = {};
    for (wire::HttpHeader field : request.headers.fields()) {
        if (field.secret)
            field.value.clear();
        made->requestHeaders.add(std::move(field));
    }
    made->exactRequestBody = Secret(QString::fromUtf8(request.body.toByteArray()));
    const auto form = Parameters::parse(request.body.toByteArray());
    const bool isForm = request.headers.mediaType() == "application/x-www-form-urlencoded";
    made->requestBody = isForm && form ? Bytes::fromByteArray(form->redacted()) : request.body;
}

void FlowTurn::recordSent(FetchKey key)
{
    Attempt *const made = attempt();
    if (key != m_run.lastKey || !made)
        return;
    made->sent = true;
    made->began = m_now;
}

bool FlowTurn::recordResponse(FetchKey key, const FetchResponse &response)
{
    Attempt *const made = attempt();
    if (key != m_run.lastKey || !made || m_run.over)
        return false;
    const bool mayHoldTokens =
        step().kind != StepKind::ResourceMetadata && step().kind != StepKind::ServerMetadata;
    made->status = response.status;
    made->headers = response.headers;
    made->requestHead = response.sentHead;
    made->exactRequestHead = response.exactSentHead;
    made->head = response.receivedHead;
    const auto sent = secretsOfForm(made->exactRequestBody.reveal().toUtf8());
    made->body = mayHoldTokens ? redactedResponse(response.body, sent) : response.body;
    made->exactBody = Secret(QString::fromUtf8(response.body.toByteArray()));
    made->exchange = response.exchange;
    made->ended = m_now;
    made->sent = true;
    return true;
}

void FlowTurn::reject(const QString &verdict, std::optional<AuthRule> rule)
{
    Attempt *const made = attempt();
    if (!made)
        return;
    made->verdict = verdict;
    made->rejected = true;
    made->rule = rule;
}

QString FlowTurn::missingEndpoint(Endpoint endpoint)
{
    switch (endpoint) {
    case Endpoint::Authorization:
        return AuthText::tr(
            "The metadata of the authorization server contains no authorization endpoint.");
    case Endpoint::Token:
        return AuthText::tr("The metadata of the authorization server contains no token endpoint.");
    case Endpoint::Registration:
        return AuthText::tr(
            "The metadata of the authorization server contains no registration endpoint.");
    case Endpoint::IdentityToken:
        return AuthText::tr("The token endpoint of the identity provider is missing.");
    }
    return {};
}

QString FlowTurn::refusedEndpoint(Endpoint endpoint, const QString &url, const QString &why)
{
    switch (endpoint) {
    case Endpoint::Authorization:
        return AuthText::tr("The authorization endpoint %1 was not used: %2").arg(url, why);
    case Endpoint::Token:
        return AuthText::tr("The token endpoint %1 was not used: %2").arg(url, why);
    case Endpoint::Registration:
        return AuthText::tr("The registration endpoint %1 was not used: %2").arg(url, why);
    case Endpoint::IdentityToken:
        return AuthText::tr("The token endpoint %1 of the identity provider was not used: %2")
            .arg(url, why);
    }
    return {};
}

bool FlowTurn::checkEndpoint(const QUrl &url, Endpoint endpoint)
{
    if (url.isEmpty()) {
        fail(AuthRule::EndpointMissing, missingEndpoint(endpoint));
        return false;
    }
    const auto rule = refusalOf(url, m_run.setup.serverIsLocal);
    if (!rule || isOverridden(*rule))
        return true;
    fail(*rule,
        refusedEndpoint(endpoint, quoted(url.toString(QUrl::FullyEncoded)), sentenceOf(*rule)));
    return false;
}

void FlowTurn::fail(AuthRule rule, const QString &sentence, const QString &detail)
{
    const int code = rule == AuthRule::LoginNotOffered ? wire::kLoginNotOffered : 0;
    Error error{.domain = Domain::Authorization,
        .code = code,
        .sentence = sentence,
        .detail = detailOf(rule)};
    if (!detail.isEmpty())
        error.detail += u'\n' + detail;
    failWith(error, rule);
}

void FlowTurn::failWith(const Error &error, std::optional<AuthRule> rule)
{
    if (!m_run.steps.empty()) {
        closeStep(StepState::Failed, error.sentence, rule ? textOf(*rule).source : "");
        step().rule = rule;
    }
    m_run.over = true;
    m_run.deadline = FlowRun::kNever;
    add(Finished{error, rule});
}

void FlowTurn::cancel()
{
    failWith({.domain = Domain::Cancelled, .sentence = AuthText::tr("Authorization cancelled.")});
}

void FlowTurn::finish()
{
    m_run.over = true;
    m_run.deadline = FlowRun::kNever;
    add(Finished{});
}

QString quoted(QString text)
{
    text = text.simplified();
    return u'“' % (text.size() > kMaxQuoted ? QString(text.left(kMaxQuoted) % u'…') : text) % u'”';
}

QString statusVerdict(const FetchResponse &response)
{
    return response.error ? response.error->sentence
                          : AuthText::tr("HTTP status %1.").arg(response.status);
}

} // namespace sonde::auth
