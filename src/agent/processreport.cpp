// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/processreport.h"

#include "agent/agenttoolcall.h"
#include "base/secretplaces.h"
#include "platform/processinfo.h"
#include "platform/threadinfo.h"
#include "json/builder.h"

#include <algorithm>
#include <cstdint>

namespace sonde::agent {

namespace {

using platform::ProcessInfo;
using platform::SystemWait;
using platform::ThreadInfo;

constexpr std::size_t kMaxThreads = 20; // of a process
constexpr std::size_t kMaxArguments = 50;
constexpr double kNsPerMs = 1e6;
constexpr std::uint64_t kPerPercent = 100;

std::string_view nameOf(SystemWait wait)
{
    switch (wait) {
    case SystemWait::Events:
        return "events";
    case SystemWait::Input:
        return "input";
    case SystemWait::Output:
        return "output";
    case SystemWait::Thread:
        return "another thread or a lock";
    case SystemWait::Child:
        return "a child process";
    case SystemWait::Time:
        return "time (it sleeps)";
    case SystemWait::Client:
        return "a connection to its listening socket";
    case SystemWait::Connection:
        return "a connection that it opens";
    case SystemWait::File:
        return "a file";
    case SystemWait::FileLock:
        return "a file lock";
    case SystemWait::Signal:
        return "a signal";
    case SystemWait::Unknown:
        break;
    }
    return {};
}

// proc(5)
std::string_view nameOf(char state)
{
    switch (state) {
    case 'R':
        return "running";
    case 'S':
        return "sleeping";
    case 'D':
        return "waiting for a device";
    case 'Z':
        return "zombie";
    case 'T':
        return "stopped";
    case 't':
        return "stopped by a debugger";
    case 'I':
        return "idle";
    default:
        return "unknown";
    }
}

void addThread(json::Builder &out, const ThreadInfo &thread)
{
    out.beginObject()
        .member("tid", std::int64_t(thread.tid))
        .member("name", utf8Of(beginningOf(thread.name, kMaxLine)))
        .member("state", nameOf(thread.state));
    out.key("cpuMs").number(double(thread.cpuNs) / kNsPerMs);
    if (thread.call) {
        out.member("systemCall", utf8Of(beginningOf(thread.call->name, kMaxLine)));
        if (thread.call->descriptor)
            out.member("descriptor", std::int64_t(*thread.call->descriptor));
        if (const std::string_view wait = nameOf(thread.call->wait); !wait.empty())
            out.member("waitsFor", wait);
    }
    if (!thread.kernelFunction.empty())
        out.member("kernelFunction", utf8Of(beginningOf(thread.kernelFunction, kMaxLine)));
    out.endObject();
}

std::string processOf(const std::string &root, const ProcessInfo &process, std::uint64_t upNs)
{
    json::Builder out;
    out.beginObject()
        .member("pid", std::int64_t(process.id.pid))
        .member("parent", std::int64_t(process.parent))
        .member("name", utf8Of(process.name))
        .member("state", nameOf(process.state))
        .member("memoryBytes", std::int64_t(process.residentBytes));
    out.key("cpuMs").number(double(process.cpuNs) / kNsPerMs);
    if (upNs > process.startedNs) {
        const std::uint64_t ranNs = upNs - process.startedNs;
        out.key("ranMs").number(double(ranNs) / kNsPerMs);
        out.key("cpuPercent").number(double(process.cpuNs) * double(kPerPercent) / double(ranNs));
    }
    auto command = platform::readCommandLine(root, process.id.pid);
    command.resize(std::min(command.size(), kMaxArguments));
    out.key("command").beginArray();
    for (const std::string &word : withoutSecrets(std::move(command)))
        out.string(std::string_view(utf8Of(beginningOf(word, kMaxLine))));
    out.endArray();
    const platform::ThreadList threads = platform::readThreads(root, process.id.pid);
    out.member("threadCount", std::int64_t(threads.count)).key("threads").beginArray();
    for (std::size_t i = 0; i < std::min(threads.threads.size(), kMaxThreads); ++i)
        addThread(out, threads.threads[i]);
    out.endArray();
    return out.endObject().takeString();
}

} // namespace

std::string processReport(const std::string &root, pid_t pid)
{
    const platform::ProcessTreeInfo tree =
        platform::readProcessTree(root, pid, platform::TreeSearch::Children);
    if (tree.processes.empty())
        return {};
    const std::uint64_t upNs = platform::readUptimeNs(root);
    json::Builder out;
    out.beginObject().key("processes").beginArray();
    std::size_t size = 0;
    for (const ProcessInfo &process : tree.processes) {
        const std::string one = processOf(root, process, upNs);
        if (size > 0 && size + one.size() > kBudget)
            break;
        size += one.size();
        out.raw(one);
    }
    out.endArray().member("total", std::int64_t(tree.processes.size()));
    return out.endObject().takeString();
}

} // namespace sonde::agent
