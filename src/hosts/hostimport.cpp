// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/hostimport.h"

#include "base/formatting.h"
#include "config/pastedserver.h"
#include "hosts/bridgeentry.h"
#include "json/builder.h"
#include "json/document.h"

#include <QCoreApplication>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace sonde::hosts {

namespace {

struct ImportText {
    Q_DECLARE_TR_FUNCTIONS(Hosts)
};

// The names that goose gives to what other hosts have as well.
std::string_view usualName(std::string_view name)
{
    if (name == "cmd")
        return "command";
    if (name == "envs")
        return "env";
    return name == "uri" ? "url" : name;
}

// The entry as JSON, as most hosts write it; without a bridge.
QString usualText(const HostEntry &entry)
{
    const json::Document before = entryBeforeBridge(entry);
    const json::Value members = before.isValid() ? before.root() : entry.value;
    json::Builder text;
    text.beginObject().key("mcpServers").beginObject();
    text.key(entry.name.toStdString()).beginObject();
    if (entry.tap && entry.tap->isBridge && !before.isValid())
        text.member("url", QStringView(entry.url));
    else
        for (const json::Value member : members)
            text.rawMember(usualName(member.key()), member.raw());
    if (const json::Value headers = members["requestOptions"]["headers"]; headers.exists())
        text.rawMember("headers", headers.raw()); // of Continue
    text.endObject().endObject().endObject();
    return json::toQString(text.view());
}

// The members that become settings, and theirs.
std::optional<Problem> unreadable(const HostDocument &document, const HostEntry &entry)
{
    static constexpr std::array<std::string_view, 14> kUsed{"command", "cmd", "args", "env",
        "environment", "envs", "url", "uri", "serverUrl", "httpUrl", "headers", "http_headers",
        "cwd", "requestOptions"};
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

} // namespace

Result<ImportedServer> importedServer(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables)
{
    if (const auto problem = unreadable(document, entry))
        return Error{Domain::Config, 0,
            ImportText::tr("“%1” cannot be imported. Line %2, column %3: %4")
                .arg(entry.name)
                .arg(problem->line)
                .arg(problem->column)
                .arg(problem->sentence),
            {}, {}};
    Result<config::PastedServers> read = config::readPastedServers(usualText(entry));
    if (!read)
        return read.error();
    // The notes are about references, which are replaced now.
    ImportedServer imported{std::move(read.value().profiles.front()), {}};
    config::Profile &profile = imported.profile;
    if (entry.tap && !entry.tap->isBridge) {
        profile.program = entry.program;
        profile.arguments = entry.arguments;
    }
    const QStringList unknown = config::fillVariables(profile, variables);
    if (!unknown.isEmpty())
        imported.notes += ImportText::tr("Sonde has no value for %1. Replace it in the settings of "
                                         "the server.")
                              .arg(listText(unknown));
    config::markSecretVariables(profile);
    return imported;
}

} // namespace sonde::hosts
