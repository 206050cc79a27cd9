// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/exchangesession.h"
#include "findings/context/probes.h"
#include "findings/rules/transports/transportstables.h"

#include <algorithm>

namespace sonde::findings {

namespace {

QString statusText(const HttpExchange &exchange)
{
    return QString::number(exchange.status());
}

// Whether the status is about the session. Who has no rights is told nothing of sessions, and a
// server that is down of nothing.
bool isAboutSession(const Context &context)
{
    const int status = context.exchange->status();
    if (status == 401 || status == 403)
        return isSessionRefusal(*context.exchange, context.connection);
    return status != 0 && status != 429 && status < 502 && (status < 300 || status > 399);
}

bool isInitialize(const HttpExchange &exchange)
{
    return exchange.body.root()["method"].equals("initialize");
}

void ended404(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto &sessions = context.connection.sessions;
    const std::string id = sessionOf(exchange);
    const auto known = sessions.find(id);
    // A session may have begun before the recording: then the server may well accept it.
    const bool mayBeOlder = exchange.succeeded() && id != probe::kSession
        && (!exchange.isFirstHand() || context.connection.sent.hasMissed());
    const bool isUnknown =
        known == sessions.end() && sessions.size() < Connection::kMaxSessions && !mayBeOlder;
    const bool hasEnded =
        known != sessions.end() && known->second != 0 && exchange.begun > known->second;
    // It was given, and the server has forgotten it.
    const bool isForgotten = known != sessions.end() && !hasEnded && saysSessionIsUnknown(exchange);
    // Without an id that the server gave, it has no sessions, or the recording began later.
    if (id.empty() || sessions.empty() || !isAboutSession(context) || isInitialize(exchange)
        || (!isUnknown && !hasEnded && !isForgotten))
        return report.notTested();
    if (exchange.status() == 404 || (exchange.status() == 405 && !exchange.isPost()))
        return;
    report
        .whole((hasEnded ? Text::tr("The session %1 has ended, but the server responds with "
                                    "status %2, not 404.")
                : isForgotten
                ? Text::tr("The server no longer knows the session id %1, which it gave, but "
                           "responds with status %2, not 404.")
                : Text::tr("The server never gave the session id %1, but responds with "
                           "status %2, not 404."))
                   .arg(shown(id), statusText(exchange)))
        .remedy = Text::tr("Respond with 404, so that clients begin a new session.");
}

void missing400(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (context.connection.sessions.empty() || !exchange.isPost() || isInitialize(exchange)
        || exchange.request.contains("mcp-session-id") || !isAboutSession(context))
        return report.notTested();
    // The server does not demand the id.
    if (exchange.succeeded())
        return report.notTested();
    if (exchange.status() != 400)
        report.whole(Text::tr("A request without `Mcp-Session-Id` gets status %1, not 400.")
                         .arg(statusText(exchange)));
}

void visibleAscii(const Context &context, Report &report)
{
    const auto &response = context.exchange->response;
    const auto id = response ? response->headers.value("mcp-session-id") : std::nullopt;
    if (!id)
        return report.notTested();
    const bool isFine = !id->isEmpty()
        && std::all_of(id->begin(), id->end(), [](char c) { return c >= 0x21 && c <= 0x7e; });
    if (!isFine)
        report.whole(Text::tr("The session id “%1” has other characters than visible ASCII.")
                         .arg(shown(id->toStdString())));
}

void clientRepeatsId(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto &sessions = context.connection.sessions;
    // What began before the id was there cannot have it.
    if (sessions.size() != 1 || sessions.begin()->second != 0 || isInitialize(exchange)
        || exchange.begun < context.connection.initializedAt)
        return report.notTested();
    const std::string id = sessionOf(exchange);
    // It may be one from before the recording.
    if (!id.empty() && (!exchange.isFirstHand() || context.connection.sent.hasMissed()))
        return report.notTested();
    const QString given = shown(sessions.begin()->first);
    if (id.empty())
        report.whole(Text::tr("The request has no session id, but the server gave %1.").arg(given));
    else if (sessions.begin()->first != id)
        report.whole(Text::tr("The request has the session id “%1”, but the server gave %2.")
                         .arg(shown(id), given));
}

void idAtInitialize(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto given =
        exchange.response ? exchange.response->headers.value("mcp-session-id") : std::nullopt;
    if (!given || !exchange.body.root().isObject())
        return report.notTested();
    const std::string used = sessionOf(exchange);
    if (isInitialize(exchange) || *given == QByteArray::fromStdString(used))
        return;
    report
        .whole(used.empty()
                ? Text::tr("The response to `%1` gives the session id %2; only the response to "
                           "`initialize` may give one.")
                      .arg(shown(context.message.method), shown(given->toStdString()))
                : Text::tr("The request has the session id %1, and the response %2.")
                      .arg(shown(used), shown(given->toStdString())))
        .remedy = Text::tr("Give the session id in the response to `initialize`.");
}

// Ids that are certainly guessable: shorter than any random one, or a number that counts up.
void idSecure(const Context &context, Report &report)
{
    constexpr qsizetype kShortest = 8; // characters
    constexpr qsizetype kLongestCount = 12; // digits
    const auto &response = context.exchange->response;
    const auto id = response ? response->headers.value("mcp-session-id") : std::nullopt;
    if (!id || id->isEmpty())
        return report.notTested();
    const bool isNumber =
        std::all_of(id->begin(), id->end(), [](char c) { return c >= '0' && c <= '9'; });
    if (id->size() >= kShortest && (!isNumber || id->size() > kLongestCount))
        return;
    report
        .whole((isNumber ? Text::tr("The session id %1 is a number, which can be guessed.")
                         : Text::tr("The session id %1 is so short that it can be guessed."))
                   .arg(shown(id->toStdString())))
        .remedy = Text::tr("Use a random id, such as a UUID.");
}

// A request that began after the server had refused the session with 404. What Sonde invents to see
// how the server refuses it is no session.
void clientStartsAnew(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto &refused = context.connection.refusedSessions;
    if (refused.empty() || exchange.method == "DELETE")
        return report.notTested();
    const std::string id = sessionOf(exchange);
    const auto since = refused.find(id);
    if (id == probe::kSession || (since != refused.end() && exchange.begun <= since->second))
        return report.notTested();
    if (since != refused.end())
        report
            .whole(Text::tr("The client uses the session id %1, although the server refused it "
                            "with status 404.")
                       .arg(shown(id)))
            .remedy = Text::tr("Send `initialize` without a session id.");
}

constexpr Rule kRules[] = {
    {"session.client-repeats-id", On::Exchange, {}, &clientRepeatsId, {}, Over::StreamableHttp},
    {"session.client-starts-anew", On::Exchange, {}, &clientStartsAnew, {}, Over::StreamableHttp},
    {"session.id-at-initialize", On::Exchange, {}, &idAtInitialize, {}, Over::StreamableHttp},
    {"session.id-secure", On::Exchange, {}, &idSecure, {}, Over::StreamableHttp},
    {"session.ended-404", On::Exchange, {}, &ended404, {}, Over::StreamableHttp},
    {"session.missing-400", On::Exchange, {}, &missing400, {}, Over::StreamableHttp},
    {"session.id-visible-ascii", On::Exchange, {}, &visibleAscii, {}, Over::StreamableHttp},
};

} // namespace

std::span<const Rule> sessionRules()
{
    return kRules;
}

} // namespace sonde::findings
