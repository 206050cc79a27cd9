// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/hostcheck.h"

#include "cli/accept/hostreport.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"

namespace sonde::cli {

HostCheck::HostCheck(
    const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_load(options, traffic, err)
    , m_out(out)
    , m_err(err)
{
    connect(&m_load, &SnapshotLoad::finished, this, &HostCheck::report);
}

void HostCheck::start()
{
    if (!m_options.check.dryRun)
        return m_load.start();
    m_out.write(
        QString(Text::tr("The lists of the server are loaded; nothing else is sent.") + u'\n'));
    Q_EMIT finished(kFine);
}

void HostCheck::report(int exitCode)
{
    if (!m_load.isLoaded()) {
        Q_EMIT finished(exitCode);
        return;
    }
    const int code = reportHosts(
        m_options.check, offerOf(m_load.snapshot(), m_options.serverName), m_out, m_err);
    Q_EMIT finished(exitCode == kFine ? code : exitCode);
}

} // namespace sonde::cli
