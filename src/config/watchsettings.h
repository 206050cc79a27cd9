// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profilefield.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <string>
#include <vector>

namespace sonde::config {

inline constexpr std::chrono::milliseconds kDefaultQuiet{300};

// When a server is restarted by itself. One that is a command: after files of its project have
// changed. One with a URL: when it comes back.
struct WatchSettings {
    bool isOn = false;
    // Folders, files and globs, absolute or relative to the server's working directory; with a “!”
    // before it, a pattern as of .gitignore that is left out. Empty: proposed from the command.
    QStringList paths;
    std::chrono::milliseconds quiet = kDefaultQuiet; // without a further change, before the restart
    QStringList build; // a program and its arguments, run before the restart; empty: none
    QString buildFolder; // empty: the server's working directory
    bool reconnects = false; // of a server with a URL

    friend bool operator==(const WatchSettings &, const WatchSettings &) = default;
};

inline constexpr qsizetype kMaxWatchedPaths = 100;
inline constexpr qsizetype kMaxWatchedPathLength = 4096; // PATH_MAX
inline constexpr std::chrono::milliseconds kMaxQuiet{60'000};

// Checks every field. `folder` is the server's working directory, an absolute path.
std::vector<FieldProblem> validate(const WatchSettings &settings, const QString &folder);

// Convert to and from the JSON of a profile, without defaults. The error says which member is
// invalid.
std::string watchSettingsToJson(const WatchSettings &settings);
Result<WatchSettings> watchSettingsFromJson(const json::Value &object);

} // namespace sonde::config
