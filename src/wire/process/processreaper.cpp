// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/processreaper.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QThread>

#include <algorithm>
#include <csignal>

#include <poll.h>

namespace sonde::wire {

namespace {

// A server that handles SIGTERM exits within a few milliseconds; a user who closes the window
// should not notice a server that does not.
constexpr std::chrono::milliseconds kLastMoment{300};

} // namespace

ProcessReaper::ProcessReaper()
{
    moveToThread(QCoreApplication::instance()->thread());
    qAddPostRoutine(&ProcessReaper::finishAll);
}

ProcessReaper &ProcessReaper::instance()
{
    // Never destroyed: it is empty at the end, and a transport may use it late.
    static auto *const reaper = new ProcessReaper;
    return *reaper;
}

void ProcessReaper::adopt(ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage)
{
    if (!QCoreApplication::instance()) {
        finishGroup(handle);
        return;
    }
    ProcessReaper *reaper = &instance();
    QMetaObject::invokeMethod(
        reaper, [=] { reaper->watch(handle, patience, stage); }, Qt::QueuedConnection);
}

int ProcessReaper::pending()
{
    QCoreApplication::sendPostedEvents(&instance(), QEvent::MetaCall);
    return static_cast<int>(instance().m_children.size());
}

void ProcessReaper::watch(ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage)
{
    if (stage == StopStage::Running)
        stage = StopStage::Asked;
    auto &child = m_children.emplace_back(std::make_unique<ChildProcess>(handle, patience, stage));
    // Queued, because the child must not be deleted inside its own signal.
    connect(
        child.get(), &ChildProcess::exited, this,
        [this, raw = child.get()] {
            raw->finish();
            drop(raw);
        },
        Qt::QueuedConnection);
}

void ProcessReaper::drop(ChildProcess *child)
{
    std::erase_if(m_children, [child](const auto &owned) { return owned.get() == child; });
}

// Runs after the event loop, when no signals arrive, so it polls for a short time.
void ProcessReaper::finishAll()
{
    ProcessReaper &reaper = instance();
    QCoreApplication::sendPostedEvents(&reaper, QEvent::MetaCall);
    std::vector<ProcessHandle> handles;
    for (const auto &child : reaper.m_children)
        handles.push_back(child->release());
    reaper.m_children.clear();
    for (const ProcessHandle &handle : handles)
        ::kill(-handle.pid, SIGTERM);
    const QDeadlineTimer deadline(kLastMoment);
    for (const ProcessHandle &handle : handles) {
        pollfd waiting{handle.exitDescriptor, POLLIN, 0};
        ::poll(&waiting, 1, static_cast<int>(deadline.remainingTime()));
    }
    for (const ProcessHandle &handle : handles)
        finishGroup(handle);
}

} // namespace sonde::wire
