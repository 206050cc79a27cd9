// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/hostimport.h"

#include "config/pastedserver.h"
#include "hosts/bridgeentry.h"
#include "hosts/text.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::hosts {

namespace {

// The entry as JSON, as most hosts write it; without a bridge.
std::string usualText(const HostEntry &entry)
{
    const json::Document before = entryBeforeBridge(entry);
    const json::Value members = before.isValid() ? before.root() : entry.value;
    json::Builder text;
    text.beginObject().key("mcpServers").beginObject();
    text.key(entry.name.toStdString()).beginObject();
    const bool isBridge = entry.tap && entry.tap->isBridge && !before.isValid();
    if (isBridge || entry.value.isString())
        text.member("url", QStringView(entry.url));
    else
        for (const json::Value member : members)
            text.rawMember(member.key(), member.raw());
    text.endObject().endObject().endObject();
    return text.takeString();
}

// The members that become settings, and theirs.
std::optional<Problem> unreadable(const HostDocument &document, const HostEntry &entry)
{
    static constexpr std::array<std::string_view, 17> kUsed{"command", "cmd", "args", "env",
        "environment", "envs", "url", "uri", "serverUrl", "httpUrl", "headers", "http_headers",
        "env_http_headers", "bearer_token_env_var", "cwd", "requestOptions", "transport"};
    std::vector<json::Value> used;
    for (const std::string_view name : kUsed) {
        if (const json::Value member = entry.value[name]; member.exists())
            used.push_back(member);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        const ValuePlace place = document.place(used[i]);
        const bool isApproximate =
            place.obstacle == Obstacle::SeveralLines || place.obstacle == Obstacle::Alias;
        if (isApproximate)
            return document.problemAt(place.range.begin, obstacleText(place.obstacle));
        const json::Value parent = used[i]; // the list grows
        for (const json::Value child : parent)
            used.push_back(child);
    }
    return std::nullopt;
}

// With the references as they are written.
Result<ImportedServer> readEntry(const HostDocument &document, const HostEntry &entry)
{
    if (const auto problem = unreadable(document, entry))
        return Error{Domain::Config, 0,
            Text::tr("“%1” cannot be imported. Line %2, column %3: %4")
                .arg(entry.name)
                .arg(problem->line)
                .arg(problem->column)
                .arg(problem->sentence),
            {}, {}};
    Result<config::PastedServers> read = config::readServersJson(usualText(entry));
    if (!read)
        return read.error();
    ImportedServer imported{std::move(read.value().profiles.front()), {}};
    if (entry.tap && !entry.tap->isBridge) {
        imported.profile.program = entry.program;
        imported.profile.arguments = entry.arguments;
    } else if (!entry.tap) {
        imported.notes = read->notes;
    }
    return imported;
}

} // namespace

Result<ImportedServer> importedServer(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables)
{
    Result<ImportedServer> imported = readEntry(document, entry);
    if (!imported)
        return imported;
    config::Profile &profile = imported.value().profile;
    for (const QString &reference : config::fillVariables(profile, variables))
        imported.value().notes += config::unresolvedText(profile.name, reference) + u' '
            + Text::tr("Enter the value in the settings of the server.");
    config::markSecretVariables(profile);
    return imported;
}

QStringList unsetReferences(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables)
{
    Result<ImportedServer> imported = readEntry(document, entry);
    if (!imported)
        return {};
    QStringList unset;
    for (const QString &reference : config::fillVariables(imported.value().profile, variables)) {
        const bool isAsked = reference.startsWith(QLatin1String("${input:"));
        if (!isAsked && !config::variableOf(reference).isEmpty())
            unset += reference;
    }
    return unset;
}

config::HostVariables variablesOf(const Host *host, const QString &workspace)
{
    static const std::array kPlain{
        QLatin1String("gemini"), QLatin1String("qwen"), QLatin1String("crush")};
    config::HostVariables variables = config::HostVariables::ofThisProcess(workspace);
    variables.hasPlainNames =
        host && std::find(kPlain.begin(), kPlain.end(), host->id) != kPlain.end();
    return variables;
}

} // namespace sonde::hosts
