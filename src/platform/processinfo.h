// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

// What the system says about running processes. Names, arguments and values are the bytes that the
// process chose: they may be invalid UTF-8 and contain control characters. Every list is bounded,
// and a process that ends between two reads is left out. `root` is where /proc is mounted.
namespace sonde::platform {

inline constexpr char kProcessRoot[] = "/proc";
inline constexpr std::size_t kMaxTreeProcesses = 256;
inline constexpr std::size_t kMaxProcessArguments = 4'096;
inline constexpr std::size_t kMaxProcessVariables = 4'096;
inline constexpr std::size_t kMaxProcessLimits = 64;

// A pid is used again after a process has ended; with the start time it is unique.
struct ProcessId {
    pid_t pid = 0;
    std::uint64_t startTicks = 0; // since the system was started
    auto operator<=>(const ProcessId &) const = default;
};

struct ProcessInfo {
    ProcessId id;
    pid_t parent = 0;
    pid_t group = 0;
    std::string name; // of the executable, cut to 15 bytes by the system
    char state = '?'; // proc(5): R, S, D, Z, T, t, I, X
    int threads = 0;
    std::uint64_t cpuNs = 0; // processor time used so far, of all its threads
    std::uint64_t residentBytes = 0;
    std::uint64_t startedNs = 0; // since the system was started
};

// A process with what it started; parents come before their children.
struct ProcessTreeInfo {
    std::vector<ProcessInfo> processes; // empty: the first process has ended
    bool isComplete = true; // false: there are more than kMaxTreeProcesses
};

enum class TreeSearch : std::uint8_t {
    Children, // and their children, which costs a read for each thread of the tree
    Group, // also those of the first one's group that lost their parent: reads all of the system
};

struct ProcessVariable {
    std::string name;
    std::string value;
};

struct ProcessLimit {
    std::string name; // "Max open files"
    std::string soft; // a number or "unlimited"
    std::string hard;
    std::string unit; // may be empty
};

// False where the system does not tell: then every function here finds nothing.
bool hasProcessInfo();

std::optional<ProcessInfo> readProcess(const std::string &root, pid_t pid);
// Whether this user may look into it: the process runs, as this user. Linux gives the folders of
// programs that change their user, or hide themselves, to root.
bool isOwnProcess(const std::string &root, pid_t pid);
ProcessTreeInfo readProcessTree(const std::string &root, pid_t top, TreeSearch search);
// Whether the process descends from `top`, is it, or is of its process group.
bool isInProcessTree(const std::string &root, const ProcessInfo &process, ProcessId top);
std::vector<std::string> readCommandLine(const std::string &root, pid_t pid);
// As they were when the program was started: a change that it made itself is usually not seen.
// Empty where access is denied.
std::vector<ProcessVariable> readEnvironment(const std::string &root, pid_t pid);
std::vector<ProcessLimit> readLimits(const std::string &root, pid_t pid);
std::uint64_t readUptimeNs(const std::string &root); // since the system was started; 0: not known

} // namespace sonde::platform
