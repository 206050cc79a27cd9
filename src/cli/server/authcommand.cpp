// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/authcommand.h"

#include "auth/flow/flowreport.h"
#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/failuretext.h"
#include "cli/output/jsonlayout.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "setup/clientconfig.h"
#include "json/document.h"

#include <QDateTime>

namespace sonde::cli {

namespace {

mcp::ClientConfig clientConfig(
    const Options &options, rpc::TrafficSink *traffic, wire::Authorizer &authorizer)
{
    mcp::ClientConfig config = setup::clientConfig(options.server);
    wire::HttpTarget &target = *config.endpoint.target(); // the only servers with authorization
    config.name = target.url.host();
    if (options.timeout)
        config.timeouts.handshake = target.connectTimeout = *options.timeout;
    config.traffic = traffic;
    config.authorizer = &authorizer;
    return config;
}

std::int64_t wallMs()
{
    return SystemClock::instance().now().wall / 1'000'000;
}

QString timeText(std::int64_t ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms).toUTC().toString(Qt::ISODate);
}

QString line(const char *name, const QString &value)
{
    constexpr int kColumn = 16;
    return QLatin1String(name).toString().leftJustified(kColumn) + harmlessLine(value) + u'\n';
}

// A registration in the keychain, without its secrets.
QString describe(const auth::Registration &client)
{
    if (client.source != auth::ClientSource::Registered)
        return client.clientSecret.isEmpty()
            ? Text::tr("the client %1").arg(client.clientId)
            : Text::tr("the client %1, with its secret").arg(client.clientId);
    return client.clientSecret.isEmpty()
        ? Text::tr("the client %1, registered with %2").arg(client.clientId, client.issuer)
        : Text::tr("the client %1, registered with %2, with its secret")
              .arg(client.clientId, client.issuer);
}

// The names of the secrets that the user entered, not the secrets themselves.
QString describe(const auth::GivenCredentials &given)
{
    QStringList secrets;
    if (!given.clientSecret.isEmpty())
        secrets << Text::tr("client secret");
    if (!given.privateKey.isEmpty())
        secrets << Text::tr("private key");
    if (!given.idToken.isEmpty())
        secrets << Text::tr("ID token");
    const QString list = listText(secrets);
    return given.clientId.isEmpty() ? Text::tr("the identity provider (%1)").arg(list)
                                    : Text::tr("the client %1 (%2)").arg(given.clientId, list);
}

} // namespace

