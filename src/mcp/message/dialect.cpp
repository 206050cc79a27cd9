// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/dialect.h"

#include "rpc/message.h"
#include "wire/http/headervalue.h"
#include "json/builder.h"
#include "json/edit.h"

#include <utility>
#include <vector>

namespace sonde::mcp {

namespace {

using Meta = std::vector<std::pair<std::string_view, std::string>>; // name, JSON text

// Puts members into params._meta; one that is there already is the person's and stays.
std::string withMeta(std::string_view given, const Meta &meta)
{
    Bytes text = Bytes::copyOf(given.empty() ? "{}" : given);
    for (const auto &[name, value] : meta) {
        const auto document = json::Document::parse(text);
        const json::Value root = document.root();
        if (!document.isValid() || !root.isObject())
            break;
        const json::Value existing = root["_meta"];
        if (existing && (!existing.isObject() || existing[name]))
            continue;
        auto edited = existing
            ? json::appendMember(existing, name, value)
            : json::appendMember(root, "_meta",
                json::Builder().beginObject().rawMember(name, value).endObject().takeString());
        if (edited)
            text = std::move(edited).value();
    }
    return std::string(text.view());
}

// 2024-11-05 to 2025-11-25: initialize, then a session (basic/lifecycle).
class LegacyDialect final : public Dialect {
public:
    LegacyDialect(const QString &revision, std::string capabilities)
        : Dialect(revision, std::move(capabilities))
    {
    }
    Era era() const override { return Era::Legacy; }
    std::string openingMethod() const override { return "initialize"; }
    std::string openingParams() const override
    {
        return json::Builder()
            .beginObject()
            .member("protocolVersion", revision())
            .rawMember("capabilities", capabilities())
            .rawMember("clientInfo", clientInfo())
            .endObject()
            .takeString();
    }
    Bytes afterOpening() const override
    {
        return rpc::notification("notifications/initialized", {});
    }
    std::string params(
        std::string_view given, std::string_view progressToken, std::string_view) const override
    {
        if (progressToken.empty())
            return std::string(given);
        return withMeta(given, {{"progressToken", std::string(progressToken)}});
    }
    wire::HttpHeaders headers(
        std::string_view, std::string_view, const ToolHeaderCache &) const override
    {
        return {};
    }
    // 2025-06-18 basic/transports: the version is in the head of every request after initialize.
    wire::HttpProtocol http(bool opened) const override
    {
        const bool named = opened && revision() >= QLatin1String("2025-06-18");
        return {false, named ? revision().toUtf8() : QByteArray(), false};
    }
    bool serverMayRequest() const override { return true; }
};

// 2026-07-28: every request describes itself (basic#request-metadata).
class ModernDialect final : public Dialect {
public:
    ModernDialect(const QString &revision, std::string capabilities)
        : Dialect(revision, std::move(capabilities))
    {
    }
    Era era() const override { return Era::Modern; }
    std::string openingMethod() const override { return "server/discover"; }
    std::string openingParams() const override { return params({}, {}, {}); }
    Bytes afterOpening() const override { return {}; }
    std::string params(std::string_view given, std::string_view progressToken,
        std::string_view logLevel) const override
    {
        Meta meta{{kProtocolVersionMeta, json::quoted(revision().toStdString())},
            {"io.modelcontextprotocol/clientInfo", clientInfo()},
            {kClientCapabilitiesMeta, capabilities()}};
        if (!progressToken.empty())
            meta.emplace_back("progressToken", progressToken);
        if (!logLevel.empty())
            meta.emplace_back("io.modelcontextprotocol/logLevel", logLevel);
        return withMeta(given, meta);
    }
    wire::HttpHeaders headers(std::string_view method, std::string_view params,
        const ToolHeaderCache &tools) const override;
    wire::HttpProtocol http(bool) const override { return {true, revision().toUtf8(), true}; }
    bool serverMayRequest() const override { return false; }
};

wire::HttpHeaders ModernDialect::headers(
    std::string_view method, std::string_view params, const ToolHeaderCache &tools) const
{
    wire::HttpHeaders headers;
    headers.add("Mcp-Method", wire::encodeHeaderValue(method));
    const auto member = wire::memberOfName(method);
    if (member.empty())
        return headers;
    const auto document = json::Document::parse(params);
    const json::Value name = document.root()[member];
    if (!name.isString())
        return headers;
    const auto text = name.toString().toStdString();
    headers.add("Mcp-Name", wire::encodeHeaderValue(text));
    if (method == "tools/call") {
        for (auto &field : toolHeaderFields(tools.headersOf(text), document.root()["arguments"]))
            headers.add(std::move(field));
    }
    return headers;
}

} // namespace

std::unique_ptr<const Dialect> Dialect::make(
    Era era, const QString &revision, std::string capabilities)
{
    if (era == Era::Modern)
        return std::make_unique<ModernDialect>(revision, std::move(capabilities));
    return std::make_unique<LegacyDialect>(revision, std::move(capabilities));
}

std::string Dialect::clientInfo()
{
    return json::Builder()
        .beginObject()
        .member("name", "sonde")
        .member("version", SONDE_VERSION)
        .endObject()
        .takeString();
}

} // namespace sonde::mcp
