// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/process.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

// The arguments of posix_spawn(): descriptors, directory, process group and signals.
class Plan {
public:
    explicit Plan(const SpawnRequest &request)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, request.input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, request.output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, request.diagnostics, STDERR_FILENO);
        if (request.workingDirectory)
            posix_spawn_file_actions_addchdir_np(&m_actions, request.workingDirectory);
        posix_spawnattr_init(&m_attributes);
        sigset_t signals;
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&m_attributes, &signals);
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&m_attributes, &signals);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    ~Plan()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_actions);
    }
    Plan(const Plan &) = delete;
    Plan &operator=(const Plan &) = delete;

    const posix_spawn_file_actions_t *actions() const { return &m_actions; }
    const posix_spawnattr_t *attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

// Whether /proc/<name>/stat describes a running process of that group.
bool livesInGroup(const char *name, pid_t group)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    char text[512];
    const ssize_t size = ::read(fd, text, sizeof text - 1);
    ::close(fd);
    if (size <= 0)
        return false;
    text[size] = '\0';
    // The program's name is in parentheses and may itself contain parentheses.
    const char *rest = std::strrchr(text, ')');
    char state = 0;
    int parent = 0;
    int processGroup = 0;
    if (!rest || std::sscanf(rest + 1, " %c %d %d", &state, &parent, &processGroup) != 3)
        return false;
    return processGroup == group && state != 'Z' && state != 'X';
}

} // namespace

int spawnProcess(const SpawnRequest &request, pid_t &pid)
{
    const Plan plan(request);
    return ::posix_spawn(&pid, request.file, plan.actions(), plan.attributes(), request.arguments,
        request.environment);
}

int openExitDescriptor(pid_t pid)
{
    // By number: the header of glibc 2.36 declares pidfd_open() without C linkage.
    return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

bool endWithParent(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    return ::getppid() == parent; // it may have ended before the call
}

std::vector<std::string> commandLine(pid_t pid)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return {};
    std::vector<std::string> words;
    char text[64 * 1024]; // a longer command line is cut off
    const ssize_t size = ::read(fd, text, sizeof text);
    ::close(fd);
    for (const char *at = text; at < text + size;) {
        const char *const end = std::find(at, static_cast<const char *>(text) + size, '\0');
        words.emplace_back(at, end);
        at = end + 1;
    }
    return words;
}

int countGroupMembers(pid_t group)
{
    DIR *directory = ::opendir("/proc");
    if (!directory)
        return 0;
    int count = 0;
    while (const dirent *entry = ::readdir(directory)) {
        if (std::isdigit(static_cast<unsigned char>(entry->d_name[0]))
            && livesInGroup(entry->d_name, group))
            ++count;
    }
    ::closedir(directory);
    return count;
}

} // namespace sonde::platform
