// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/processinfo.h"

#include "platform/linux/procfile.h"

#include <algorithm>
#include <set>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr std::size_t kMaxStat = 4096;
constexpr std::size_t kMaxChildrenText = 64 * 1024;
constexpr std::size_t kMaxArgumentsText = 256 * 1024;
constexpr std::size_t kMaxEnvironmentText = std::size_t(1) << 20;
constexpr std::size_t kMaxLimitsText = 64 * 1024;
constexpr int kMaxAncestors = 256;
constexpr double kNsPerSecond = 1e9;

// proc(5), /proc/pid/stat: the fields behind the name, numbered from 0; the state is field 3.
constexpr std::size_t kStateField = 0;
constexpr std::size_t kParentField = 1;
constexpr std::size_t kGroupField = 2;
constexpr std::size_t kUserTimeField = 11;
constexpr std::size_t kSystemTimeField = 12;
constexpr std::size_t kThreadsField = 17;
constexpr std::size_t kStartField = 19;
constexpr std::size_t kResidentField = 21;
constexpr std::size_t kStatFields = 22;

std::string folderOf(const std::string &root, pid_t pid)
{
    return root + '/' + std::to_string(pid);
}

std::uint64_t ticksToNs(std::uint64_t ticks)
{
    static const auto perSecond = std::uint64_t(std::max(1L, ::sysconf(_SC_CLK_TCK)));
    return ticks / perSecond * std::uint64_t(kNsPerSecond)
        + ticks % perSecond * std::uint64_t(kNsPerSecond) / perSecond;
}

std::uint64_t pageBytes()
{
    static const auto bytes = std::uint64_t(std::max(1L, ::sysconf(_SC_PAGESIZE)));
    return bytes;
}

std::optional<ProcessInfo> parseStat(std::string_view text)
{
    // The name is in parentheses and may itself contain parentheses, spaces and line ends.
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    const auto fields = wordsOf(text.substr(close + 1), kStatFields);
    const auto pid = numberOf<pid_t>(text.substr(0, open == 0 ? 0 : open - 1));
    if (!pid || fields.size() < kStatFields || fields[kStateField].size() != 1)
        return std::nullopt;
    const auto number = [&fields](std::size_t field) {
        return numberOf<std::uint64_t>(fields[field]).value_or(0);
    };
    ProcessInfo info;
    info.id = {*pid, number(kStartField)};
    info.parent = numberOf<pid_t>(fields[kParentField]).value_or(0);
    info.group = numberOf<pid_t>(fields[kGroupField]).value_or(0);
    info.name = text.substr(open + 1, close - open - 1);
    info.state = fields[kStateField][0];
    info.threads = numberOf<int>(fields[kThreadsField]).value_or(0);
    info.cpuNs = ticksToNs(number(kUserTimeField)) + ticksToNs(number(kSystemTimeField));
    info.residentBytes = number(kResidentField) * pageBytes();
    info.startedNs = ticksToNs(number(kStartField));
    return info;
}

// The children of every thread of the process. `known`: whether the system tells them so.
std::vector<pid_t> childrenOf(const std::string &root, pid_t pid, bool &known)
{
    std::vector<pid_t> children;
    const std::string tasks = folderOf(root, pid) + "/task";
    for (const int tid : listNumbers(tasks)) {
        const std::string path = tasks + '/' + std::to_string(tid) + "/children";
        const std::string text = readProcFile(path, kMaxChildrenText);
        known = known || !text.empty() || ::access(path.c_str(), R_OK) == 0;
        for (const std::string_view word : wordsOf(text, kMaxTreeProcesses)) {
            if (const auto child = numberOf<pid_t>(word))
                children.push_back(*child);
        }
    }
    return children;
}

bool descendsFrom(const std::vector<ProcessInfo> &all, const ProcessInfo &process, pid_t top)
{
    pid_t parent = process.parent;
    for (int left = kMaxAncestors; left > 0 && parent > 0; --left) {
        if (parent == top)
            return true;
        const auto found = std::lower_bound(all.begin(), all.end(), parent,
            [](const ProcessInfo &info, pid_t pid) { return info.id.pid < pid; });
        if (found == all.end() || found->id.pid != parent)
            return false;
        parent = found->parent;
    }
    return false;
}

// In an order where parents come before their children.
std::vector<ProcessInfo> inOrder(std::vector<ProcessInfo> found)
{
    std::vector<ProcessInfo> ordered;
    std::set<pid_t> placed;
    std::set<pid_t> waiting;
    for (const ProcessInfo &info : found)
        waiting.insert(info.id.pid);
    while (!found.empty()) {
        std::vector<ProcessInfo> rest;
        for (ProcessInfo &info : found) {
            const bool isReady = placed.contains(info.parent) || !waiting.contains(info.parent)
                || info.parent == info.id.pid;
            if (!isReady) {
                rest.push_back(std::move(info));
                continue;
            }
            placed.insert(info.id.pid);
            waiting.erase(info.id.pid);
            ordered.push_back(std::move(info));
        }
        if (rest.size() == found.size()) { // parents in a circle: read while they changed
            ordered.insert(ordered.end(), rest.begin(), rest.end());
            break;
        }
        found = std::move(rest);
    }
    return ordered;
}

