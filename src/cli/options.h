// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/revision.h"
#include "wire/launch.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

enum class Command { Help, Version, ToolsList, ToolsCall, Request, Info };

inline constexpr std::chrono::milliseconds kLongestTimeout = std::chrono::hours(24);

// What the command line asks for. Texts that become JSON stay bytes as typed.
struct Options {
    Command command = Command::Help;
    QString name; // of the tool or the method
    std::vector<std::string> words; // key=text and key:=json
    std::optional<std::string> args; // of --args
    std::string params; // PARAMS_JSON; empty: none
    bool json = false;
    bool trace = false;
    mcp::EraPolicy era;
    std::optional<std::chrono::milliseconds> timeout; // for the handshake, and for the request
    QString recordFile; // empty: nothing is recorded
    wire::Launch launch;
    QStringList notes; // what is allowed, but may be a mistake
};

// Reads the command line without the program's own name. Touches nothing outside. Errors are
// Domain::Usage: one sentence that says what is wrong, where, and what to write instead.
Result<Options> parseOptions(const std::vector<std::string> &arguments);

// "500ms", "2s", "1.5s", "3m".
Result<std::chrono::milliseconds> parseDuration(QStringView text);

} // namespace sonde::cli
