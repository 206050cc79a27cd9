// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/serverentry.h"

#include "config/commandline.h"
#include "config/entryparts.h"
#include "config/pastedparts.h"

#include <algorithm>

namespace sonde::config {

namespace {

// The text of a string, or a number or boolean as written.
QString scalarText(const json::Value &value)
{
    if (value.isString())
        return value.toString();
    return value.isNumber() || value.isBool() ? json::toQString(value.raw()) : QString();
}

void readEnvironment(Profile &profile, const json::Value &object)
{
    if (!object.isObject())
        return;
    for (const json::Value member : object) {
        if (!member.isNull())
            profile.environment.emplace_back(
                json::toQString(member.key()), Secret(scalarText(member)));
    }
}

QStringList readArguments(const json::Value &value)
{
    QStringList list;
    if (value.isString()) {
        const auto line = splitCommandLine(value.toString());
        return line ? line->words : QStringList{value.toString()};
    }
    if (value.isArray()) {
        for (const json::Value item : value)
            list += scalarText(item);
    }
    return list;
}

void readCommand(Profile &profile, const json::Value &holder)
{
    const json::Value command = commandOf(holder);
    profile.arguments = readArguments(holder["args"]);
    if (command.isArray()) { // opencode
        profile.arguments = readArguments(command) + profile.arguments;
        profile.program = profile.arguments.isEmpty() ? QString() : profile.arguments.takeFirst();
    } else if (command.isObject()) { // Zed
        profile.program = command["path"].toString();
        profile.arguments = readArguments(command["args"]) + profile.arguments;
        readEnvironment(profile, command["env"]);
    } else {
        profile.program = command.toString();
        if (const auto line = wholeCommandLine(holder)) {
            profile.program = line->words.first();
            profile.arguments = line->words.sliced(1);
            for (const auto &[name, value] : line->environment)
                profile.environment.emplace_back(name, Secret(value));
        }
    }
}

void readSurroundings(Profile &profile, const json::Value &object)
{
    for (const std::string_view name : kVariables)
        readEnvironment(profile, object[name]);
    if (profile.workingDirectory.isEmpty())
        profile.workingDirectory = firstOf(object, kFolders).toString();
}

void addHeaders(HttpSettings &http, const json::Value &headers)
{
    for (const json::Value header : headers) {
        if (headers.isObject())
            addHeader(http, json::toQString(header.key()), scalarText(header));
        else
            addHeader(http, header["name"].toString(), scalarText(header["value"]));
    }
}

// Codex names the variables that have the values of headers.
void addNamedHeaders(HttpSettings &http, const json::Value &entry)
{
    const auto reference = [](const json::Value &name) -> QString {
        return QLatin1String("${") + name.toString() + u'}';
    };
    if (const json::Value token = entry["bearer_token_env_var"]; token.isString())
        addHeader(
            http, QStringLiteral("Authorization"), QLatin1String("Bearer ") + reference(token));
    if (const json::Value named = entry["env_http_headers"]; named.isObject()) {
        for (const json::Value header : named)
            addHeader(http, json::toQString(header.key()), reference(header));
    }
}

void readHttp(Profile &profile, const json::Value &entry, const json::Value &holder)
{
    HttpSettings &http = profile.reachByUrl();
    http.url = urlOf(holder).toString();
    http.transport = transportFromHost(firstOf(holder, kTransports).toString());
    json::Value headers = headersOf(holder);
    if (!headers.exists())
        headers = headersOf(entry);
    addHeaders(http, headers);
    addNamedHeaders(http, entry);
}

} // namespace

bool isServerEntry(const json::Value &value)
{
    const json::Value holder = holderOf(value);
    const json::Value command = commandOf(holder);
    return value.isObject()
        && (command.isString() || command.isContainer() || urlOf(holder).exists());
}

Profile readServerEntry(const json::Value &entry)
{
    Profile profile;
    const json::Value holder = holderOf(entry);
    const QString type = firstOf(holder, kTransports).toString();
    const json::Value command = commandOf(holder);
    const bool isProgram = command.exists()
        && (!urlOf(holder).exists() || type == QLatin1String("stdio")
            || (type.isEmpty() && !command.equals("")));
    if (!isProgram) {
        readHttp(profile, entry, holder);
        return profile;
    }
    readCommand(profile, holder);
    readSurroundings(profile, holder);
    if (holder.id() != entry.id())
        readSurroundings(profile, entry);
    return profile;
}

} // namespace sonde::config
