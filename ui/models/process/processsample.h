// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "platform/openfiles.h"
#include "platform/processinfo.h"
#include "platform/threadinfo.h"

#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sonde::models {

// The processes of a server at one moment. Texts are printable and bounded; processor time is in
// percent of one processor since the sample before, and not known in a first one.

struct SampledProcess {
    platform::ProcessInfo info;
    std::optional<double> cpu;
    QString name;
    QStringList command; // with the program; empty: not known
    std::optional<platform::SystemCall> call; // of its first thread
};

struct SampledThread {
    platform::ThreadInfo info;
    std::optional<double> cpu;
};

struct SampledVariable {
    QString name;
    QString value; // redacted if it is a secret
    bool isSecret = false;
    bool operator==(const SampledVariable &) const = default;
};

// What is read of the chosen process only.
struct ChosenProcess {
    platform::ProcessId id; // pid 0: of none
    std::vector<SampledThread> threads; // by id
    std::size_t threadCount = 0; // with those that are not listed
    platform::OpenFileList files;
    std::vector<SampledVariable> environment; // by name
    std::vector<platform::ProcessLimit> limits;
};

struct ProcessSample {
    Stamp at;
    std::int64_t upNs = 0; // since the system was started; 0: not known
    std::vector<SampledProcess> processes; // parents first; empty: the server has ended
    bool isComplete = true; // false: there are more
    // What the first process had as stdin, stdout and stderr when it was first seen, as
    // platform::OpenFile::target: the pipes to Sonde. Processes that it starts may share them.
    std::array<std::string, 3> standardPipes;
    ChosenProcess details;
};

} // namespace sonde::models
