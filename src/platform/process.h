// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

namespace sonde::platform {

// A child process that leads its own process group and was not waited for yet.
struct ProcessHandle {
    pid_t pid = 0;
    // Becomes readable when the process has ended, before it is waited for. The owner closes it.
    int exitDescriptor = -1;
};

// What to start, as execve() takes it. The descriptors become the child's 0, 1 and 2, and must not
// be one of these numbers themselves.
struct SpawnRequest {
    const char *file = nullptr;
    char *const *arguments = nullptr;
    char *const *environment = nullptr;
    const char *workingDirectory = nullptr; // nullptr: ours
    int input = -1;
    int output = -1;
    int diagnostics = -1;
};

// Starts a process as the leader of a new process group, with every signal as a fresh program
// expects it. 0, or the errno of the step that failed.
int spawnProcess(const SpawnRequest &request, pid_t &pid);

// The ProcessHandle::exitDescriptor of a running child, closed on exec; -1 with errno set.
int openExitDescriptor(pid_t pid);

// The processes of the group that still run; zombies do not count.
int countGroupMembers(pid_t group);

} // namespace sonde::platform
