// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/process/processsampler.h"

#include "platform/processsignal.h"
#include "platform/systemtext.h"
#include "session/process/processread.h"

#include <cerrno>
#include <utility>

namespace sonde::session {

using models::ProcessSample;
using platform::ProcessId;

ProcessSampler::ProcessSampler(QObject *parent, std::string root, const Clock &clock)
    : QObject(parent)
    , m_root(std::move(root))
    , m_clock(clock)
    , m_newest(std::make_shared<const ProcessSample>())
    , m_job(this, BackgroundJob::Ending::Join) // it reads the clock
{
    m_timer.setInterval(kPeriod);
    connect(&m_timer, &QTimer::timeout, this, &ProcessSampler::sampleNow);
}

void ProcessSampler::setProcess(pid_t pid)
{
    if (std::exchange(m_pid, pid) == pid)
        return;
    m_top = {};
    m_hasEnded = false;
    forget();
    schedule();
    Q_EMIT sampled();
}

void ProcessSampler::setOn(bool on)
{
    if (std::exchange(m_isOn, on) == on)
        return;
    if (!on) // what is shown next must not be the average of the time in between
        forget();
    schedule();
}

void ProcessSampler::choose(ProcessId id)
{
    if (std::exchange(m_chosen, id) == id || m_newest->details.id == id)
        return;
    sampleNow();
}

void ProcessSampler::forget()
{
    m_job.stop();
    m_isReading = false;
    m_number = 0;
    m_newest = std::make_shared<const ProcessSample>();
    m_history.interrupt();
}

void ProcessSampler::schedule()
{
    if (!m_isOn || !isRunning()) {
        m_timer.stop();
        return;
    }
    m_timer.start();
    sampleNow();
}

void ProcessSampler::sampleNow()
{
    if (!m_isOn || !isRunning())
        return;
    if (m_isReading) {
        m_isOutdated = m_chosen.pid != 0 && m_newest->details.id != m_chosen;
        return;
    }
    ProcessRead read;
    read.root = m_root;
    read.pid = m_pid;
    read.top = m_top;
    read.search =
        m_number % kGroupEvery == 0 ? platform::TreeSearch::Group : platform::TreeSearch::Children;
    read.withFiles = m_number % kFilesEvery == 0;
    read.chosen = m_chosen;
    read.secretVariables = m_secretVariables;
    if (m_number > 0)
        read.before = m_newest;
    ++m_number;
    ++m_reads;
    m_isReading = true;
    m_isOutdated = false;
    m_job.start<ProcessSample>(
        [read, &clock = m_clock](const std::stop_token &) { return readProcesses(read, clock); },
        [this](ProcessSample sample) { adopt(std::move(sample)); });
}

Result<void> ProcessSampler::sendSignal(ProcessId process, int signal)
{
    const int failure = platform::signalProcess(m_root, process, m_top, signal);
    sampleNow();
    if (failure == 0)
        return {};
    const QString name = platform::signalName(signal);
    const QString reason = failure == ESRCH ? tr("the process has ended")
        : failure == EPERM ? tr("it is not a process of this server, or belongs to another user")
                           : platform::errorText(failure);
    return Error{.domain = Domain::Process,
        .code = failure,
        .sentence = tr("Cannot send %1 to process %2: %3.").arg(name).arg(process.pid).arg(reason)};
}

void ProcessSampler::adopt(ProcessSample sample)
{
    m_isReading = false;
    m_hasEnded = sample.processes.empty();
    if (m_hasEnded) {
        m_timer.stop();
        m_history.interrupt();
    } else {
        m_top = sample.processes.front().info.id;
        m_history.add(sample);
    }
    m_newest = std::make_shared<const ProcessSample>(std::move(sample));
    Q_EMIT sampled();
    if (std::exchange(m_isOutdated, false))
        sampleNow();
}

} // namespace sonde::session
