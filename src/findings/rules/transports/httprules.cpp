// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/transports/transportstables.h"

#include <QUrl>

namespace sonde::findings {

namespace {

void response202(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const QString id = shown(exchange.body.root()["id"]);
    if (exchange.status() != 202)
        report.whole(Text::tr("The client's response with the id %1 was acknowledged with status "
                              "%2, not 202.")
                         .arg(id, QString::number(exchange.status())));
    else if (exchange.responseSize > 0)
        report.whole(Text::tr("The status 202 of the client's response with the id %1 has a body "
                              "of %2 bytes.")
                         .arg(id, QString::number(exchange.responseSize)));
}

void notification202(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    // A refusal (4xx) or a failure is no acknowledgement.
    if (!exchange.isPost() || !exchange.succeeded())
        return report.notTested();
    if (exchange.carriesResponse())
        return response202(context, report);
    if (!exchange.carriesNotification())
        return report.notTested();
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
    const bool hasSession = exchange.request.contains("mcp-session-id");
    // A session that has ended gives 404, one that is missing 400, and one that has a stream
    // already 409. Other statuses are not about the stream: rights, a redirect, too many requests,
    // a failure of the server.
    const bool isAboutElse = status == 401 || status == 403 || status == 406 || status == 409
        || status == 429 || (status >= 300 && status < 400) || status >= 500;
    if (exchange.method != "GET" || status == 0 || isAboutElse || (status == 404 && hasSession)
        || (status == 400 && !hasSession))
        return report.notTested();
    if (status == 405)
        return;
    const QByteArray type = exchange.response->headers.mediaType();
    if (type.isEmpty())
        report.whole(Text::tr("The response to GET has status %1 and no content type: expected is "
                              "an event stream, or 405.")
                         .arg(status));
    else if (status != 200 || type != "text/event-stream")
        report.whole(
            Text::tr("GET was answered with status %1 and content type “%2”: expected is an event "
                     "stream, or 405.")
                .arg(QString::number(status), shown(std::string_view(type.data(), type.size()))));
}

void ignoresSessionId(const Context &context, Report &report)
{
    const auto &response = context.exchange->response;
    if (!context.exchange->request.contains("mcp-session-id"))
        report.notTested();
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

void responseContentType(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost() || !exchange.carriesRequest() || !exchange.succeeded())
        return report.notTested();
    const QByteArray type = exchange.response->headers.mediaType();
    if (type.isEmpty())
        report.whole(Text::tr("The response to `%1` has status %2 and no content type.")
                         .arg(shown(context.message.method), QString::number(exchange.status())));
    else if (type != "application/json" && type != "text/event-stream")
        report.whole(Text::tr("The response to `%1` has status %2 and the content type “%3”.")
                         .arg(shown(context.message.method), QString::number(exchange.status()),
                             shown(type.toStdString())));
}

void getDelete405(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    const bool isAuthorization = status == 401 || status == 403;
    if (exchange.isPost() || status == 0 || status >= 500 || isAuthorization)
        return report.notTested();
    if (status != 405)
        report.whole(Text::tr("%1 gives status %2, not 405.")
                         .arg(shown(std::string_view(exchange.method)), QString::number(status)));
}

void noRequestsOnStream(const Context &context, Report &report)
{
    if (!context.connection.isHttp)
        return report.notTested();
    report.at(context.root()["method"],
        Text::tr("The server sent the request `%1`. In this revision it asks for input in the "
                 "result of a request.")
            .arg(shown(context.message.method)));
}

// What the server sends instead.
void resultOnStream(const Context &context, Report &report)
{
    if (!context.connection.isHttp)
        report.notTested();
}

void ignoresLastEventId(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.carriesRequest() || !exchange.request.contains("last-event-id")
        || exchange.status() == 0)
        return report.notTested();
    if (exchange.status() >= 400 && exchange.status() < 500)
        report.whole(Text::tr("A request with Last-Event-ID is refused with status %1.")
                         .arg(exchange.status()));
}

// Duties of clients.

void acceptBoth(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost())
        return report.notTested();
    const QByteArray accept = exchange.request.value("accept").value_or(QByteArray()).toLower();
    if (!accept.contains("application/json") || !accept.contains("text/event-stream"))
        report
            .whole(Text::tr("`Accept` is “%1”, without application/json or text/event-stream.")
                       .arg(shown(accept.toStdString())))
            .instead = {"Accept", "application/json, text/event-stream", true};
}

void contentTypeJson(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost())
        return report.notTested();
    if (const QByteArray type = exchange.request.mediaType(); type != "application/json")
        report
            .whole(Text::tr("The content type of the POST is “%1”.").arg(shown(type.toStdString())))
            .instead = {"Content-Type", "application/json", true};
}

constexpr Rule kRules[] = {
    {"http.response-content-type", On::Exchange, {}, &responseContentType, {},
        Over::StreamableHttp},
    {"http.get-delete-405", On::Exchange, {}, &getDelete405, {}, Over::StreamableHttp},
    {"http.no-requests-on-stream", On::Request, {}, &noRequestsOnStream, {}, Over::StreamableHttp},
    {"http.no-requests-on-stream", On::Result, {}, &resultOnStream, {}, Over::StreamableHttp},
    {"http.ignores-last-event-id", On::Exchange, {}, &ignoresLastEventId, {}, Over::StreamableHttp},
    {"http.accept-both", On::Exchange, {}, &acceptBoth, {}, Over::StreamableHttp},
    {"http.content-type-json", On::Exchange, {}, &contentTypeJson, {}, Over::StreamableHttp},
    {"http.origin-validated", On::Exchange, {}, &originValidated, {}, Over::StreamableHttp},
    {"http.origin-403", On::Exchange, {}, &origin403, {}, Over::StreamableHttp},
    {"http.notification-202", On::Exchange, {}, &notification202, {}, Over::StreamableHttp},
    {"http.get-stream-or-405", On::Exchange, {}, &getStreamOr405, {}, Over::StreamableHttp},
    {"http.ignores-session-id", On::Exchange, {}, &ignoresSessionId, {}, Over::StreamableHttp},
};

} // namespace

std::span<const Rule> httpRules()
{
    return kRules;
}

} // namespace sonde::findings
