// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/mirror.h"
#include "findings/context/parameterheaders.h"
#include "findings/rules/transports/transportstables.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/revision.h"
#include "wire/http/headervalue.h"

#include <algorithm>
#include <array>

// The rules about Mcp-Name and Mcp-Param-*, which repeat values of the body.
namespace sonde::findings {

namespace {

using Fit = Mirror::Fit;

bool isOfTask(const HttpExchange &exchange)
{
    return exchange.body.root()["method"].text().starts_with("tasks/");
}

QString sentText(const Mirror &mirror)
{
    return isSecretPlace(mirror.value) ? QString(kHidden) : shown(mirror.sent->toStdString());
}

QString nameText(const Mirror &mirror)
{
    return shown(mirror.name.toStdString());
}

// What the client sends instead, if it is no secret.
Instead corrected(const Mirror &mirror)
{
    if (mirror.isParameter || isSecretPlace(mirror.value))
        return {};
    return {mirror.name.toStdString(), wire::encodeHeaderValue(mirror.text).toStdString(), true};
}

QString differenceText(const Mirror &mirror)
{
    return mirror.fit == Fit::Missing
        ? Text::tr("The body has %1, but the request has no %2 header.")
              .arg(shown(mirror.value), nameText(mirror))
        : Text::tr("%1 is “%2”, but the body has %3.")
              .arg(nameText(mirror), sentText(mirror), shown(mirror.value));
}

// Reports the mirrors of one of the two kinds whose header is missing or says something else.
void checkRepeated(const Context &context, Report &report, bool areParameters)
{
    bool isThere = false;
    for (const Mirror &mirror : mirrorsOf(context).all) {
        const bool isMeant =
            mirror.isParameter == areParameters && mirror.value && !mirror.value.isNull();
        isThere = isThere || isMeant;
        if (isMeant && (mirror.fit == Fit::Missing || mirror.fit == Fit::Different))
            report.whole(differenceText(mirror)).instead = corrected(mirror);
    }
    if (!isThere)
        report.notTested();
}

void nameHeader(const Context &context, Report &report)
{
    if (isOfTask(*context.exchange))
        return report.notTested();
    checkRepeated(context, report, false);
}

void taskNameHeader(const Context &context, Report &report)
{
    if (!isOfTask(*context.exchange))
        return report.notTested();
    checkRepeated(context, report, false);
}

void parameterMirrored(const Context &context, Report &report)
{
    checkRepeated(context, report, true);
}

void parameterOmitted(const Context &context, Report &report)
{
    bool isThere = false;
    for (const Mirror &mirror : mirrorsOf(context).all) {
        const bool isAbsent = mirror.isParameter && (!mirror.value || mirror.value.isNull());
        isThere = isThere || isAbsent;
        if (isAbsent && mirror.sent)
            report
                .whole(Text::tr("%1 is “%2”, but the call has no such argument.")
                           .arg(nameText(mirror), shown(mirror.sent->toStdString())))
                .remedy = Text::tr("Leave the header out when the argument is absent or null.");
    }
    if (!isThere)
        report.notTested();
}

// Reports the mirrors of the kind with that fit. Every header that is there puts the rule to the
// test.
template <typename IsMeant>
void checkForm(const Context &context, Report &report, Fit fit, const QString &sentence,
    const IsMeant &isMeant)
{
    bool isThere = false;
    for (const Mirror &mirror : mirrorsOf(context).all) {
        const bool isTested = mirror.sent && isMeant(mirror);
        isThere = isThere || isTested;
        if (isTested && mirror.fit == fit)
            report.whole(sentence.arg(nameText(mirror), sentText(mirror))).instead =
                corrected(mirror);
    }
    if (!isThere)
        report.notTested();
}

void nameEncoded(const Context &context, Report &report)
{
    checkForm(context, report, Fit::NotEncoded,
        Text::tr("%1 is “%2”, with characters that need the Base64 form."),
        [](const Mirror &mirror) { return !mirror.isParameter; });
}

void parameterEncoded(const Context &context, Report &report)
{
    checkForm(context, report, Fit::NotEncoded,
        Text::tr("%1 is “%2”: text with other than visible ASCII characters needs the Base64 form, "
                 "and a boolean is true or false."),
        [](const Mirror &mirror) { return mirror.isParameter; });
}

void base64Markers(const Context &context, Report &report)
{
    checkForm(context, report, Fit::WrongMarkers,
        Text::tr("%1 is “%2”: the Base64 form begins with `=?base64?`, in lower case."),
        [](const Mirror &) { return true; });
}

void sentinelEscaped(const Context &context, Report &report)
{
    checkForm(context, report, Fit::NotEscaped,
        Text::tr("%1 is sent as “%2”, which looks like the Base64 form. Such a text must itself be "
                 "encoded."),
        [](const Mirror &) { return true; });
}

// The client repeats a call with the headers that the server refused. What it reads in between is
// in the connection.
void refetchAfterMismatch(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto name = exchange.body.root()["params"]["name"];
    const std::string headers = parameterHeadersText(exchange.request);
    if (!exchange.body.root()["method"].equals("tools/call")
        || context.connection.refusedTool.empty() || !name.equals(context.connection.refusedTool)
        || exchange.status() == 0)
        return report.notTested();
    if (headers == context.connection.refusedHeaders)
        report
            .whole(Text::tr("The call of %1 has the same Mcp-Param headers that the server refused "
                            "with -32020.")
                       .arg(shown(name)))
            .remedy = Text::tr("Read tools/list again, and send the headers that it asks for.");
}

// Duties of servers: how they read the headers of a request whose values are right.

bool isRefused(const HttpExchange &exchange)
{
    const auto code = exchange.responseBody.root()["error"]["code"].toInt64();
    return exchange.status() == 400 && code == mcp::kHeaderMismatch;
}

// Whether the server has either taken the request or refused its headers, although all are right.
bool isJudged(const Context &context, const Mirrors &mirrors)
{
    const HttpExchange &exchange = *context.exchange;
    const auto root = exchange.body.root();
    const auto header = [&exchange](std::string_view name) {
        return exchange.request.value(name).value_or(QByteArray()).toStdString();
    };
    const bool isRight = root["method"].equals(header("mcp-method"))
        && root["params"]["_meta"][mcp::kProtocolVersionMeta].equals(
            header("mcp-protocol-version"));
    return exchange.carriesRequest() && isRight && mirrors.allFit()
        && (exchange.succeeded() || isRefused(exchange));
}

// Whether one of the right headers is of a kind that a server may fail to read.
template <typename SentenceOf, typename IsMeant>
void checkReading(
    const Context &context, Report &report, const SentenceOf &sentenceOf, const IsMeant &isMeant)
{
    const Mirrors mirrors = mirrorsOf(context);
    const auto found = std::find_if(mirrors.all.begin(), mirrors.all.end(), isMeant);
    if (found == mirrors.all.end() || !isJudged(context, mirrors))
        return report.notTested();
    if (isRefused(*context.exchange))
        report.whole(sentenceOf(*found));
}

void serverDecodes(const Context &context, Report &report)
{
    checkReading(
        context, report,
        [](const Mirror &mirror) {
            return Text::tr(
                "%1 is the Base64 form of %2, as in the body, but the server refuses it as "
                "different.")
                .arg(nameText(mirror), shown(mirror.value));
        },
        [](const Mirror &mirror) { return mirror.sent && mirror.sent->startsWith("=?base64?"); });
}

// "42" for 42.0
void integersNumeric(const Context &context, Report &report)
{
    checkReading(
        context, report,
        [](const Mirror &mirror) {
            return Text::tr("%1 is the same number as %2 in the body, but the server refuses it as "
                            "different.")
                .arg(nameText(mirror), shown(mirror.value));
        },
        [](const Mirror &mirror) {
            return mirror.sent && mirror.value.isNumber()
                && mirror.sent->toStdString() != mirror.value.raw();
        });
}

void parameterNotExpected(const Context &context, Report &report)
{
    checkReading(
        context, report,
        [](const Mirror &mirror) {
            return Text::tr(
                "The request has no %1, because the argument is absent or null, but the server "
                "refuses it.")
                .arg(nameText(mirror));
        },
        [](const Mirror &mirror) { return mirror.isParameter && !mirror.sent; });
}

void namesCaseInsensitive(const Context &context, Report &report)
{
    static const std::array<QByteArray, 3> kNames{"Mcp-Method", "Mcp-Name", "MCP-Protocol-Version"};
    const HttpExchange &exchange = *context.exchange;
    QByteArray other;
    for (const wire::HttpHeader &header : exchange.request.fields()) {
        for (const QByteArray &name : kNames) {
            if (header.name != name && header.name.toLower() == name.toLower())
                other = header.name;
        }
    }
    if (other.isEmpty() || !isJudged(context, mirrorsOf(context)))
        return report.notTested();
    if (isRefused(exchange))
        report.whole(Text::tr("The headers of the request are right, but the server refuses them. "
                              "The name of one is written %1; the case of letters does not count.")
                         .arg(shown(other.toStdString())));
}

void invalidCharactersRejected(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const Mirrors mirrors = mirrorsOf(context);
    const auto found =
        std::find_if(mirrors.all.begin(), mirrors.all.end(), [](const Mirror &mirror) {
            return mirror.isParameter && mirror.fit == Fit::NotEncoded && !mirror.value.isBool();
        });
    if (found == mirrors.all.end() || (!exchange.succeeded() && !isRefused(exchange)))
        return report.notTested();
    if (exchange.succeeded())
        report
            .whole(
                Text::tr("%1 is “%2”, with characters that are not allowed, but the request gets "
                         "status %3.")
                    .arg(nameText(*found), sentText(*found), QString::number(exchange.status())))
            .remedy = Text::tr("Respond with status 400 and the error -32020.");
}

constexpr Rule kRules[] = {
    {"headers.mcp-name", On::Exchange, {}, &nameHeader, {}, Over::StreamableHttp},
    {"ext-tasks.mcp-name", On::Exchange, {}, &taskNameHeader, {}, Over::StreamableHttp},
    {"headers.mcp-name-encoded", On::Exchange, {}, &nameEncoded, {}, Over::StreamableHttp},
    {"headers.base64-markers", On::Exchange, {}, &base64Markers, {}, Over::StreamableHttp},
    {"headers.sentinel-escaped", On::Exchange, {}, &sentinelEscaped, {}, Over::StreamableHttp},
    {"headers.param-mirrored", On::Exchange, {}, &parameterMirrored, {}, Over::StreamableHttp},
    {"headers.param-omitted", On::Exchange, {}, &parameterOmitted, {}, Over::StreamableHttp},
    {"headers.param-encoded", On::Exchange, {}, &parameterEncoded, {}, Over::StreamableHttp},
    {"headers.refetch-after-mismatch", On::Exchange, {}, &refetchAfterMismatch, {},
        Over::StreamableHttp},
    {"headers.server-decodes", On::Exchange, {}, &serverDecodes, {}, Over::StreamableHttp},
    {"headers.integers-numeric", On::Exchange, {}, &integersNumeric, {}, Over::StreamableHttp},
    {"headers.param-not-expected", On::Exchange, {}, &parameterNotExpected, {},
        Over::StreamableHttp},
    {"headers.names-case-insensitive", On::Exchange, {}, &namesCaseInsensitive, {},
        Over::StreamableHttp},
    {"headers.invalid-characters-rejected", On::Exchange, {}, &invalidCharactersRejected, {},
        Over::StreamableHttp},
};

} // namespace

std::span<const Rule> mirrorRules()
{
    return kRules;
}

} // namespace sonde::findings
