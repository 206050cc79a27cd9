// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldplace.h"
#include "cli/held/heldserver.h"
#include "cli/held/keeperprocess.h"
#include "cli/hosts/urlserver.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/options/duration.h"
#include "cli/options/line.h"
#include "cli/output/complaint.h"
#include "cli/output/text.h"
#include "cli/output/usageerror.h"
#include "tap/announce/tapsfolder.h"
#include "tap/announce/tapsocket.h"
#include "tap/record/taprecording.h"

#include <chrono>

#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr std::chrono::minutes kIdle{30};

constexpr Option kOptions[]{
    {.name = QLatin1String("--as"),
        .example = QLatin1String("NAME"),
        .shown = u"NAME",
        .group = OptionGroup::Own,
        .commands = Command::Open,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "the name of the open server, for --on and close: letters, digits, “.”, “_” and “-”")},
    {.name = QLatin1String("--idle"),
        .example = QLatin1String("10m"),
        .shown = u"TIME",
        .group = OptionGroup::Own,
        .commands = Command::Open,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "close the server when no command has used it for this time (default: 30m)")},
    {.name = QLatin1String("--list"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = Command::OpenList,
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "print the names of the open servers, one per line")}};

Result<int> listOpen(const Line &line, Output &out, Output &)
{
    if (!line.has("--list"))
        return usageError(Text::tr("“open” needs a name. Add --as NAME before the server."));
    for (const QString &name : heldNames())
        out.write(QString(name + u'\n'));
    return int(kFine);
}

// Where the name can be used: no other server has it.
Result<void> checkFree(const QString &name)
{
    if (const Result<void> good = checkHeldName(name); !good)
        return good;
    if (const Result<void> made = makeHeldFolder(); !made)
        return made;
    if (tap::connectToOwn(heldPath(name)))
        return usageError(Text::tr("A server named %1 is open already. Close it with sonde-cli "
                                   "close %1, or choose another name.")
                              .arg(name));
    return {};
}

int keep(const ServerJob &job, KeeperProcess &process, const QString &name,
    std::chrono::milliseconds idle)
{
    tap::Announcement announcement;
    tap::TapRecording recording(announcement, job.options.recordFile, name);
    if (const Result<void> opened = recording.open(); !opened) {
        if (!job.options.recordFile.isEmpty())
            return complainOf(opened.error(), job.err);
        job.err.complain(Text::tr("Nothing is recorded. ") + opened.error().sentence);
    } else {
        tap::TapIntroduction who;
        who.host = who.server = ::getpid();
        who.program = QStringLiteral("sonde-cli open");
        who.breakpoints = false;
        if (const auto begun = recording.announce(tap::tapsFolder(), std::move(who)); !begun)
            job.err.complain(
                Text::tr("No window of Sonde shows this session. %1").arg(begun.error().sentence));
    }
    HeldServer server(name, idle, job.options, recording.traffic(), process, job.out, job.err);
    const int code = carryOut(server);
    // Before the sockets are closed: who waits for that may read the recording.
    const bool isComplete =
        !recording.isOpen() || finishRecording(recording, announcement, job.err);
    return isComplete || code != kFine ? code : int(kUsage);
}

int runOpen(const ServerJob &job)
{
    KeeperProcess process = KeeperProcess::here();
    const QString name = job.options.line.text("--as");
    std::chrono::milliseconds idle = kIdle;
    const Result<void> read =
        job.options.line.take("--idle", [&](const std::string &value) -> Result<void> {
            const auto duration = parseDuration(decodedWord(value));
            if (!duration)
                return duration.error();
            idle = *duration;
            return {};
        });
    if (!read)
        return complainOf(read.error(), job.err);
    if (const Result<void> isFree = checkFree(name); !isFree)
        return complainOf(isFree.error(), job.err);
    return process.isKeeper() ? keep(job, process, name, idle) : KeeperProcess::start();
}

} // namespace

CommandRow openCommand()
{
    return {
        .words = QLatin1String("open"),
        .commands = {Command::Open, Command::OpenList},
        .usage = u"open --as NAME [--idle TIME] SERVER\n"
                 "open --list",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "keeps a server running, for many commands with --on NAME"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Starts the server, or connects to it, and keeps it open in the background. Commands "
            "with --on NAME use it as it is: its state lasts from one to the next. Server requests "
            "get the responses of the options given here. Everything is recorded as one session, "
            "which a window of Sonde shows live under Taps. The server is closed by close NAME, or "
            "when no command has used it for 30 minutes."),
        .examples = u"sonde-cli open --as demo -- sonde-demo-server\n"
                    "sonde-cli --on demo tools list\n"
                    "sonde-cli open --list\n"
                    "sonde-cli close demo",
        .serverOptions = QLatin1String("--as|--url|--server|--config"),
        .options = kOptions,
        .run = listOpen,
        .runWithServer = runOpen,
        .recording = Recording::OfItsOwn,
    };
}

} // namespace sonde::cli
