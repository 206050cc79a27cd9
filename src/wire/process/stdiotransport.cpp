// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/stdiotransport.h"

#include "base/logging.h"
#include "platform/process.h"
#include "wire/link/pipewritequeue.h"
#include "wire/process/childprocess.h"
#include "wire/process/launcher.h"
#include "wire/process/processreaper.h"
#include "wire/process/readchannel.h"
#include "wire/process/spawn.h"

#include <QTimer>

#include <optional>

#include <unistd.h>

namespace sonde::wire {

namespace {

using Cause = rpc::EndReport::Cause;

constexpr std::size_t kOutputBlock = 256 * 1024;
constexpr std::size_t kDiagnosticsBlock = 32 * 1024;
constexpr std::chrono::milliseconds kLingering{500};
constexpr std::chrono::milliseconds kFetchingStep{1000};

} // namespace

struct StdioTransport::Private {
    Private(StdioTransport *owner, Launch what)
        : q(owner)
        , launch(std::move(what))
        , writer([this](const Bytes &bytes, Stamp at) { q->m_sink->sent(bytes, at); })
    {
        lingering.setSingleShot(true);
        lingering.setInterval(kLingering);
        QObject::connect(&lingering, &QTimer::timeout, q, [this] { onLingered(); });
        QObject::connect(&writer, &PipeWriteQueue::broken, q, [this] { onInputBroken(); });
    }

    void watch();
    void watchFetching();
    void reportFetching();
    void onInputBroken();
    void onOutputEnded();
    void onExited();
    void onLingered();
    void endIfComplete();
    void end();
    void giveUp();

