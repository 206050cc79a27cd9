// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/childprocess.h"

#include "wire/process/processguard.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace sonde::wire {

int finishGroup(const ProcessHandle &handle)
{
    const int killed = platform::countGroupMembers(handle.pid);
    // Even if none was counted, because the system may hide processes.
    ::kill(-handle.pid, SIGKILL);
    ProcessGuard::release(handle.pid);
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(handle.pid), &info, WEXITED) != 0 && errno == EINTR) {
    }
    ::close(handle.exitDescriptor);
    return killed;
}

ChildProcess::ChildProcess(
    ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage, QObject *parent)
    : QObject(parent)
    , m_handle(handle)
    , m_patience(patience)
    , m_stage(stage)
    , m_notifier(std::make_unique<QSocketNotifier>(handle.exitDescriptor, QSocketNotifier::Read))
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

void ChildProcess::requestStop()
{
    if (m_stage != StopStage::Running || hasExited())
        return;
    m_strays.look(m_handle.pid);
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
        m_strays.look(m_handle.pid);
        ::kill(-m_handle.pid, SIGTERM);
        m_timer.start(m_patience);
    } else if (m_stage == StopStage::Terminated) {
        m_stage = StopStage::Killed;
        m_killed += platform::countGroupMembers(m_handle.pid);
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
    // Processes killed by the ladder may still be counted for a moment.
    return m_stage == StopStage::Killed ? m_killed : left;
}

ProcessHandle ChildProcess::release()
{
    m_timer.stop();
    m_notifier.reset();
    return std::exchange(m_handle, {});
}

} // namespace sonde::wire
