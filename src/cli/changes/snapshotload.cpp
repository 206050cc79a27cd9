// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/changes/snapshotload.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/server/callwatch.h"

#include <utility>

namespace sonde::cli {

SnapshotLoad::SnapshotLoad(Options options, rpc::TrafficSink *traffic, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_err(err)
    , m_link(m_options, traffic, err)
{
    connect(&m_link, &ServerLink::ready, this, &SnapshotLoad::load);
    connect(&m_link, &ServerLink::closing, this, [this] { m_run.reset(); });
    connect(&m_link, &ServerLink::finished, this, &SnapshotLoad::finished);
}

SnapshotLoad::~SnapshotLoad() = default;

void SnapshotLoad::start()
{
    m_link.start();
}

void SnapshotLoad::load()
{
    m_run = std::make_unique<changes::SnapshotRun>(m_link.client(), CallWatch::timeouts(m_options));
    connect(m_run.get(), &changes::SnapshotRun::finished, this, &SnapshotLoad::loaded);
    m_run->start();
}

void SnapshotLoad::loaded()
{
    if (m_signal != 0)
        return;
    m_snapshot = m_run->snapshot();
    m_isLoaded = true;
    if (m_run->failed())
        m_err.complain(Text::tr("The snapshot is incomplete. ") + m_run->failed()->sentence);
    const int code = m_run->failed() ? kServerError : kFine;
    // The run is on the stack still, and closing() ends it.
    QMetaObject::invokeMethod(
        this, [this, code] { m_link.end(code); }, Qt::QueuedConnection);
}

void SnapshotLoad::interrupt(int signal)
{
    if (m_signal != 0 || m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    m_signal = signal;
    m_link.end(kSignalBase + signal);
}

} // namespace sonde::cli