AuthCommand::AuthCommand(
    const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_out(out)
    , m_err(err)
    , m_access(options, traffic, options.command == Command::AuthLogin)
    , m_client(clientConfig(options, traffic, m_access.authorizer()))
{
    connect(&m_access.authorizer().runner(), &auth::FlowRunner::stepsChanged, this,
        &AuthCommand::showSteps);
    connect(&m_client, &mcp::Client::stateChanged, this, &AuthCommand::clientChanged);
}

void AuthCommand::start()
{
    m_access.authorizer().prepare(this, [this] {
        switch (m_options.command) {
        case Command::AuthLogin:
            return logIn();
        case Command::AuthStatus:
            return showStatus();
        case Command::AuthLogout:
            return logOut();
        default:
            return printToken();
        }
    });
}

void AuthCommand::interrupt(int signal)
{
    m_access.authorizer().runner().cancel();
    end(kSignalBase + signal);
}

// The way every command goes: the server is asked for something, and wants authorization first.
void AuthCommand::logIn()
{
    m_client.start();
}

void AuthCommand::clientChanged()
{
    if (m_exitCode) {
        if (m_client.state() == mcp::ClientState::Stopped
            || m_client.state() == mcp::ClientState::Failed)
            Q_EMIT finished(*m_exitCode);
        return;
    }
    if (m_client.state() == mcp::ClientState::Ready)
        return showLogin();
    if (m_client.state() != mcp::ClientState::Failed)
        return;
    const Error &failure = m_client.failure();
    m_err.complain(failure.sentence);
    if (const auto &why = m_access.authorizer().failure(); why && !why->detail.isEmpty())
        m_err.write(QString(harmlessLines(why->detail) + u'\n'));
    if (isLoginNotOffered(failure.data))
        m_err.write(Text::tr("If you have a token, use --header 'Authorization: Bearer TOKEN'.\n"));
    end(failure.domain == Domain::Authorization ? kAuthorization : kCannotConnect);
}

// Each one when it is over: what it decided, and every address that was tried.
void AuthCommand::showSteps()
{
    m_asked = true;
    const auto &steps = m_access.authorizer().runner().steps();
    if (steps.size() < m_shownSteps)
        m_shownSteps = 0; // another run
    for (; m_shownSteps < steps.size(); ++m_shownSteps) {
        const auth::Step &step = steps[m_shownSteps];
        if (step.state == auth::StepState::Running)
            return;
        m_err.write(harmlessLines(auth::summaryOf(step)));
    }
}

void AuthCommand::showLogin()
{
    const auth::Tokens *const known = m_access.authorizer().tokens();
    if (!known) {
        m_err.complain(Text::tr("The server does not require authorization."));
        return end(kFine);
    }
    m_access.keepSecrets(m_options);
    m_err.complain(m_asked ? Text::tr("Logged in.")
                           : Text::tr("Already logged in. To log out: sonde-cli auth logout."));
    printKnown(*known);
    endWhenWritten();
}

void AuthCommand::printKnown(const auth::Tokens &tokens)
{
    const bool over = tokens.isExpired(wallMs());
    QString text = line("resource", tokens.resource) + line("issuer", tokens.issuer)
        + line("client", tokens.clientId)
        + line("scopes", tokens.grantedScopes.value_or(tokens.requestedScopes).join(u' '))
        + line("type", tokens.type) + line("since", timeText(tokens.obtainedMs));
    if (tokens.expiresMs)
        text += line(over ? "expired" : "until", timeText(tokens.expiresMs));
    text += line("refresh token",
        tokens.refreshToken.isEmpty() ? QStringLiteral("no") : QStringLiteral("yes"));
    if (const auto jwt = auth::readJwt(tokens.accessToken))
        text += QStringLiteral("claims\n") + jsonText(json::Document::parse(jwt->claims).root());
    m_out.write(text);
}

void AuthCommand::showStatus()
{
    const auth::Tokens *const known = m_access.authorizer().tokens();
    complainOfKeychain();
    if (!known) {
        m_err.complain(
            Text::tr("Not logged in. Run: %1").arg(ServerAccess::loginCommand(m_options)));
        return end(kAuthorization);
    }
    printKnown(*known);
    const bool usable = !known->isExpired(wallMs()) || !known->refreshToken.isEmpty();
    end(usable ? kFine : kAuthorization);
}

void AuthCommand::logOut()
{
    complainOfKeychain();
    m_clients = m_access.authorizer().keptClients(); // while the tokens name their issuer
    m_given = m_access.authorizer().keptSecrets();
    if (!m_access.authorizer().tokens())
        return loggedOut(Text::tr("Not logged in."));
    connect(&m_access.authorizer(), &auth::ServerAuthorizer::runEnded, this,
        [this] { loggedOut(Text::tr("Logged out.")); });
    m_access.authorizer().logOut();
}

// The client outlives its tokens, as the next login needs it, unless the person says so: then after
// the tokens were revoked, which takes it.
void AuthCommand::loggedOut(const QString &sentence)
{
    QStringList names;
    for (const auth::Registration &client : m_clients) {
        names << describe(client);
        if (m_options.auth.forgetClient)
            m_access.cache().dropRegistration(client.issuer);
    }
    for (const auth::GivenCredentials &given : m_given) {
        names << describe(given);
        if (m_options.auth.forgetClient)
            m_access.cache().dropGiven(given.server, given.role);
    }
    const QString which = harmlessLine(names.join(QStringLiteral("; ")));
    if (names.isEmpty())
        m_err.complain(sentence);
    else if (m_options.auth.forgetClient)
        m_err.complain(joinSentences({sentence, Text::tr("Deleted: %1.").arg(which)}));
    else
        m_err.complain(joinSentences({sentence,
            Text::tr("Kept for the next login: %1. Use --all to delete it as well.").arg(which)}));
    endWhenWritten();
}

void AuthCommand::printToken()
{
    const auto print = [this] {
        const auth::Tokens *const known = m_access.authorizer().tokens();
        complainOfKeychain();
        if (!known || known->isExpired(wallMs())) {
            const auto &why = m_access.authorizer().failure();
            m_err.complain(QStringLiteral("%1 Write: %2")
                               .arg(why ? why->sentence : Text::tr("Not logged in."),
                                   ServerAccess::loginCommand(m_options)));
            return end(kAuthorization);
        }
        // Asked for by name: this is what the command is for.
        m_out.write(QString(known->accessToken.reveal() + u'\n'));
        endWhenWritten();
    };
    const auth::Tokens *const known = m_access.authorizer().tokens();
    if (!known || !known->isExpired(wallMs()) || known->refreshToken.isEmpty())
        return print();
    connect(&m_access.authorizer(), &auth::ServerAuthorizer::runEnded, this, print);
    m_access.authorizer().refreshNow();
}

void AuthCommand::complainOfKeychain()
{
    if (const QString &problem = m_access.cache().problem(); !problem.isEmpty())
        m_err.complain(problem);
}

// What is got must be in the keychain before the program ends.
void AuthCommand::endWhenWritten()
{
    const auto over = [this] {
        const bool lost = !m_access.cache().isPersistent();
        if (lost && m_options.command == Command::AuthLogin)
            m_err.complain(
                Text::tr("The token was not stored and is lost when this command ends: %1")
                    .arg(m_access.cache().problem().isEmpty() ? Text::tr("--no-keychain was given.")
                                                              : m_access.cache().problem()));
        end(lost && m_options.command == Command::AuthLogin ? kAuthorization : kFine);
    };
    if (!m_access.cache().isWriting())
        return over();
    connect(&m_access.cache(), &auth::CredentialCache::written, this, over);
}

void AuthCommand::end(int exitCode)
{
    if (m_exitCode)
        return;
    m_exitCode = exitCode;
    const mcp::ClientState state = m_client.state();
    if (state == mcp::ClientState::Stopped || state == mcp::ClientState::Failed)
        Q_EMIT finished(exitCode);
    else
        m_client.stop();
}

} // namespace sonde::cli
