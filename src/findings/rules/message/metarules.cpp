// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/message/messagetables.h"
#include "mcp/message/revision.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

// The keys of _meta (2025-11-25 basic#_meta, 2026-07-28 basic#meta).
namespace sonde::findings {

namespace {

constexpr std::string_view kOwnPrefix = "io.modelcontextprotocol/";
constexpr std::string_view kClientCapabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kClientInfo = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view kServerInfo = "io.modelcontextprotocol/serverInfo";

bool isListOfItems(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kLists{
        "tools", "prompts", "resources", "resourceTemplates", "contents", "content", "roots"};
    return std::find(kLists.begin(), kLists.end(), name) != kLists.end();
}

// The `_meta` of the message, and of the items of its lists.
std::vector<json::Value> metasOf(const Context &context)
{
    std::vector<json::Value> metas;
    if (!context.mentionsMeta())
        return metas;
    const auto add = [&metas](const json::Value &owner) {
        if (const auto meta = owner["_meta"]; meta.isObject())
            metas.push_back(meta);
    };
    add(context.params());
    add(context.result());
    for (const json::Value member : context.result()) {
        if (!isListOfItems(member.key()))
            continue;
        for (const json::Value item : member)
            add(item);
    }
    return metas;
}

template <typename Check>
void forEachKey(const Context &context, Report &report, Check check)
{
    const auto metas = metasOf(context);
    if (metas.empty())
        return report.notTested();
    for (const json::Value &meta : metas) {
        for (const json::Value member : report.untilFull(meta)) {
            const std::string key = member.key();
            const auto slash = key.find('/');
            const bool hasPrefix = slash != std::string::npos;
            check(member, hasPrefix ? key.substr(0, slash) : std::string(),
                hasPrefix ? key.substr(slash + 1) : key, hasPrefix);
        }
    }
}

bool isAlphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isLetter(char c)
{
    return isAlphanumeric(c) && (c < '0' || c > '9');
}

bool isName(const std::string &name)
{
    // A key may be a prefix alone.
    if (name.empty())
        return true;
    return isAlphanumeric(name.front()) && isAlphanumeric(name.back())
        && std::all_of(name.begin(), name.end(),
            [](char c) { return isAlphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

bool isLabel(std::string_view label)
{
    return !label.empty() && isLetter(label.front()) && isAlphanumeric(label.back())
        && std::all_of(
            label.begin(), label.end(), [](char c) { return isAlphanumeric(c) || c == '-'; });
}

std::vector<std::string_view> labelsOf(std::string_view prefix)
{
    std::vector<std::string_view> labels;
    while (true) {
        const auto dot = std::min(prefix.find('.'), prefix.size());
        labels.push_back(prefix.substr(0, dot));
        if (dot == prefix.size())
            return labels;
        prefix.remove_prefix(dot + 1);
    }
}

void keyName(const Context &context, Report &report)
{
    forEachKey(context, report,
        [&report](const json::Value &member, const std::string &, const std::string &name,
            bool hasPrefix) {
            if (!isName(name) || (name.empty() && !hasPrefix))
                report.at(member,
                    Text::tr("The name “%1” in `_meta` may have only letters, digits, “-”, “_” and "
                             "“.”, and begins and ends with a letter or digit.")
                        .arg(shown(name)));
        });
}

void keyPrefix(const Context &context, Report &report)
{
    forEachKey(context, report,
        [&report](const json::Value &member, const std::string &prefix, const std::string &,
            bool hasPrefix) {
            const auto labels = labelsOf(prefix);
            if (hasPrefix && !std::all_of(labels.begin(), labels.end(), &isLabel))
                report.at(member,
                    Text::tr("The prefix “%1” in `_meta` is no series of labels with dots between "
                             "them, each beginning with a letter.")
                        .arg(shown(prefix)));
        });
}

// 2025-06-18: the label before the last one; later: the second label.
bool isReserved(const std::string &prefix, Revision revision)
{
    const auto labels = labelsOf(prefix);
    const std::size_t at = revision < Revision::R20251125 ? labels.size() - 2 : 1;
    return labels.size() >= 2 && at < labels.size()
        && (labels[at] == "modelcontextprotocol" || labels[at] == "mcp");
}

void reservedPrefix(const Context &context, Report &report)
{
    static constexpr std::array<std::string_view, 9> kKnown{"clientCapabilities", "clientInfo",
        "logLevel", "model-immediate-response", "protocolVersion", "related-task", "serverInfo",
        "subscriptionId", "tasks"};
    forEachKey(context, report,
        [&](const json::Value &member, const std::string &prefix, const std::string &name, bool) {
            const bool isKnown = prefix + '/' == kOwnPrefix
                && std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end();
            // Official extensions may have others.
            const bool isOfAnExtension = prefix + '/' == kOwnPrefix && name.find('.') != name.npos;
            if (isReserved(prefix, context.revision) && !isKnown && !isOfAnExtension)
                report.at(member,
                    Text::tr("The prefix of “%1” belongs to MCP, which does not define this key.")
                        .arg(shown(member.key())));
        });
}

// "example.com/" is that of "com.example/".
void prefixReversed(const Context &context, Report &report)
{
    static constexpr std::array<std::string_view, 8> kTop{
        "ai", "app", "com", "dev", "io", "net", "org", "tech"};
    const auto isTop = [](std::string_view label) {
        return std::find(kTop.begin(), kTop.end(), label) != kTop.end();
    };
    forEachKey(context, report,
        [&](const json::Value &member, const std::string &prefix, const std::string &, bool) {
            const auto labels = labelsOf(prefix);
            if (labels.size() >= 2 && isTop(labels.back()) && !isTop(labels.front()))
                report.at(member,
                    Text::tr("The prefix “%1” in `_meta` is a domain name that is not reversed.")
                        .arg(shown(prefix)));
        });
}

// A message that names another revision, or none, may be one of the older era.
void requestFields(const Context &context, Report &report)
{
    // 2026-07-28: `initialize` is how older clients begin.
    if (context.message.method == "initialize" || context.connection.initialize != 0)
        return report.notTested();
    const auto params = context.params();
    const auto meta = params["_meta"];
    if (!meta) {
        report.missing(params ? params : context.root(), params ? "_meta" : "params",
            Text::tr("The request has no `_meta`, which names its revision and what the client can "
                     "do."));
        return;
    }
    for (const std::string_view key : {mcp::kProtocolVersionMeta, kClientCapabilities}) {
        if (!meta[key])
            report.missing(
                meta, key, Text::tr("The request has no `%1` in `_meta`.").arg(shown(key)));
    }
}

void clientInfo(const Context &context, Report &report)
{
    const auto meta = context.params()["_meta"];
    if (!meta[mcp::kProtocolVersionMeta])
        return report.notTested();
    if (!meta[kClientInfo])
        report.missing(meta, kClientInfo,
            Text::tr("The request does not name the client: `_meta` has no `%1`.")
                .arg(shown(kClientInfo)));
}

void serverInfo(const Context &context, Report &report)
{
    const auto meta = context.result()["_meta"];
    if (context.mayBeOfOlderEra())
        return report.notTested();
    if (!meta[kServerInfo])
        report.missing(meta ? meta : context.result(), kServerInfo,
            Text::tr("The result does not name the server: `_meta` has no `%1`.")
                .arg(shown(kServerInfo)));
}

void serverInfoInMeta(const Context &context, Report &report)
{
    const auto result = context.result();
    if (result["serverInfo"] && !result["_meta"][kServerInfo])
        report.at(result["serverInfo"],
            Text::tr(
                "`serverInfo` stands beside `supportedVersions`; since 2026-07-28 it stands in "
                "`_meta` as `%1`.")
                .arg(shown(kServerInfo)));
}

// https://www.w3.org/TR/trace-context/ and https://www.w3.org/TR/baggage/
void traceContextFormat(const Context &context, Report &report)
{
    struct Field {
        const char *name;
        QRegularExpression form;
    };
    static const std::array<Field, 3> kFields{
        Field{"traceparent",
            QRegularExpression(QStringLiteral("^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})"
                                              "[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$"))},
        Field{"tracestate",
            QRegularExpression(
                QStringLiteral("^\\s*$|^\\s*[^\\s=,]+=[^,]*(\\s*,\\s*([^\\s=,]+=[^,]*)"
                               "?)*$"))},
        Field{"baggage",
            QRegularExpression(
                QStringLiteral("^\\s*[^\\s=,;]+\\s*=[^,]*(\\s*,\\s*[^\\s=,;]+\\s*=[^,]*)*$"))}};
    bool isThere = false;
    for (const json::Value &meta : metasOf(context)) {
        for (const Field &field : kFields) {
            const auto value = meta[field.name];
            isThere = isThere || value;
            if (value && !(value.isString() && field.form.match(value.toString()).hasMatch()))
                report.at(value,
                    Text::tr("`%1` is %2, which is not in the format of the W3C.")
                        .arg(QLatin1String(field.name), shown(value)));
        }
    }
    if (!isThere)
        report.notTested();
}

constexpr Rule kRules[] = {
    {"meta.key-name", On::Message, {}, &keyName},
    {"meta.key-prefix", On::Message, {}, &keyPrefix},
    {"meta.reserved-prefix", On::Message, {}, &reservedPrefix},
    {"meta.prefix-reverse-dns", On::Message, {}, &prefixReversed},
    {"meta.request-required-fields", On::Request, {}, &requestFields},
    {"meta.client-info", On::Request, {}, &clientInfo},
    {"meta.server-info", On::Result, {}, &serverInfo},
    {"meta.trace-context-format", On::Message, {}, &traceContextFormat},
    {"discover.server-info-in-meta", On::Result, "server/discover", &serverInfoInMeta},
};

} // namespace

std::span<const Rule> metaRules()
{
    return kRules;
}

} // namespace sonde::findings
