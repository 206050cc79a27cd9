// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sonde::platform {

inline constexpr std::size_t kMaxListedThreads = 1'024;

// What a thread waits for, as far as its system call tells.
enum class SystemWait : std::uint8_t {
    Unknown,
    Events, // of several descriptors
    Input,
    Output,
    Thread,
    Child,
    Time,
    Client, // of a listening socket
    Connection, // that it opens
    File,
    FileLock,
    Signal,
};

// The system call that a thread is in.
struct SystemCall {
    std::string name; // "futex"; its number if the name is not known
    std::optional<int> descriptor; // its first argument, for the calls where that is one
    SystemWait wait = SystemWait::Unknown;
};

struct ThreadInfo {
    pid_t tid = 0;
    std::string name;
    char state = '?'; // as ProcessInfo::state
    std::uint64_t cpuNs = 0;
    std::optional<SystemCall> call; // none: it runs, or access is denied
    std::string kernelFunction; // in which it waits; empty: it does not, or access is denied
};

struct ThreadList {
    std::vector<ThreadInfo> threads; // by thread id
    std::size_t count = 0; // with those beyond kMaxListedThreads
};

// See processinfo.h for `root`.
ThreadList readThreads(const std::string &root, pid_t pid);
// Of the first thread of a process.
std::optional<SystemCall> readSystemCall(const std::string &root, pid_t pid);

} // namespace sonde::platform
