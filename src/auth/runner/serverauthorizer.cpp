// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/runner/serverauthorizer.h"

#include "auth/base/urlrules.h"
#include "base/overloaded.h"

#include <algorithm>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

std::int64_t wallMs()
{
    return SystemClock::instance().now().wall / 1'000'000;
}

QStringList challengedScopes(const wire::AuthorizationChallenge &request)
{
    for (const wire::Challenge &each : request.challenges) {
        if (const auto scope = each.parameter("scope"))
            return QString::fromUtf8(*scope).split(u' ', Qt::SkipEmptyParts);
    }
    return {};
}

} // namespace

ServerAuthorizer::ServerAuthorizer(const Setup &setup, CredentialCache &cache, QObject *parent)
    : Authorizer(parent)
    , m_setup(setup)
    , m_cache(cache)
    , m_runner(setup.run)
{
    // A connection to it will say more: a name may lead into a private network.
    m_setup.flow.serverIsLocal =
        m_setup.flow.serverIsLocal || isLocalServer(m_setup.flow.server, {});
    connect(&m_runner, &FlowRunner::keeping, this, &ServerAuthorizer::keep);
    connect(&m_runner, &FlowRunner::finished, this, &ServerAuthorizer::runFinished);
    if (setup.interactive)
        return;
    connect(
        &m_runner, &FlowRunner::choiceRequested, this, [this] { m_runner.choose(0); },
        Qt::QueuedConnection);
    connect(
        &m_runner, &FlowRunner::clientRequested, this, [this] { m_runner.setClient({}); },
        Qt::QueuedConnection);
}

ServerAuthorizer::~ServerAuthorizer() = default;

void ServerAuthorizer::prepare(QObject *context, std::function<void()> done)
{
    m_cache.load(this, [this, context = QPointer<QObject>(context), done = std::move(done)] {
        const Tokens *const known = tokens();
        if (known && !m_present && isEnough(*known))
            setPresent(std::make_shared<TokenAuthorization>(*known));
        if (context)
            done();
    });
}

// Lives, and was asked for with all that is wanted in any case.
bool ServerAuthorizer::isEnough(const Tokens &tokens) const
{
    const QStringList &wanted = m_setup.flow.scopes;
    return !tokens.isExpired(wallMs())
        && std::all_of(wanted.begin(), wanted.end(),
            [&tokens](const QString &scope) { return tokens.requestedScopes.contains(scope); });
}

RequestHandle ServerAuthorizer::authorize(const wire::AuthorizationChallenge &request,
    QObject *context, std::function<void(Result<wire::AuthorizationPtr>)> done)
{
    const int number = ++m_lastWaiter;
    m_waiters.push_back({number, context, std::move(done)});
    if (!std::exchange(m_busy, true))
        m_cache.load(this, [this, request] { decide(request); });
    return RequestHandle([this, number] {
        QMetaObject::invokeMethod(
            this,
            [this, number] {
                const auto found = std::find_if(m_waiters.begin(), m_waiters.end(),
                    [number](const Waiter &each) { return each.number == number; });
                if (found == m_waiters.end())
                    return;
                const Waiter waiter = std::move(*found);
                m_waiters.erase(found);
                if (waiter.context)
                    waiter.done(Error{.domain = Domain::Cancelled,
                        .sentence = AuthText::tr("Authorization cancelled.")});
            },
            Qt::QueuedConnection);
    });
}

void ServerAuthorizer::heldRequestChanged(const wire::HeldRequest &held)
{
    const auto known = std::find_if(m_held.begin(), m_held.end(), [&](const auto &each) {
        return each.connection == held.connection && each.key == held.key
            && each.refusal == held.refusal;
    });
    if (known != m_held.end())
        *known = held;
    else if (m_held.size() < kMaxHeld)
        m_held.push_back(held);
    Q_EMIT heldChanged();
}

void ServerAuthorizer::decide(const wire::AuthorizationChallenge &request)
{
    if (m_runner.isRunning())
        return; // a person started it; its end is the response
    if (isLocalServer(m_setup.flow.server, request.remoteAddress))
        m_setup.flow.serverIsLocal = true;
    if (m_present && request.used != m_present)
        return respondSoon(m_present); // there is a newer one than the request had
    if (adoptNonce(request))
        return;
    if (m_present && m_present->wasAccepted())
        m_fresh = m_refreshed = false;
    const Tokens *const known = tokens();
    if (request.status == 401 && !request.used && known && isEnough(*known)) {
        setPresent(std::make_shared<TokenAuthorization>(*known));
        return respondSoon(m_present);
    }
    if (request.status == 401 && m_fresh)
        return refuse(AuthRule::FreshTokenRefused,
            AuthText::tr("The server rejected a token that was just issued for it."));
    if (request.status == 403 && isStepUpPointless(request))
        return;
    Goal goal;
    goal.status = request.status;
    goal.challenges = request.challenges;
    goal.mayRefresh = !m_refreshed;
    goal.stepUp = request.status == 403 ? m_stepUps : 0;
    goal.maxStepUps = kMaxStepUps;
    run(std::move(goal));
}

