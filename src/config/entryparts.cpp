// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/entryparts.h"

#include <QFileInfo>

namespace sonde::config {

json::Value commandOf(const json::Value &holder)
{
    return firstOf(holder, kCommands);
}

json::Value urlOf(const json::Value &holder)
{
    for (const std::string_view name : kUrls) {
        if (const json::Value value = holder[name]; value.isString() && !value.text().empty())
            return value;
    }
    return {};
}

json::Value holderOf(const json::Value &entry)
{
    const json::Value transport = entry["transport"];
    return commandOf(transport).exists() || urlOf(transport).exists() ? transport : entry;
}

bool isDisabled(const json::Value &entry)
{
    return entry["disabled"].toBool().value_or(false) || !entry["enabled"].toBool().value_or(true);
}

json::Value headersOf(const json::Value &object)
{
    if (const json::Value headers = object["headers"]; headers.exists())
        return headers;
    if (const json::Value headers = object["http_headers"]; headers.exists()) // Codex
        return headers;
    if (const json::Value headers = object["requestInit"]["headers"]; headers.exists())
        return headers;
    return object["requestOptions"]["headers"]; // Continue
}

std::optional<CommandLine> wholeCommandLine(const json::Value &holder)
{
    const json::Value command = commandOf(holder);
    if (!command.isString() || holder["args"].exists())
        return std::nullopt;
    const QString text = command.toString();
    auto line = splitCommandLine(text);
    if (!line || line->words.size() < 2)
        return std::nullopt;
    if (text.startsWith(u'/') && QFileInfo(text).isFile())
        return std::nullopt;
    return std::move(line).value();
}

} // namespace sonde::config
