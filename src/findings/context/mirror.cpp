// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/mirror.h"

#include "findings/context/oauthvalues.h"
#include "mcp/message/toolheaders.h"
#include "wire/http/headervalue.h"
#include "json/decimal.h"

#include <algorithm>
#include <string_view>

namespace sonde::findings {

namespace {

bool isPlain(const QByteArray &value)
{
    return std::all_of(value.begin(), value.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

bool isEncoded(const QByteArray &value)
{
    return value.startsWith("=?base64?") && value.endsWith("?=");
}

// RFC 2047 has a similar form, and names of encodings are often written in upper case.
bool looksAlmostEncoded(const QByteArray &value)
{
    const QByteArray lower = value.toLower();
    const bool isSimilar = lower.startsWith("=?base64?") || lower.startsWith("=?utf-8?b?");
    return isSimilar && lower.endsWith("?=") && !isEncoded(value);
}

Mirror::Fit fitOf(const Mirror &mirror)
{
    using enum Mirror::Fit;
    const bool isAbsent = !mirror.value || mirror.value.isNull();
    if (!mirror.sent)
        return isAbsent ? Same : Missing;
    if (isAbsent)
        return Superfluous;
    const QByteArray &sent = *mirror.sent;
    const auto text = QByteArray::fromStdString(mirror.text);
    // A log may hide secrets on one side only.
    if (isHidden(QString::fromLatin1(sent)) || isHidden(QString::fromUtf8(text)))
        return Same;
    if (!isPlain(sent))
        return NotEncoded;
    if (sent == text)
        return isEncoded(sent) ? NotEscaped : Same;
    if (isEncoded(sent))
        return wire::decodeHeaderValue(sent) == text ? Same : Different;
    if (mirror.value.isBool() && sent.toLower() == text)
        return NotEncoded;
    const auto number = json::Decimal::read(sent.toStdString());
    if (mirror.value.isNumber() && number && *number == json::Decimal(mirror.value.raw()))
        return Same;
    return looksAlmostEncoded(sent) ? WrongMarkers : Different;
}

void add(Mirrors &mirrors, const HttpExchange &exchange, Mirror mirror)
{
    mirror.sent = exchange.request.value(
        std::string_view(mirror.name.constData(), std::size_t(mirror.name.size())));
    mirror.fit = fitOf(mirror);
    mirrors.all.push_back(std::move(mirror));
}

void addParameters(Mirrors &mirrors, const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto params = exchange.body.root()["params"];
    const auto *tool = context.connection.tools.find(params["name"].text());
    // A tool that was listed later, or has changed since, may repeat other arguments.
    if (!tool || tool->text.isEmpty() || tool->number > context.number
        || context.connection.toolsAnnounced != 0) {
        mirrors.isComplete = false;
        return;
    }
    for (const mcp::ToolHeader &header : tool->headers()) {
        Mirror mirror;
        mirror.name = "Mcp-Param-" + header.name;
        mirror.isParameter = true;
        mirror.value = params["arguments"];
        for (const std::string &key : header.path)
            mirror.value = mirror.value.isObject() ? mirror.value[key] : json::Value();
        const auto fields = mcp::toolHeaderFields({header}, params["arguments"]);
        if (!fields.empty())
            mirror.text = wire::decodeHeaderValue(fields.front().value)
                              .value_or(fields.front().value)
                              .toStdString();
        else if (mirror.value && !mirror.value.isNull())
            continue; // of another type, which no header can repeat
        add(mirrors, exchange, std::move(mirror));
    }
}

} // namespace

bool Mirrors::allFit() const
{
    return isComplete && std::all_of(all.begin(), all.end(), [](const Mirror &mirror) {
        return mirror.fit == Mirror::Fit::Same;
    });
}

Mirrors mirrorsOf(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    Mirrors mirrors;
    if (!exchange.isPost() || !exchange.carriesRequest())
        return mirrors;
    const std::string method = exchange.body.root()["method"].text();
    const auto member = wire::memberOfName(method);
    if (const auto value = exchange.body.root()["params"][member]; value.isString()) {
        Mirror name;
        name.name = "Mcp-Name";
        name.value = value;
        name.text = value.text();
        add(mirrors, exchange, std::move(name));
    }
    if (method == "tools/call")
        addParameters(mirrors, context);
    return mirrors;
}

} // namespace sonde::findings
