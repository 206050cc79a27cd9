// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/authstate.h"

#include "auth/base/parameters.h"
#include "mcp/client/client.h"
#include "models/signs/modeltext.h"

namespace sonde::models {

namespace {

using Phase = AuthState::Phase;

QStringList askedScopes(const QUrl &page)
{
    const auto query = auth::Parameters::parse(page.query(QUrl::FullyEncoded).toLatin1());
    return query
        ? query->value(QStringLiteral("scope")).value_or(QString()).split(u' ', Qt::SkipEmptyParts)
        : QStringList();
}

Phase phaseOf(auth::FlowRunner &runner)
{
    if (const auth::FlowAction *held = runner.held())
        return std::holds_alternative<auth::Browse>(*held) ? Phase::WantsPerson : Phase::Held;
    if (!runner.choices().isEmpty())
        return Phase::WantsChoice;
    if (!runner.clientIssuer().isEmpty())
        return Phase::WantsClient;
    const auto &steps = runner.steps();
    if (!steps.empty() && steps.back().kind == auth::StepKind::Redirect
        && steps.back().state == auth::StepState::Running)
        return Phase::InBrowser;
    return Phase::Working;
}

} // namespace

AuthState AuthState::of(auth::ServerAuthorizer &authorizer)
{
    auth::FlowRunner &runner = authorizer.runner();
    AuthState state;
    state.hasKeychain = authorizer.cache().isPersistent();
    if (!runner.isRunning()) {
        if (const auto &failure = authorizer.failure()) {
            state.phase = Phase::Failed;
            state.failure = failure->sentence;
        }
        return state;
    }
    state.phase = phaseOf(runner);
    const auth::FlowAction *const held = runner.held();
    const auto *const browse = held ? std::get_if<auth::Browse>(held) : nullptr;
    if (browse)
        state.page = browse->url;
    else if (state.phase == Phase::InBrowser)
        state.page = runner.page();
    if (state.phase == Phase::InBrowser) {
        state.browserProblem = runner.browserProblem();
        state.hasWindow = runner.hasWindow();
        state.isOldClient = authorizer.usesOldRegistration();
    }
    state.scopes = askedScopes(state.page);
    state.issuer = runner.issuer();
    state.notice = runner.browserNotice();
    return state;
}

auth::ServerAuthorizer *AuthState::authorizerOf(const mcp::Client *client)
{
    return client ? qobject_cast<auth::ServerAuthorizer *>(client->config().authorizer) : nullptr;
}

bool AuthState::isForPerson() const
{
    return phase == Phase::Held || phase == Phase::WantsPerson || phase == Phase::WantsChoice
        || phase == Phase::WantsClient;
}

QString AuthState::otherWay() const
{
    if (phase != Phase::InBrowser)
        return {};
    if (!browserProblem.isEmpty() && hasWindow)
        return Text::tr("Open in a Sonde window");
    return isOldClient ? Text::tr("Register again") : QString();
}

void AuthState::takeOtherWay(auth::ServerAuthorizer &authorizer)
{
    const AuthState state = of(authorizer);
    if (!state.browserProblem.isEmpty() && state.hasWindow)
        authorizer.runner().openInWindow();
    else if (state.isOldClient)
        authorizer.startOver();
}

QString AuthState::sentence(const QString &server) const
{
    switch (phase) {
    case Phase::Idle:
        return {};
    case Phase::Working:
        return Text::tr("Discovering how to authorize %1.").arg(server);
    case Phase::Held:
        return Text::tr("%1 is waiting: the authorization is paused before its next request.")
            .arg(server);
    case Phase::WantsPerson:
        return QStringList{
            Text::tr("%1 requires authorization by %2. Choose Authorize to log in on its page.")
                .arg(server, page.host()),
            notice}
            .join(u' ')
            .trimmed();
    case Phase::InBrowser:
        if (!browserProblem.isEmpty())
            return Text::tr(
                "%1 Copy the URL of the login page and open it in a browser on this "
                "computer; %2 continues after you log in. The variable SONDE_BROWSER, or "
                "--browser, names the browser that Sonde starts.")
                .arg(browserProblem, server);
        return QStringList{
            Text::tr("A page of %1 is open in the browser. %2 continues after you log in.")
                .arg(page.host(), server),
            isOldClient ? Text::tr("If the page does not know the client (invalid_client), choose "
                                   "Register again.")
                        : QString()}
            .join(u' ')
            .trimmed();
    case Phase::WantsChoice:
        return Text::tr("%1 offers several authorization servers. Choose one.").arg(server);
    case Phase::WantsClient:
        return Text::tr(
            "%1 does not register clients automatically. Enter the client ID you were given.")
            .arg(issuer);
    case Phase::Failed:
        return failure;
    }
    return {};
}

} // namespace sonde::models
