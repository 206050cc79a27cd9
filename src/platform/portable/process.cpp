// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/process.h"

#include "platform/descriptors.h"
#include "platform/startreport.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr int kNotStarted = 127; // as a shell says it

// Runs in the child, where only async-signal-safe functions are allowed. Returns if a step failed.
void becomeServer(const SpawnRequest &request)
{
    struct sigaction action { };
    action.sa_handler = SIG_DFL;
    // Fails for SIGKILL and SIGSTOP, which cannot be changed.
    for (int signal = 1; signal < NSIG; ++signal)
        ::sigaction(signal, &action, nullptr);
    sigset_t none;
    sigemptyset(&none);
    if (::setpgid(0, 0) == 0 && ::dup2(request.input, STDIN_FILENO) >= 0
        && ::dup2(request.output, STDOUT_FILENO) >= 0
        && ::dup2(request.diagnostics, STDERR_FILENO) >= 0
        && (!request.workingDirectory || ::chdir(request.workingDirectory) == 0)
        && ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0)
        ::execve(request.file, request.arguments, request.environment);
}

void waitForExit(pid_t pid)
{
    siginfo_t info{};
    // WNOWAIT: the process keeps its id until its owner waits for it.
    while (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) != 0
        && errno == EINTR) { }
}

} // namespace

int spawnProcess(const SpawnRequest &request, pid_t &pid)
{
    int report[2];
    if (!openPipe(report))
        return errno;
    // A signal that arrives before the child has its own handlers must not run those of Sonde.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    pid = ::fork();
    if (pid == 0) {
        becomeServer(request);
        reportStartFailure(report[1], kNotStarted);
    }
    int failure = pid < 0 ? errno : 0;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::close(report[1]);
    if (failure == 0)
        failure = readStartFailure(report[0]);
    ::close(report[0]);
    if (pid > 0 && failure != 0)
        ::waitpid(pid, nullptr, 0);
    return failure;
}

// POSIX has no descriptor for a process. A thread waits for it and closes the writing end of a
// pipe, which makes the reading end readable. The thread ends with the process.
int openExitDescriptor(pid_t pid)
{
    int ends[2];
    if (!openPipe(ends))
        return -1;
    std::thread([pid, writing = ends[1]] {
        waitForExit(pid);
        ::close(writing);
    }).detach();
    return ends[0];
}

// POSIX has no signal for the end of a parent.
bool endWithParent(pid_t parent)
{
    return ::getppid() == parent;
}

std::vector<std::string> commandLine(pid_t)
{
    return {};
}

// POSIX lists processes only through ps. Takes a few milliseconds; 0 if there is no ps.
int countGroupMembers(pid_t group)
{
    std::FILE *const list = ::popen("ps -A -o pgid= -o stat=", "r");
    if (!list)
        return 0;
    int count = 0;
    int processGroup = 0;
    char state[16];
    while (std::fscanf(list, "%d %15s", &processGroup, state) == 2)
        count += processGroup == group && state[0] != 'Z' && state[0] != 'X';
    ::pclose(list);
    return count;
}

} // namespace sonde::platform