// RFC 9449 section 9: the server wants a nonce of its own in the proofs. No flow is needed for
// that.
bool ServerAuthorizer::adoptNonce(const wire::AuthorizationChallenge &request)
{
    const auto *const present = dynamic_cast<const TokenAuthorization *>(m_present.get());
    const auto nonce = request.headers.value("DPoP-Nonce");
    const bool wanted = std::any_of(
        request.challenges.begin(), request.challenges.end(), [](const wire::Challenge &each) {
            return each.parameter("error") == QByteArray("use_dpop_nonce");
        });
    if (!present || !present->isDpop() || !nonce || !wanted || *nonce == present->nonce())
        return false;
    setPresent(std::make_shared<TokenAuthorization>(present->tokens(), *nonce));
    respondSoon(m_present);
    return true;
}

bool ServerAuthorizer::isStepUpPointless(const wire::AuthorizationChallenge &request)
{
    const Tokens *const known = tokens();
    const QStringList wanted = challengedScopes(request);
    const QStringList had =
        known ? known->grantedScopes.value_or(known->requestedScopes) : QStringList();
    const bool hasAll = std::all_of(
        wanted.begin(), wanted.end(), [&had](const QString &scope) { return had.contains(scope); });
    if (hasAll && m_fresh) {
        refuse(AuthRule::StepUpLimit,
            AuthText::tr("The server requires scopes that the new token already has: %1.")
                .arg(wanted.join(u' ')));
        return true;
    }
    if (++m_stepUps <= kMaxStepUps)
        return false;
    refuse(AuthRule::StepUpLimit,
        AuthText::tr("Step-up authorization ran %1 times, and the server still requires additional "
                     "scopes: %2.")
            .arg(kMaxStepUps)
            .arg(wanted.join(u' ')));
    return true;
}

void ServerAuthorizer::refuse(AuthRule rule, const QString &sentence)
{
    const Error error{
        .domain = Domain::Authorization, .sentence = sentence, .detail = detailOf(rule)};
    m_failure = error;
    m_failedRule = rule;
    respondSoon(error);
}

void ServerAuthorizer::run(Goal goal)
{
    m_busy = true;
    m_failure.reset();
    m_failedRule.reset();
    std::erase_if(
        m_held, [](const auto &each) { return each.state != wire::HeldRequest::State::Waiting; });
    Q_EMIT heldChanged();
    if (const Tokens *const known = tokens())
        goal.tokens = *known;
    goal.registrations = m_cache.registrations();
    m_runner.start(completed(), goal);
}

const GivenCredentials *ServerAuthorizer::kept(
    GivenCredentials::Role role, const QString &clientId) const
{
    const GivenCredentials *const known =
        m_cache.givenFor(canonicalResource(m_setup.flow.server), role);
    return known && known->clientId == clientId ? known : nullptr;
}

std::vector<Registration> ServerAuthorizer::keptClients() const
{
    const Tokens *const own = tokens();
    const auto isNeeded = [&](const QString &issuer) {
        const auto &all = m_cache.tokens();
        return std::any_of(all.begin(), all.end(), [&](const Tokens &each) {
            return each.issuer == issuer && !(own && each.resource == own->resource);
        });
    };
    std::vector<Registration> kept;
    for (const Registration &each : m_cache.registrations()) {
        const bool ours = each.server == canonicalResource(m_setup.flow.server)
            || (own && each.issuer == own->issuer);
        if (ours && !isNeeded(each.issuer))
            kept.push_back(each);
    }
    return kept;
}

std::vector<GivenCredentials> ServerAuthorizer::keptSecrets() const
{
    std::vector<GivenCredentials> kept;
    const QString server = canonicalResource(m_setup.flow.server);
    for (const auto role :
        {GivenCredentials::Role::Client, GivenCredentials::Role::IdentityProvider}) {
        if (const GivenCredentials *const known = m_cache.givenFor(server, role))
            kept.push_back(*known);
    }
    return kept;
}

// With the secrets of the keychain where the settings hold none.
FlowSetup ServerAuthorizer::completed() const
{
    FlowSetup flow = m_setup.flow;
    const auto fill = [](Secret &empty, const Secret &known) {
        if (empty.isEmpty())
            empty = known;
    };
    if (const GivenCredentials *const known =
            kept(GivenCredentials::Role::IdentityProvider, flow.identity.clientId)) {
        fill(flow.identity.clientSecret, known->clientSecret);
        fill(flow.identity.idToken, known->idToken);
    }
    if (!flow.given)
        return flow;
    if (const GivenCredentials *const known =
            kept(GivenCredentials::Role::Client, flow.given->clientId)) {
        fill(flow.given->clientSecret, known->clientSecret);
        fill(flow.given->privateKey, known->privateKey);
    }
    const bool byKey = flow.given->proof == ClientProof::PrivateKeyJwt;
    if (!byKey && flow.given->clientSecret.isEmpty()) // a public client
        flow.given->proof = ClientProof::None;
    return flow;
}