    StdioTransport *q;
    Launch launch;
    PipeWriteQueue writer;
    std::unique_ptr<ReadChannel> output;
    std::unique_ptr<ReadChannel> diagnostics;
    std::unique_ptr<ChildProcess> child;
    QTimer lingering;
    std::optional<Launcher> launcher; // until the server runs
    bool diagnosed = false; // stderr was written to since the last check
    QTimer fetching;
    bool reading = true;
    bool requested = false;
    Cause cause = Cause::None; // why Sonde ended the process
    Cause closed = Cause::None; // the channel that it closed first, before it exited
    std::optional<Spawned> spawned; // between start() and its report
};

void StdioTransport::Private::watch()
{
    const Spawned pipes = *std::exchange(spawned, std::nullopt);
    child = std::make_unique<ChildProcess>(pipes.process, launch.patience);
    QObject::connect(child.get(), &ChildProcess::exited, q, [this] { onExited(); });
    output = std::make_unique<ReadChannel>(
        pipes.output, kOutputBlock, [this](const Bytes &bytes, Stamp at) {
            fetching.stop();
            q->m_sink->received(bytes, at);
        });
    diagnostics = std::make_unique<ReadChannel>(
        pipes.diagnostics, kDiagnosticsBlock, [this](const Bytes &bytes, Stamp at) {
            diagnosed = true;
            q->m_sink->diagnostics(bytes, at);
        });
    // Queued, because end() deletes the channels.
    QObject::connect(
        output.get(), &ReadChannel::ended, q, [this] { onOutputEnded(); }, Qt::QueuedConnection);
    QObject::connect(
        diagnostics.get(), &ReadChannel::ended, q, [this] { endIfComplete(); },
        Qt::QueuedConnection);
    output->setReading(reading);
    diagnostics->setReading(reading);
    writer.open(pipes.input);
    if (requested)
        child->requestStop();
    else
        watchFetching();
}

void StdioTransport::Private::watchFetching()
{
    launcher = launcherOf(launch);
    if (!launcher)
        return;
    fetching.setInterval(kFetchingStep);
    QObject::connect(&fetching, &QTimer::timeout, q, [this] { reportFetching(); });
    fetching.start();
}

// A launcher that writes is working, even if it is unknown whether the server runs.
void StdioTransport::Private::reportFetching()
{
    const bool alone = launcher->hasServerAsChild && platform::countGroupMembers(child->pid()) == 1;
    if (!child->hasExited() && (std::exchange(diagnosed, false) || alone))
        q->m_sink->fetching(launcher->name);
}

// Usually the server's exit is reported next. If not, it cannot receive requests any more, so the
// stop ladder begins.
void StdioTransport::Private::onInputBroken()
{
    closed = Cause::InputClosed;
    if (child)
        child->requestStop();
}

void StdioTransport::Private::onOutputEnded()
{
    if (!child)
        return;
    if (!child->hasExited()) {
        // The server can never respond again. Usually it is exiting at this moment.
        if (closed == Cause::None) // otherwise the process is being ended, which closed the output
            closed = Cause::OutputClosed;
        writer.close();
        child->requestStop();
    }
    endIfComplete();
}

void StdioTransport::Private::giveUp()
{
    if (!child || child->hasExited() || cause != Cause::None)
        return;
    qCInfo(lcWire) << "giving up on process" << child->pid() << "which does not read its input";
    cause = Cause::NotReading;
    writer.close();
    child->terminate();
}

void StdioTransport::Private::onExited()
{
    writer.close();
    lingering.start();
    endIfComplete();
}

void StdioTransport::Private::endIfComplete()
{
    if (child && child->hasExited() && output->atEnd() && diagnostics->atEnd())
        end();
}

void StdioTransport::Private::onLingered()
{
    if (!reading) {
        lingering.start();
        return;
    }
    output->drain();
    diagnostics->drain();
    end();
}

void StdioTransport::Private::end()
{
    lingering.stop();
    fetching.stop();
    ExitReport report;
    report.exitCode = child->exitCode();
    report.signal = child->signal();
    report.requested = requested;
    report.cause = cause;
    if (cause == Cause::None && !requested && child->stage() >= StopStage::Terminated)
        report.cause = closed;
    report.survivors = child->finish();
    report.stillRunning = child->strays();
    // This may run inside a signal of the child.
    child.release()->deleteLater();
    output.reset();
    diagnostics.reset();
    q->m_sink->ended(report);
}

StdioTransport::StdioTransport(Launch launch, QObject *parent)
    : Transport(parent)
    , d(std::make_unique<Private>(this, std::move(launch)))
{
}

StdioTransport::~StdioTransport()
{
    d->writer.close();
    if (d->spawned) {
        for (const int fd : {d->spawned->input, d->spawned->output, d->spawned->diagnostics})
            ::close(fd);
        ProcessReaper::adopt(d->spawned->process, d->launch.patience, StopStage::Asked);
    }
    if (d->child) {
        const auto stage = d->child->stage();
        ProcessReaper::adopt(d->child->release(), d->launch.patience, stage);
    }
}

void StdioTransport::start()
{
    StartReport report;
    Result<Spawned> spawned = spawn(d->launch, report);
    if (!spawned) {
        d->writer.close();
        QMetaObject::invokeMethod(
            this, [this, report, error = spawned.error()] { m_sink->failed(report, error); },
            Qt::QueuedConnection);
        return;
    }
    d->spawned = spawned.value();
    QMetaObject::invokeMethod(
        this,
        [this, report] {
            m_sink->started(report);
            d->watch();
        },
        Qt::QueuedConnection);
}

void StdioTransport::send(const Bytes &bytes)
{
    if (d->writer.push(bytes))
        return;
    QMetaObject::invokeMethod(
        this, [this] { d->giveUp(); }, Qt::QueuedConnection);
}

void StdioTransport::cork()
{
    d->writer.cork();
}

void StdioTransport::uncork()
{
    d->writer.uncork();
}

void StdioTransport::closeInput()
{
    d->writer.closeWhenEmpty();
}

void StdioTransport::stop()
{
    d->requested = true;
    // First, while the server still runs: afterwards nothing tells what it has started.
    if (d->child)
        d->child->requestStop();
    d->writer.closeWhenEmpty();
}

void StdioTransport::setLingering(std::chrono::milliseconds lingering)
{
    d->lingering.setInterval(lingering);
}

void StdioTransport::setReading(bool reading)
{
    d->reading = reading;
    if (d->output)
        d->output->setReading(reading);
    if (d->diagnostics)
        d->diagnostics->setReading(reading);
}

} // namespace sonde::wire
