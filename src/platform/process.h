// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace sonde::platform {

// A child process that leads its own process group and has not been waited for.
struct ProcessHandle {
    pid_t pid = 0;
    // Becomes readable when the process has exited, before it is waited for. Closed by its owner.
    int exitDescriptor = -1;
};

// The program to start, in the form for execve(). The descriptors become 0, 1 and 2 in the child,
// and must be different from these numbers.
struct SpawnRequest {
    const char *file = nullptr;
    char *const *arguments = nullptr;
    char *const *environment = nullptr;
    const char *workingDirectory = nullptr; // nullptr: that of Sonde
    int input = -1;
    int output = -1;
    int diagnostics = -1;
};

// Starts a process as the leader of a new process group, with default signal handling. Returns 0,
// or the errno of the failed step.
int spawnProcess(const SpawnRequest &request, pid_t &pid);

// Opens the ProcessHandle::exitDescriptor of a running child, closed on exec; returns -1 and sets
// errno on failure.
int openExitDescriptor(pid_t pid);

// For a child between fork() and exec(): from now on it is killed when `parent`, the process that
// forked it, ends. No effect where the system cannot do that. Returns false if the parent has ended
// already.
bool endWithParent(pid_t parent);

// The arguments of a running process, the first being its program; empty if they are not known.
std::vector<std::string> commandLine(pid_t pid);

// The number of running processes in the group, without zombies.
int countGroupMembers(pid_t group);

} // namespace sonde::platform
