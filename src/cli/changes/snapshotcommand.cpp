// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/changes/snapshotcommand.h"

#include "changes/snapshotfile.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
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

CommandRow snapshotCommand()
{
    return {
        .words = QLatin1String("snapshot"),
        .commands = Command::Snapshot,
        .usage = u"snapshot SERVER",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "prints what the server offers, for compare"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints capabilities, instructions, tools, resources and prompts, one definition per "
            "line and ordered by name, as a file for compare."),
        .examples = u"sonde-cli snapshot -- sonde-demo-server > before.json\n"
                    "sonde-cli snapshot --era legacy -- sonde-demo-server",
        .runWithServer = runTraced<SnapshotCommand>,
    };
}

} // namespace sonde::cli
