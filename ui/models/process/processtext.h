// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QString>

namespace sonde::models {

// What the processes of a server do, in words.
class ProcessText {
public:
    static QString state(char state); // of platform::ProcessInfo and ThreadInfo: "running"
    static QString state(const SampledProcess &process); // "waits for input", as far as is known
    static QString state(const platform::ThreadInfo &thread);
    static QString percent(const std::optional<double> &cpu); // "103.8"; empty: not known
    static QString command(const SampledProcess &process); // as words of a shell
    static QString descriptor(
        const ProcessSample &sample, int descriptor); // "descriptor 5: /tmp/x"
    // "from Sonde · stdin", the path, "127.0.0.1:3001 · listening".
    static QString target(const ProcessSample &sample, const platform::OpenFile &file);
    static QString kind(platform::OpenFile::Kind kind);
    // What the process does whose details were read, in sentences.
    static QString doing(const ProcessSample &sample);

private:
    static QString waiting(const platform::SystemCall &call);
    static QString mainThread(const ProcessSample &sample, const platform::ThreadInfo &thread);
    static QString otherThreads(const ChosenProcess &details);
};

// Whether the process runs that program ("node", "python"), by its name or its first argument.
bool runsProgram(const SampledProcess &process, QStringView program);

// The process of that id; null if it is not there.
const SampledProcess *findProcess(const ProcessSample &sample, platform::ProcessId id);

} // namespace sonde::models
