// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QStringList>

#include <memory>
#include <string>

namespace sonde::session {

// What is to be read of the processes of a server.
struct ProcessRead {
    static constexpr qsizetype kMaxText = 4'096; // characters of an argument or value
    static constexpr std::size_t kMaxCalls = 32; // processes whose system call is read

    std::string root; // where /proc is mounted
    pid_t pid = 0; // of the first process
    platform::ProcessId top; // which that was before; pid 0: not known yet
    platform::TreeSearch search = platform::TreeSearch::Children;
    platform::ProcessId chosen; // whose details are read; pid 0: the first process
    bool withFiles = true; // else those of the sample before
    QStringList secretVariables; // further names of variables whose values are redacted
    // The sample before of the same server, null without: what cannot change is taken from it, and
    // so are processes that a search for children would not find again.
    std::shared_ptr<const models::ProcessSample> before;
};

// Reads the files of the system; on any thread. Values of secret variables are redacted here.
models::ProcessSample readProcesses(const ProcessRead &read, const Clock &clock);

} // namespace sonde::session
