// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/headercheck.h"

#include "demo/call/toolresult.h"

#include <QByteArray>

namespace sonde::demo {

namespace {

// The field must be there exactly when `expected` is, and say the same.
std::string compare(const serve::ServedRequest &request, const std::string &name,
    const std::optional<std::string> &expected)
{
    const std::string *field = request.field(serve::lowerCase(name));
    if (!expected)
        return field ? "The header " + name + " matches nothing in the body." : std::string();
    if (!field)
        return "The header " + name + " is missing.";
    const auto decoded = decodeHeaderValue(*field);
    if (!decoded)
        return "The header " + name + " contains invalid Base64.";
    if (*decoded != *expected)
        return "The header " + name + " does not match the body.";
    return {};
}

// What Mcp-Name mirrors; nothing for the methods that have no such member.
std::optional<std::string> nameIn(const rpc::Message &message)
{
    const bool byUri = message.method == "resources/read";
    if (!byUri && message.method != "tools/call" && message.method != "prompts/get")
        return std::nullopt;
    const json::Value name = message.params()[byUri ? "uri" : "name"];
    return name.isString() ? std::optional(name.text()) : std::nullopt;
}

std::optional<std::string> mirrored(const json::Value &value)
{
    if (value.isString())
        return value.text();
    if (value.isBool() || value.isNumber())
        return std::string(value.raw());
    return std::nullopt; // null and nothing are not mirrored, and for the rest there is no rule
}

} // namespace

std::optional<std::string> decodeHeaderValue(std::string_view value)
{
    constexpr std::string_view kBegin = "=?base64?";
    constexpr std::string_view kEnd = "?=";
    if (value.size() < kBegin.size() + kEnd.size() || !value.starts_with(kBegin)
        || !value.ends_with(kEnd))
        return std::string(value);
    value.remove_prefix(kBegin.size());
    value.remove_suffix(kEnd.size());
    const std::string decoded =
        QByteArray::fromBase64(QByteArray(value.data(), qsizetype(value.size()))).toStdString();
    // Qt's decoder is lenient; only one text is the encoding of these bytes.
    if (base64(decoded) != value)
        return std::nullopt;
    return decoded;
}

std::string headerProblem(
    const serve::ServedRequest &request, const rpc::Message &message, const Tools &tools)
{
    const json::Value version =
        message.params()["_meta"]["io.modelcontextprotocol/protocolVersion"];
    if (!version.isString())
        return {}; // the body is wrong by itself, and its receiver can say that better
    if (auto problem = compare(request, "MCP-Protocol-Version", version.text()); !problem.empty())
        return problem;
    const auto revision = revisionNamed(version.text());
    if (!revision || !isModern(*revision))
        return {}; // who knows which headers that one wants
    if (auto problem = compare(request, "Mcp-Method", message.method.toStdString());
        !problem.empty())
        return problem;
    const auto name = nameIn(message);
    if (name) {
        if (auto problem = compare(request, "Mcp-Name", name); !problem.empty())
            return problem;
    }
    if (message.method != "tools/call" || !name)
        return {};
    for (const MirroredParameter &each : tools.mirroredParameters(*name)) {
        json::Value value = message.params()["arguments"];
        for (const std::string &step : each.path)
            value = value[step];
        if (auto problem = compare(request, "Mcp-Param-" + each.header, mirrored(value));
            !problem.empty())
            return problem;
    }
    return {};
}

} // namespace sonde::demo