void ServerAuthorizer::keep(const CredentialAction &action)
{
    std::visit(Overloaded{
                   [this](const KeepRegistration &client) {
                       Registration registration = client.registration;
                       registration.server = canonicalResource(m_setup.flow.server);
                       m_cache.keep(registration);
                   },
                   [this](const DropRegistration &gone) { m_cache.dropRegistration(gone.issuer); },
                   [this](const KeepTokens &got) {
                       m_cache.keep(got.tokens);
                       const auto &steps = m_runner.steps();
                       m_refreshed = !steps.empty() && steps.back().kind == StepKind::Refresh;
                       m_fresh = !m_refreshed;
                       setPresent(std::make_shared<TokenAuthorization>(got.tokens));
                   },
                   [this](const DropTokens &old) {
                       m_cache.dropTokens(old.issuer, old.resource);
                       setPresent(nullptr);
                   },
               },
        action);
}

void ServerAuthorizer::runFinished(
    const std::optional<Error> &error, const std::optional<AuthRule> &rule)
{
    m_failure = error;
    m_failedRule = rule;
    const QPointer<ServerAuthorizer> alive(this); // a waiter may destroy the authorizer
    if (error)
        respondToAll(*error);
    else
        respondToAll(m_present);
    if (alive)
        Q_EMIT runEnded();
}

void ServerAuthorizer::setPresent(wire::AuthorizationPtr present)
{
    if (present == m_present)
        return;
    m_present = std::move(present);
    Q_EMIT changed();
}

void ServerAuthorizer::respondToAll(const Result<wire::AuthorizationPtr> &response)
{
    m_busy = false;
    const auto waiters = std::exchange(m_waiters, {});
    for (const Waiter &waiter : waiters) {
        if (waiter.context)
            waiter.done(response);
    }
}

void ServerAuthorizer::respondSoon(const Result<wire::AuthorizationPtr> &response)
{
    QMetaObject::invokeMethod(
        this, [this, response] { respondToAll(response); }, Qt::QueuedConnection);
}

void ServerAuthorizer::logIn()
{
    Goal goal;
    goal.mayRefresh = false;
    run(std::move(goal));
}

void ServerAuthorizer::refreshNow()
{
    Goal goal;
    goal.kind = Goal::Kind::Refresh;
    run(std::move(goal));
}

void ServerAuthorizer::expireNow()
{
    if (const Tokens *const known = tokens()) {
        Tokens expired = *known;
        expired.expiresMs = wallMs();
        m_cache.keep(expired);
    }
    setPresent(nullptr);
}

void ServerAuthorizer::logOut()
{
    if (!tokens())
        return;
    Goal goal;
    goal.kind = Goal::Kind::Revoke;
    run(std::move(goal));
}

// Where the clients of this server are registered.
QStringList ServerAuthorizer::registeredIssuers() const
{
    const Tokens *const known = tokens();
    QStringList issuers;
    for (const Registration &each : m_cache.registrations()) {
        const bool isOurs = each.server == canonicalResource(m_setup.flow.server)
            || each.issuer == m_runner.issuer() || (known && each.issuer == known->issuer);
        if (isOurs && !issuers.contains(each.issuer))
            issuers << each.issuer;
    }
    return issuers;
}

bool ServerAuthorizer::hasRegistration() const
{
    return !registeredIssuers().isEmpty();
}

bool ServerAuthorizer::usesOldRegistration() const
{
    const auto &steps = m_runner.steps();
    const auto client = std::find_if(
        steps.begin(), steps.end(), [](const Step &step) { return step.kind == StepKind::Client; });
    const auto &known = m_cache.registrations();
    // A client that is registered in this run has a request in its step.
    return m_runner.isRunning() && client != steps.end() && client->attempts.empty()
        && !m_setup.flow.given
        && std::any_of(known.begin(), known.end(), [this](const Registration &each) {
               return each.issuer == m_runner.issuer() && each.source == ClientSource::Registered;
           });
}

void ServerAuthorizer::dropRegistration()
{
    const QStringList issuers = registeredIssuers(); // while the run names its own
    if (m_runner.isRunning())
        m_runner.cancel();
    for (const QString &issuer : issuers)
        m_cache.dropRegistration(issuer);
}

void ServerAuthorizer::startOver()
{
    // A run that waits is replaced, not ended: its requests wait for the new one.
    for (const QString &issuer : registeredIssuers())
        m_cache.dropRegistration(issuer);
    if (const Tokens *const known = tokens())
        m_cache.dropTokens(QString(known->issuer), QString(known->resource));
    setPresent(nullptr);
    logIn();
}

} // namespace sonde::auth
