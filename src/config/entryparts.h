// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/commandline.h"
#include "json/value.h"

#include <array>
#include <optional>
#include <string_view>

namespace sonde::config {

// The members of a server's entry, in the words of every host.
inline constexpr std::array<std::string_view, 2> kCommands{"command", "cmd"};
inline constexpr std::array<std::string_view, 4> kUrls{"url", "serverUrl", "httpUrl", "uri"};
inline constexpr std::array<std::string_view, 3> kVariables{"env", "environment", "envs"};
inline constexpr std::array<std::string_view, 3> kFolders{
    "cwd", "workingDirectory", "working_directory"};
inline constexpr std::array<std::string_view, 3> kTransports{"type", "transport", "transportType"};

// The first of these members that exists.
json::Value firstOf(const json::Value &object, const auto &names)
{
    for (const std::string_view name : names) {
        if (const json::Value value = object[name]; value.exists())
            return value;
    }
    return {};
}

json::Value commandOf(const json::Value &holder);
json::Value urlOf(const json::Value &holder); // a string that is not empty
// The object that has the command or the URL: the entry, or its “transport” (Cline).
json::Value holderOf(const json::Value &entry);
json::Value headersOf(const json::Value &object);
bool isDisabled(const json::Value &entry);
// The words of a “command” that has its arguments in itself. With “args” next to it, or if a
// program has this name with its blanks, it is the name of a program.
std::optional<CommandLine> wholeCommandLine(const json::Value &holder);

} // namespace sonde::config
