// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow.h"

#include "auth/urlrules.h"

namespace sonde::auth {

Flow::Flow(FlowSetup setup, Randomness randomness, const Signer &signer)
    : m_setup(std::move(setup))
    , m_randomness(std::move(randomness))
    , m_signer(&signer)
{
}

void Flow::begin(const Goal &goal, Stamp now, FlowActions &out)
{
    m_goal = goal;
    m_resource = goal.tokens ? goal.tokens->resource : QString();
    switch (goal.kind) {
    case Goal::Kind::Authorize:
        recordChallenge(now);
        return findResource(now, out);
    case Goal::Kind::Refresh:
    case Goal::Kind::Revoke:
        break;
    }
    m_issuer = goal.tokens ? goal.tokens->issuer : QString();
    m_server.issuer = m_issuer;
    m_server.tokenEndpoint = goal.tokens ? goal.tokens->tokenEndpoint : QUrl();
    m_server.revocationEndpoint = goal.tokens ? goal.tokens->revocationEndpoint : QUrl();
    if (goal.kind == Goal::Kind::Revoke)
        return revoke(now, out);
    if (canRefresh())
        return refresh(now, out);
    openStep(StepKind::Refresh, now);
    fail(Rule::TokenRefused, QStringLiteral("There is no refresh token, or no client to use it."),
        now, out);
}

Step &Flow::openStep(StepKind kind, Stamp now)
{
    Step next;
    next.kind = kind;
    next.began = now;
    m_steps.push_back(std::move(next));
    return m_steps.back();
}

void Flow::closeStep(StepState state, const QString &decision, Stamp now, const char *basis)
{
    step().state = state;
    step().decision = decision;
    step().basis = QLatin1String(basis);
    step().ended = now;
}

void Flow::fact(const char *name, const QString &value)
{
    step().facts.emplace_back(QLatin1String(name), value);
}

// A developer may let something pass for one run; it stays marked.
bool Flow::isOverridden(Rule rule)
{
    if (!m_setup.overrides.count(rule) || !textOf(rule).overridable)
        return false;
    step().overridden.push_back(rule);
    return true;
}

void Flow::fetch(
    wire::HttpRequest request, const QByteArray &shownBody, Stamp now, FlowActions &out)
{
    if (++m_attempts > kMaxAttempts)
        return fail(Rule::Unreachable,
            QStringLiteral("The flow was given up after %1 requests.").arg(kMaxAttempts), now, out);
    Attempt made;
    made.method = request.method;
    made.url = request.url;
    made.requestBody = Bytes::fromByteArray(shownBody);
    made.began = now;
    step().attempts.push_back(std::move(made));
    const FetchKey key = ++m_lastKey;
    // What a refresh or a revocation uses was judged when the tokens were got.
    const bool isPublic = m_goal.kind == Goal::Kind::Authorize && !m_setup.serverIsLocal
        && !m_setup.overrides.count(Rule::UrlPrivate);
    edited(key, request);
    attempt()->requestBody = Bytes::fromByteArray(shownBody);
    out.emplace_back(Fetch{key, step().kind, std::move(request), isPublic});
}

Attempt *Flow::attempt()
{
    return m_steps.empty() || step().attempts.empty() ? nullptr : &step().attempts.back();
}

void Flow::edited(FetchKey key, const wire::HttpRequest &request)
{
    Attempt *const made = attempt();
    if (key != m_lastKey || !made)
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

void Flow::sent(FetchKey key, Stamp now)
{
    Attempt *const made = attempt();
    if (key != m_lastKey || !made)
        return;
    made->sent = true;
    made->began = now;
}

void Flow::fetched(FetchKey key, const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    Attempt *const made = attempt();
    if (key != m_lastKey || !made || isOver())
        return;
    const bool maySayTokens =
        step().kind != StepKind::ResourceMetadata && step().kind != StepKind::ServerMetadata;
    made->status = answer.status;
    made->headers = answer.headers;
    made->requestHead = answer.sentHead;
    made->exactRequestHead = answer.exactSentHead;
    made->head = answer.receivedHead;
    made->body = maySayTokens ? redactedAnswer(answer.body) : answer.body;
    made->exactBody = Secret(QString::fromUtf8(answer.body.toByteArray()));
    made->exchange = answer.exchange;
    made->ended = now;
    made->sent = true;
    switch (m_phase) {
    case Phase::ResourceMetadata:
        return resourceAnswered(answer, now, out);
    case Phase::ServerMetadata:
        return serverAnswered(answer, now, out);
    case Phase::Registering:
        return registered(answer, now, out);
    case Phase::Identity:
        return identityAnswered(answer, now, out);
    case Phase::Token:
    case Phase::Refreshing:
        return tokenAnswered(answer, now, out);
    case Phase::Revoking:
        return revoked(answer, now, out);
    case Phase::Idle:
    case Phase::Choosing:
    case Phase::Listening:
    case Phase::Asking:
    case Phase::Browsing:
    case Phase::Over:
        return;
    }
}

void Flow::reject(const QString &verdict, std::optional<Rule> rule)
{
    Attempt *const made = attempt();
    if (!made)
        return;
    made->verdict = verdict;
    made->rejected = true;
    made->rule = rule;
    if (rule)
        m_refusedBy = rule;
}

void Flow::fail(
    Rule rule, const QString &sentence, Stamp now, FlowActions &out, const QString &detail)
{
    const RuleText &text = textOf(rule);
    Error error{Domain::Authorization, 0, sentence, {}, {}};
    error.detail =
        QStringLiteral("%1 (%2, rule %3)")
            .arg(QLatin1String(text.sentence), QLatin1String(text.source), QLatin1String(text.id));
    if (!detail.isEmpty())
        error.detail += u'\n' + detail;
    failWith(error, rule, now, out);
}

void Flow::failWith(const Error &error, std::optional<Rule> rule, Stamp now, FlowActions &out)
{
    if (!m_steps.empty()) {
        closeStep(StepState::Failed, error.sentence, now, rule ? textOf(*rule).source : "");
        step().rule = rule;
    }
    m_phase = Phase::Over;
    m_deadline = kNever;
    m_state.clear();
    out.emplace_back(Finished{error, rule});
}

void Flow::finish(Stamp, FlowActions &out)
{
    m_phase = Phase::Over;
    m_deadline = kNever;
    out.emplace_back(Finished{});
}

void Flow::cancel(Stamp now, FlowActions &out)
{
    if (isOver())
        return;
    failWith({Domain::Cancelled, 0, QStringLiteral("The authorization was given up."), {}, {}}, {},
        now, out);
}

void Flow::tick(Stamp now, FlowActions &out)
{
    if (isOver() || now.steady < m_deadline)
        return;
    fail(Rule::TimedOut,
        QStringLiteral("The browser did not come back within %1 seconds.")
            .arg(m_setup.redirectTimeout.count() / 1000),
        now, out);
}

} // namespace sonde::auth
