// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/process/processread.h"

#include "base/secret.h"
#include "base/secretplaces.h"
#include "config/profile.h"
#include "models/trace/tracetext.h"

#include <algorithm>
#include <utility>

namespace sonde::session {

using models::ChosenProcess;
using models::ProcessSample;
using models::SampledProcess;
using models::SampledThread;
using models::SampledVariable;
using platform::ProcessId;
using platform::ProcessInfo;

namespace {

constexpr std::size_t kMaxBytes = 4 * std::size_t(ProcessRead::kMaxText); // of UTF-8

QString printable(const std::string &bytes)
{
    return models::lineText(Bytes::copyOf(std::string_view(bytes).substr(0, kMaxBytes)))
        .left(ProcessRead::kMaxText);
}

const SampledProcess *find(const ProcessSample *sample, ProcessId id)
{
    if (!sample)
        return nullptr;
    const auto found = std::find_if(sample->processes.begin(), sample->processes.end(),
        [&id](const SampledProcess &process) { return process.info.id == id; });
    return found == sample->processes.end() ? nullptr : &*found;
}

std::optional<double> percentOf(std::uint64_t before, std::uint64_t after, std::int64_t ns)
{
    if (ns <= 0 || after < before)
        return std::nullopt;
    return 100.0 * double(after - before) / double(ns);
}

bool hasProcess(const std::vector<ProcessInfo> &processes, ProcessId id)
{
    return std::any_of(processes.begin(), processes.end(),
        [&id](const ProcessInfo &info) { return info.id == id; });
}

// A process that has lost its parent is found by its group only: one that was found stays.
void keepOrphans(std::vector<ProcessInfo> &processes, const ProcessRead &read)
{
    if (!read.before || processes.empty())
        return;
    for (const SampledProcess &known : read.before->processes) {
        if (processes.size() >= platform::kMaxTreeProcesses)
            return;
        if (hasProcess(processes, known.info.id))
            continue;
        const auto info = platform::readProcess(read.root, known.info.id.pid);
        if (info && info->id == known.info.id)
            processes.push_back(*info);
    }
}

SampledProcess sampledProcess(const ProcessRead &read, ProcessInfo info, std::int64_t sinceNs)
{
    SampledProcess process;
    const SampledProcess *before = find(read.before.get(), info.id);
    if (before)
        process.cpu = percentOf(before->info.cpuNs, info.cpuNs, sinceNs);
    if (before && before->info.name == info.name) { // exec() gives another one
        process.name = before->name;
        process.command = before->command;
    }
    if (process.command.isEmpty()) {
        process.name = printable(info.name);
        for (const std::string &argument : platform::readCommandLine(read.root, info.id.pid))
            process.command << printable(argument);
        process.command = withoutSecrets(process.command);
    }
    process.info = std::move(info);
    return process;
}

std::vector<SampledVariable> sampledVariables(const ProcessRead &read, pid_t pid)
{
    std::vector<SampledVariable> variables;
    for (const platform::ProcessVariable &variable : platform::readEnvironment(read.root, pid)) {
        SampledVariable &shown = variables.emplace_back();
        shown.name = printable(variable.name);
        const QString value = printable(variable.value);
        shown.isSecret = !value.isEmpty()
            && (config::isSecretVariable(shown.name) || read.secretVariables.contains(shown.name));
        shown.value = shown.isSecret ? Secret(value).redacted() : value;
    }
    std::stable_sort(variables.begin(), variables.end(),
        [](const SampledVariable &a, const SampledVariable &b) { return a.name < b.name; });
    return variables;
}

std::vector<SampledThread> sampledThreads(
    std::vector<platform::ThreadInfo> threads, const ChosenProcess *before, std::int64_t sinceNs)
{
    std::vector<SampledThread> sampled;
    for (platform::ThreadInfo &info : threads) {
        SampledThread &thread = sampled.emplace_back();
        if (before) {
            const auto known = std::lower_bound(before->threads.begin(), before->threads.end(),
                info.tid, [](const SampledThread &each, pid_t tid) { return each.info.tid < tid; });
            if (known != before->threads.end() && known->info.tid == info.tid)
                thread.cpu = percentOf(known->info.cpuNs, info.cpuNs, sinceNs);
        }
        thread.info = std::move(info);
    }
    return sampled;
}

ChosenProcess readDetails(const ProcessRead &read, ProcessId id, std::int64_t sinceNs)
{
    const ChosenProcess *before =
        read.before && read.before->details.id == id ? &read.before->details : nullptr;
    ChosenProcess details;
    details.id = id;
    platform::ThreadList threads = platform::readThreads(read.root, id.pid);
    details.threadCount = threads.count;
    details.threads = sampledThreads(std::move(threads.threads), before, sinceNs);
    details.files =
        before && !read.withFiles ? before->files : platform::readOpenFiles(read.root, id.pid);
    details.environment = before && !before->environment.empty() && !read.withFiles
        ? before->environment
        : sampledVariables(read, id.pid);
    details.limits =
        before && !read.withFiles ? before->limits : platform::readLimits(read.root, id.pid);
    return details;
}

std::array<std::string, 3> readStandardPipes(const ProcessRead &read)
{
    std::array<std::string, 3> pipes;
    for (const platform::OpenFile &file : platform::readOpenFiles(read.root, read.pid).files) {
        if (file.kind == platform::OpenFile::Kind::Pipe && file.descriptor < int(pipes.size()))
            pipes[std::size_t(file.descriptor)] = file.target;
    }
    return pipes;
}

} // namespace

ProcessSample readProcesses(const ProcessRead &read, const Clock &clock)
{
    ProcessSample sample;
    sample.at = clock.now();
    platform::ProcessTreeInfo tree = platform::readProcessTree(read.root, read.pid, read.search);
    const ProcessId top = tree.processes.empty() ? ProcessId() : tree.processes.front().id;
    // The pid may belong to another process by now.
    if (tree.processes.empty() || (read.top.pid != 0 && read.top != top))
        return sample;
    keepOrphans(tree.processes, read);
    sample.isComplete = tree.isComplete;
    sample.upNs = std::int64_t(platform::readUptimeNs(read.root));
    const std::int64_t sinceNs = read.before ? sample.at.steady - read.before->at.steady : 0;
    for (ProcessInfo &info : tree.processes) {
        SampledProcess process = sampledProcess(read, std::move(info), sinceNs);
        if (sample.processes.size() < ProcessRead::kMaxCalls)
            process.call = platform::readSystemCall(read.root, process.info.id.pid);
        sample.processes.push_back(std::move(process));
    }
    sample.standardPipes = read.before ? read.before->standardPipes : readStandardPipes(read);
    const SampledProcess *chosen = find(&sample, read.chosen);
    sample.details = readDetails(read, chosen ? chosen->info.id : top, sinceNs);
    return sample;
}

} // namespace sonde::session
