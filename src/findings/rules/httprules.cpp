// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/text.h"
#include "findings/rules/ruletables.h"

#include <QUrl>

namespace sonde::findings {

namespace {

void notification202(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    // A refusal (4xx) or a failure is no acknowledgement.
    if (!exchange.isPost() || !exchange.carriesNotification() || status < 200 || status > 299)
        return;
    if (status != 202)
        report.whole(Text::tr("The notification `%1` was acknowledged with status %2, not 202.")
                         .arg(shown(context.message.method), QString::number(status)));
    else if (exchange.responseSize > 0)
        report.whole(
            Text::tr("The status 202 of the notification `%1` has a body of %2 bytes.")
                .arg(shown(context.message.method), QString::number(exchange.responseSize)));
}

void getStreamOr405(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    const bool isAuthorization = status == 401 || status == 403;
    // A session that has ended gives 404, and 5xx is a failure of the server.
    if (exchange.method != "GET" || status == 0 || status == 405 || status >= 500 || isAuthorization
        || (status == 404 && exchange.request.contains("mcp-session-id")))
        return;
    const QByteArray type = exchange.response->headers.mediaType();
    if (status != 200 || type != "text/event-stream")
        report.whole(
            Text::tr("GET was answered with status %1 and content type “%2”: expected is an event "
                     "stream, or 405.")
                .arg(QString::number(status), shown(std::string_view(type.data(), type.size()))));
}

void ignoresSessionId(const Context &context, Report &report)
{
    const auto &response = context.exchange->response;
    if (response && response->headers.contains("mcp-session-id"))
        report.whole(Text::tr("The response has `Mcp-Session-Id`, but this revision has no "
                              "sessions."));
}

bool isLocal(const QString &host)
{
    return host == u"localhost" || host == u"127.0.0.1" || host == u"::1";
}

// An origin whose pages must not reach the server: any other one for a server of this machine, and
// names that RFC 2606 reserves for every server. Others may be the server's own pages.
bool hasForeignOrigin(const HttpExchange &exchange)
{
    const auto origin = exchange.request.value("origin");
    if (!origin)
        return false;
    const QString from = QUrl(QString::fromLatin1(*origin)).host();
    const bool isReserved =
        from.endsWith(QLatin1String(".invalid")) || from.endsWith(QLatin1String(".example"));
    return isReserved
        || (!from.isEmpty() && isLocal(QUrl(QString::fromStdString(exchange.url)).host())
            && !isLocal(from));
}

void originValidated(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!hasForeignOrigin(exchange) || exchange.status() == 0)
        return report.notTested();
    if (exchange.succeeded())
        report
            .whole(Text::tr("A request with the foreign origin %1 gets status %2.")
                       .arg(shown(exchange.request.value("origin")->toStdString()),
                           QString::number(exchange.status())))
            .remedy = Text::tr("Compare `Origin` with the origins that may use the server, and "
                               "respond with 403.");
}

void origin403(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    if (!hasForeignOrigin(exchange) || status < 400 || status > 499 || status == 401)
        return report.notTested();
    if (status != 403)
        report.whole(Text::tr("A request with the foreign origin %1 gets status %2, not 403.")
                         .arg(shown(exchange.request.value("origin")->toStdString()),
                             QString::number(status)));
}

constexpr Rule kHttpRules[] = {
    {"http.origin-validated", On::Exchange, {}, &originValidated},
    {"http.origin-403", On::Exchange, {}, &origin403},
    {"http.notification-202", On::Exchange, {}, &notification202},
    {"http.get-stream-or-405", On::Exchange, {}, &getStreamOr405},
    {"http.ignores-session-id", On::Exchange, {}, &ignoresSessionId},
};

} // namespace

std::span<const Rule> httpRules()
{
    return kHttpRules;
}

} // namespace sonde::findings
