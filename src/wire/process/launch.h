// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "rpc/sentence.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <utility>
#include <vector>

namespace sonde::wire {

// How to start a server. No shell is involved: `arguments` are passed to the program separately,
// including empty ones and blanks.
struct Launch {
    QString program;
    QStringList arguments;
    QString workingDirectory; // empty: that of Sonde
    // Added to what is inherited; the same name replaces.
    std::vector<std::pair<QString, Secret>> environment;

    // The stop ladder (2025-11-25 basic/lifecycle#stdio): stdin is closed, SIGTERM is sent to the
    // group after this time, and SIGKILL after the same time again.
    std::chrono::milliseconds patience{2000};

    // Only the variables that hosts of MCP servers pass on are inherited, as by the SDKs: HOME,
    // LOGNAME, PATH, SHELL, TERM and USER.
    bool hostEnvironment = false;
};

// Why a program cannot be started; `code` is an errno.
struct LaunchError : Error {
    rpc::Sentence said; // the sentence, for the recording
};

inline LaunchError launchError(int code, const rpc::Sentence &said, const QString &detail = {})
{
    return {{.domain = Domain::Process, .code = code, .sentence = said.shown(), .detail = detail},
        said};
}

struct Resolved {
    QString file; // absolute; empty if not found
    QStringList searched; // folders, in the order of PATH
    LaunchError error; // if `file` is empty
};

// Finds the program as the server's own environment would: a PATH in `launch.environment` counts,
// and a relative path with a slash is relative to the working directory. Also fails if the launch
// is impossible: no program, no such working directory, a value with a NUL.
Resolved resolveProgram(const Launch &launch);

// The absolute working directory of the server.
QString effectiveWorkingDirectory(const Launch &launch);

// All variables of the server; the last value counts for a name that occurs twice in the launch.
std::vector<std::pair<QString, Secret>> effectiveEnvironment(const Launch &launch);
// The environment for execve(): NAME=value, inherited values unchanged byte for byte.
std::vector<QByteArray> environmentBlock(const Launch &launch);

} // namespace sonde::wire
