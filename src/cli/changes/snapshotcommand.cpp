// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/changes/snapshotcommand.h"

#include "changes/snapshotfile.h"
#include "cli/output/output.h"

namespace sonde::cli {

SnapshotCommand::SnapshotCommand(
    const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_load(options, traffic, err)
    , m_out(out)
{
    connect(&m_load, &SnapshotLoad::finished, this, [this](int exitCode) {
        if (m_load.isLoaded())
            m_out.write(changes::snapshotText(m_load.snapshot()));
        Q_EMIT finished(exitCode);
    });
}

} // namespace sonde::cli
