// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/base/brokentext.h"

#include "base/utf8.h"
#include "findings/catalogue/findingstr.h"

namespace sonde::findings {

namespace {

bool beginsLikeMessage(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

bool isEncoding(const Context &context)
{
    const std::string_view text = context.message.bytes().view();
    if (text.starts_with(kByteOrderMark))
        return beginsLikeMessage(text.substr(kByteOrderMark.size()));
    const auto &error = context.message.document.error();
    const bool isInvalid = error && error->kind == json::ParseError::Kind::InvalidUtf8;
    // What else a program prints may be in any encoding: a log line.
    return isUtf16(text) || (isInvalid && (context.connection.isHttp || beginsLikeMessage(text)));
}

// A message with a fault has at least something of a message.
bool hasPartOfMessage(const json::Value &object)
{
    for (const json::Value member : object) {
        if (QString::fromStdString(member.key()).compare(u"jsonrpc", Qt::CaseInsensitive) == 0)
            return true;
    }
    return object["method"].isString() || object["result"] || object["error"].isObject()
        || object["id"];
}

// A value in JSON that a program printed, and that is meant for people or for a log.
bool isOutput(const Context &context)
{
    if (context.connection.isHttp || context.record.problem != rpc::Problem::NotJsonRpc)
        return false;
    const json::Value root = context.root();
    return !root.isArray() && !(root.isObject() && hasPartOfMessage(root));
}

} // namespace

Broken brokenBy(const Context &context)
{
    using Kind = json::ParseError::Kind;
    const auto &error = context.message.document.error();
    if (!error)
        return isOutput(context) ? Broken::Output : Broken::No;
    if (isEncoding(context))
        return Broken::Encoding;
    const rpc::Problem problem = context.record.problem;
    const bool isUnread = problem == rpc::Problem::TooLong || problem == rpc::Problem::Unfinished;
    if (error->kind == Kind::TooDeep || error->kind == Kind::TooLarge
        || (isUnread && context.connection.isHttp))
        return Broken::Unknown;
    if (context.connection.isHttp)
        return Broken::Syntax;
    if (problem != rpc::Problem::NotJson)
        return Broken::Output;
    // JSON that ends too early continues on the next line; JSON with more after it is two messages.
    const bool isCut = error->offset >= context.message.bytes().size();
    const bool goesOn = context.root().isObject() && context.root().node().complete;
    return isCut || goesOn ? Broken::Lines : Broken::Syntax;
}

bool isPosted(const Context &context)
{
    return context.isNegotiated && context.isFromClient() && context.connection.isHttp
        && !context.connection.hasEndpoint;
}

QString placeOfError(const json::ParseError &error)
{
    return Text::tr("Line %1, column %2: %3.").arg(error.line).arg(error.column).arg(error.reason);
}

} // namespace sonde::findings
