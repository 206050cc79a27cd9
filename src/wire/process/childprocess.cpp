// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/childprocess.h"

#include <QSocketNotifier>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sonde::wire {

namespace {

// Whether /proc/<name>/stat tells of a living process of that group.
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
    // The program's name stands in brackets and may hold anything, brackets too.
    const char *rest = std::strrchr(text, ')');
    char state = 0;
    int parent = 0;
    int processGroup = 0;
    if (!rest || std::sscanf(rest + 1, " %c %d %d", &state, &parent, &processGroup) != 3)
        return false;
    return processGroup == group && state != 'Z' && state != 'X';
}

} // namespace

int membersOfGroup(pid_t group)
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

int finishGroup(const ProcessHandle &handle)
{
    const int killed = membersOfGroup(handle.pid);
    // Also when none was counted: /proc may be hidden from us.
    ::kill(-handle.pid, SIGKILL);
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(handle.pid), &info, WEXITED) != 0 && errno == EINTR) {
    }
    ::close(handle.pidfd);
    return killed;
}

ChildProcess::ChildProcess(
    ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage, QObject *parent)
    : QObject(parent)
    , m_handle(handle)
    , m_patience(patience)
    , m_stage(stage)
    , m_notifier(std::make_unique<QSocketNotifier>(handle.pidfd, QSocketNotifier::Read))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ChildProcess::climb);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ChildProcess::onReadable);
    if (stage != StopStage::Running && stage != StopStage::Killed)
        m_timer.start(m_patience);
}

ChildProcess::~ChildProcess()
{
    Q_ASSERT(m_handle.pid == 0);
}

void ChildProcess::ask()
{
    if (m_stage != StopStage::Running || hasExited())
        return;
    m_stage = StopStage::Asked;
    m_timer.start(m_patience);
}

void ChildProcess::terminate()
{
    if (m_stage >= StopStage::Terminated || hasExited())
        return;
    m_stage = StopStage::Asked;
    climb();
}

void ChildProcess::climb()
{
    if (m_stage == StopStage::Asked) {
        m_stage = StopStage::Terminated;
        ::kill(-m_handle.pid, SIGTERM);
        m_timer.start(m_patience);
    } else if (m_stage == StopStage::Terminated) {
        m_stage = StopStage::Killed;
        m_killed += membersOfGroup(m_handle.pid);
        ::kill(-m_handle.pid, SIGKILL);
    }
}

void ChildProcess::onReadable()
{
    siginfo_t info{};
    // WNOWAIT: see finishGroup().
    if (::waitid(P_PID, static_cast<id_t>(m_handle.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0
        || info.si_pid == 0)
        return;
    m_notifier->setEnabled(false);
    m_timer.stop();
    if (info.si_code == CLD_EXITED)
        m_exitCode = info.si_status;
    else
        m_signal = info.si_status;
    Q_EMIT exited();
}

int ChildProcess::finish()
{
    const int left = finishGroup(release());
    // After the ladder's own SIGKILL the same processes may still be on their way out.
    return m_stage == StopStage::Killed ? m_killed : left;
}

ProcessHandle ChildProcess::release()
{
    m_timer.stop();
    m_notifier.reset();
    return std::exchange(m_handle, {});
}

} // namespace sonde::wire
