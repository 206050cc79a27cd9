// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <utility>
#include <vector>

namespace sonde::wire {

// How to start a server. There is no shell anywhere: `arguments` reach the program one by one,
// empty ones and blanks included.
struct Launch {
    QString program;
    QStringList arguments;
    QString workingDirectory; // empty: ours
    std::vector<std::pair<QString, Secret>> environment; // on top of ours; same name replaces

    // The stop ladder (2025-11-25 basic/lifecycle#stdio): stdin is closed, then this long until
    // SIGTERM to the group, then again this long until SIGKILL.
    std::chrono::milliseconds patience{2000};
};

struct Resolved {
    QString file; // absolute; empty when nothing was found
    QStringList searched; // folders, in the order of PATH
    Error error; // why, when empty
};

// Looks the program up as the server's own environment would (and says so when the launch cannot
// work at all: no program, no such working directory, a value with a NUL): a PATH in
// `launch.environment` counts, a relative path with a slash counts from the working directory.
Resolved resolveProgram(const Launch &launch);

// Where the server will run: absolute.
QString effectiveWorkingDirectory(const Launch &launch);

// Every variable the server will get; a name that stands twice in the launch has its last value.
std::vector<std::pair<QString, Secret>> effectiveEnvironment(const Launch &launch);
// The environment for execve(): NAME=value, inherited values byte for byte.
std::vector<QByteArray> environmentBlock(const Launch &launch);

} // namespace sonde::wire
