// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/servers/hostimport.h"

#include "base/domainerror.h"
#include "config/configtext.h"
#include "config/pastedparts.h"
#include "config/serverentry.h"
#include "hosts/entries/bridgeentry.h"
#include "hosts/table/hoststr.h"
#include "json/document.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace sonde::hosts {

namespace {

// The members that become settings, and theirs.
std::optional<FileProblem> unreadable(const HostDocument &document, const HostEntry &entry)
{
    static constexpr std::array<std::string_view, 21> kUsed{"command", "cmd", "args", "env",
        "environment", "envs", "url", "uri", "serverUrl", "httpUrl", "headers", "http_headers",
        "env_http_headers", "bearer_token_env_var", "cwd", "workingDirectory", "working_directory",
        "requestInit", "requestOptions", "transport", "type"};
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

// An item of a list has its name in itself, or none; a server alone too.
QString writtenName(const HostEntry &entry)
{
    const QString key = json::toQString(entry.value.key());
    return key.isEmpty() ? entry.value["name"].toString() : key;
}

} // namespace

Result<ImportedServer> writtenServer(const HostDocument &document, const HostEntry &entry)
{
    if (const auto problem = unreadable(document, entry))
        return Error{.domain = Domain::Config,
            .sentence = Text::tr("“%1” cannot be imported. Line %2, column %3: %4")
                            .arg(config::shownName(entry.name))
                            .arg(problem->line)
                            .arg(problem->column)
                            .arg(problem->sentence)};
    const json::Document before = entryBeforeBridge(entry);
    const json::Value value = before.isValid() ? before.root() : entry.value;
    const bool isBridge = entry.tap && entry.tap->isBridge;
    ImportedServer imported;
    config::Profile &profile = imported.profile;
    const bool isAddress = value.isString() && !entry.url.isEmpty();
    if (isAddress || (isBridge && !before.isValid()))
        profile.reachByUrl().url = entry.url;
    else if (config::isServerEntry(value))
        profile = config::readServerEntry(value);
    else
        return usageError(
            config::Text::tr("“%1” was skipped: it has neither a “command” nor a “url”.")
                .arg(config::shownName(entry.name)));
    profile.name = writtenName(entry);
    if (entry.tap && !isBridge) {
        profile.program = entry.program;
        profile.arguments = entry.arguments;
    } else if (!entry.tap && value.isObject()) {
        imported.notes = config::differencesOf(value, config::nameOf(profile));
    }
    return imported;
}

Result<ImportedServer> importedServer(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables)
{
    Result<ImportedServer> imported = writtenServer(document, entry);
    if (!imported)
        return imported;
    config::Profile &profile = imported.value().profile;
    profile.name = config::nameOf(profile);
    for (const QString &reference : config::fillVariables(profile, variables))
        imported.value().notes += config::unresolvedText(profile.name, reference) + u' '
            + Text::tr("Enter the value in the settings of the server.");
    config::markSecretVariables(profile);
    return imported;
}

QStringList unsetReferences(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables)
{
    Result<ImportedServer> imported = writtenServer(document, entry);
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