ProcessTreeInfo readWholeSystem(const std::string &root, const ProcessInfo &top)
{
    std::vector<ProcessInfo> all;
    for (const int pid : listNumbers(root)) {
        if (auto info = readProcess(root, pid))
            all.push_back(std::move(*info));
    }
    ProcessTreeInfo tree;
    std::vector<ProcessInfo> found{top};
    for (const ProcessInfo &info : all) {
        const bool isIn = info.id.pid != top.id.pid
            && (info.group == top.id.pid || descendsFrom(all, info, top.id.pid));
        if (isIn && found.size() < kMaxTreeProcesses)
            found.push_back(info);
        else if (isIn)
            tree.isComplete = false;
    }
    tree.processes = inOrder(std::move(found));
    return tree;
}

std::vector<std::string_view> partsOf(std::string_view text, std::size_t most)
{
    std::vector<std::string_view> parts;
    while (!text.empty() && parts.size() < most) {
        const std::size_t end = text.find('\0');
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

} // namespace

bool hasProcessInfo()
{
    return true;
}

std::optional<ProcessInfo> readProcess(const std::string &root, pid_t pid)
{
    return parseStat(readProcFile(folderOf(root, pid) + "/stat", kMaxStat));
}

bool isOwnProcess(const std::string &root, pid_t pid)
{
    struct stat folder = {};
    return ::stat(folderOf(root, pid).c_str(), &folder) == 0 && folder.st_uid == ::geteuid();
}

ProcessTreeInfo readProcessTree(const std::string &root, pid_t top, TreeSearch search)
{
    ProcessTreeInfo tree;
    auto first = readProcess(root, top);
    if (!first)
        return tree;
    if (search == TreeSearch::Group)
        return readWholeSystem(root, *first);
    std::set<pid_t> seen{top};
    tree.processes.push_back(std::move(*first));
    for (std::size_t at = 0; at < tree.processes.size(); ++at) {
        bool known = false;
        const std::vector<pid_t> children = childrenOf(root, tree.processes[at].id.pid, known);
        if (at == 0 && !known) // a system without /proc/pid/task/tid/children
            return readWholeSystem(root, tree.processes.front());
        for (const pid_t child : children) {
            if (!seen.insert(child).second)
                continue;
            if (tree.processes.size() >= kMaxTreeProcesses) {
                tree.isComplete = false;
                break;
            }
            if (auto info = readProcess(root, child))
                tree.processes.push_back(std::move(*info));
        }
    }
    return tree;
}

bool isInProcessTree(const std::string &root, const ProcessInfo &process, ProcessId top)
{
    const auto first = readProcess(root, top.pid);
    if (!first || first->id != top)
        return false;
    if (process.id == top || process.group == top.pid)
        return true;
    pid_t parent = process.parent;
    for (int left = kMaxAncestors; left > 0 && parent > 1; --left) {
        if (parent == top.pid)
            return true;
        const auto next = readProcess(root, parent);
        parent = next ? next->parent : 0;
    }
    return false;
}

std::vector<std::string> readCommandLine(const std::string &root, pid_t pid)
{
    std::vector<std::string> words;
    const std::string text = readProcFile(folderOf(root, pid) + "/cmdline", kMaxArgumentsText);
    for (const std::string_view part : partsOf(text, kMaxProcessArguments))
        words.emplace_back(part);
    return words;
}

std::vector<ProcessVariable> readEnvironment(const std::string &root, pid_t pid)
{
    std::vector<ProcessVariable> variables;
    const std::string text = readProcFile(folderOf(root, pid) + "/environ", kMaxEnvironmentText);
    for (const std::string_view part : partsOf(text, kMaxProcessVariables)) {
        const std::size_t equals = part.find('=');
        if (part.empty())
            continue;
        const bool hasValue = equals != std::string_view::npos;
        variables.push_back({std::string(part.substr(0, equals)),
            std::string(hasValue ? part.substr(equals + 1) : std::string_view())});
    }
    return variables;
}

// Columns of a fixed width, the first line is their headings: "Limit", "Soft Limit", "Hard Limit",
// "Units".
std::vector<ProcessLimit> readLimits(const std::string &root, pid_t pid)
{
    constexpr std::size_t kNameWidth = 26;
    std::vector<ProcessLimit> limits;
    const std::string text = readProcFile(folderOf(root, pid) + "/limits", kMaxLimitsText);
    bool isHeading = true;
    eachLine(text, [&](std::string_view line) {
        if (std::exchange(isHeading, false) || line.size() < kNameWidth
            || limits.size() >= kMaxProcessLimits)
            return;
        std::string_view name = line.substr(0, kNameWidth);
        name = name.substr(0, name.find_last_not_of(' ') + 1);
        const auto values = wordsOf(line.substr(kNameWidth), 3);
        if (name.empty() || values.size() < 2)
            return;
        limits.push_back({std::string(name), std::string(values[0]), std::string(values[1]),
            std::string(values.size() > 2 ? values[2] : std::string_view())});
    });
    return limits;
}

std::uint64_t readUptimeNs(const std::string &root)
{
    const std::string text = readProcFile(root + "/uptime", kMaxStat);
    const std::string_view seconds(text.data(), std::min(text.find('.'), text.size()));
    const auto number = numberOf<std::uint64_t>(seconds);
    constexpr std::uint64_t kMost = 1'000'000'000; // 31 years
    return number && *number < kMost ? *number * std::uint64_t(kNsPerSecond) : 0;
}

} // namespace sonde::platform
