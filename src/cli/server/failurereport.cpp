// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/failurereport.h"

#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/failuretext.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/server/serveraccess.h"
#include "mcp/client/client.h"
#include "mcp/message/discardedinput.h"
#include "mcp/message/errorresponse.h"
#include "json/document.h"

namespace sonde::cli {

namespace {

QString eraAdvice(config::EraMode era, const Error &failure, const wire::HttpFailure *http)
{
    using Mode = config::EraMode;
    if (era == Mode::Auto || !mcp::suggestsOtherEra(failure, http))
        return {};
    return Text::tr("The era was set with --era %1. Try --era auto or --era %2.\n")
        .arg(era == Mode::Modern ? QStringLiteral("modern") : QStringLiteral("legacy"),
            era == Mode::Modern ? QStringLiteral("legacy") : QStringLiteral("modern"));
}

// The members of a JSON-RPC error that its sentence does not tell, a line each.
QString restOf(const QByteArray &error)
{
    const auto document =
        json::Document::parse(std::string_view(error.data(), std::size_t(error.size())));
    const json::Value root = document.root();
    if (!root["message"].isString())
        return harmlessLines(QString::fromUtf8(error)) + u'\n';
    QString rest;
    for (const json::Value member : root) {
        if (member.key() == "code" || member.key() == "message")
            continue;
        const std::string_view name = member.rawKey();
        const std::string_view raw = member.raw();
        rest += QString::fromUtf8(name.data(), qsizetype(name.size())) + u':'
            + (member.isString() ? u' ' + member.toString()
                                 : QString::fromUtf8(raw.data(), qsizetype(raw.size())))
            + u'\n';
    }
    return harmlessLines(rest);
}

bool wantsAuthorization(const Error &error)
{
    return error.domain == Domain::Authorization;
}

// A login that was tried and refused by a rule is refused again, unless the user was the reason.
bool wouldFailAgain(const auth::ServerAuthorizer &authorizer)
{
    const auto &rule = authorizer.failedRule();
    return rule && *rule != auth::AuthRule::TimedOut
        && *rule != auth::AuthRule::AuthorizationDenied;
}

} // namespace

int exitCodeOf(Domain domain)
{
    switch (domain) {
    case Domain::Usage:
    case Domain::Json:
    case Domain::Storage:
    case Domain::Config:
        return kUsage;
    case Domain::Server:
        return kServerError;
    case Domain::Timeout:
        return kTimeout;
    case Domain::Authorization:
        return kAuthorization;
    case Domain::Process:
    case Domain::Transport:
    case Domain::Protocol:
    case Domain::Cancelled:
        break;
    }
    return kCannotConnect;
}

FailureReport::FailureReport(
    const Options &options, const mcp::Client &client, Output &err, ServerAccess *access)
    : m_options(options)
    , m_client(client)
    , m_err(err)
    , m_access(access)
{
}

void FailureReport::error(const Error &error)
{
    const QString code = error.domain == Domain::Server ? mcp::errorCodeText(error) : QString();
    if (!code.isEmpty())
        m_err.complain(Text::tr("The server returned error %1: %2").arg(code, error.sentence));
    else
        m_err.complain(error.sentence);
    evidence(error);
    if (wantsAuthorization(error))
        authorization(error);
    if (exitCodeOf(error.domain) == kCannotConnect)
        lostServer();
}

// What a JSON-RPC error holds besides its message, and what else is known.
void FailureReport::evidence(const Error &error)
{
    if (!error.detail.isEmpty())
        m_err.write(QString(harmlessLines(error.detail) + u'\n'));
    if (error.domain == Domain::Server && !error.data.isEmpty())
        m_err.write(restOf(error.data));
    m_hasReportedDiscarded = m_hasReportedDiscarded || error.domain == Domain::Timeout
        || error.domain == Domain::Transport;
}

void FailureReport::discardedInput()
{
    const mcp::DiscardedInput &unusable = m_client.discardedInput();
    if (m_options.trace || m_hasReportedDiscarded || unusable.count() == 0)
        return;
    m_err.note(joinSentences({unusable.summary(),
        Text::tr("The first: %1 (--trace shows all of them)")
            .arg(unusable.items().front().text())}));
}

void FailureReport::failedStart()
{
    const Error &failure = m_client.failure();
    const bool isAuthorization = wantsAuthorization(failure);
    m_err.complain(joinSentences(
        {isAuthorization ? QString() : Text::tr("Cannot connect."), failure.sentence}));
    m_err.write(stepsText(m_client.steps()));
    evidence(failure);
    if (failure.domain == Domain::Timeout)
        m_err.write(Text::tr("To wait longer, use --timeout: --timeout 60s\n"));
    if (isAuthorization)
        authorization(failure);
    else
        m_err.write(eraAdvice(m_options.server.era, failure, m_client.httpFailure()));
    if (const wire::HttpFailure *http = m_client.httpFailure())
        m_err.write(certificateText(http->outcome));
}

void FailureReport::authorization(const Error &error)
{
    m_err.write(challengesText(error.data));
    if (m_access && !wouldFailAgain(m_access->authorizer()) && !isLoginNotOffered(error.data))
        m_err.write(Text::tr("To log in: %1\n")
                        .arg(harmlessLine(
                            ServerAccess::loginCommand(m_options, missingScopes(error.data)))));
    m_err.write(Text::tr("If you have a token, use --header 'Authorization: Bearer TOKEN'.\n"));
}

void FailureReport::lostServer()
{
    if (const auto &end = m_client.endReport())
        m_err.write(Text::tr("Server process: %1\n").arg(harmlessLine(end->sentence())));
    if (m_options.trace || m_client.lastDiagnostics().empty())
        return; // --trace has printed them
    m_err.write(Text::tr("The server's last lines on stderr:\n"));
    for (const mcp::DiagnosticLine &line : m_client.lastDiagnostics())
        m_err.write(QString(u"  ! " + harmless(line.text) + u'\n'));
}

} // namespace sonde::cli
