// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "wire/process/launch.h"

#include <QString>
#include <QStringList>

#include <chrono>

namespace sonde::session {

// What is watched for a server, and what is built before it is restarted, or connected again when
// it has a URL.
struct WatchPlan {
    QString folder; // absolute: the server's working directory; with a URL, the build folder
    QStringList paths; // as of config::WatchSettings; without one that is watched: empty
    std::chrono::milliseconds quiet = config::kDefaultQuiet;
    wire::Launch build; // without a program: nothing is built

    // From the settings; the paths are proposed from the command line when none is set. A server
    // with a URL has no command line.
    static WatchPlan of(const config::Profile &profile);
    // The paths in a few words: "src/**", "src/**, lib", "4 paths".
    QString shortText() const;

    bool hasBuild() const { return !build.program.isEmpty(); }
    friend bool operator==(const WatchPlan &a, const WatchPlan &b)
    {
        return a.folder == b.folder && a.paths == b.paths && a.quiet == b.quiet
            && a.build.program == b.build.program && a.build.arguments == b.build.arguments
            && a.build.workingDirectory == b.build.workingDirectory;
    }
};

} // namespace sonde::session
