// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secretplaces.h"
#include "cli/held/heldlist.h"
#include "cli/held/heldplace.h"
#include "cli/held/heldserver.h"
#include "cli/held/keeperprocess.h"
#include "cli/hosts/urlserver.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/options/duration.h"
#include "cli/options/line.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/usageerror.h"
#include "config/commandline.h"
#include "tap/announce/tapsfolder.h"
#include "tap/record/taprecording.h"

#include <QUrl>

#include <chrono>
#include <optional>

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
            "close the server when no command has used it for this time: 90s, 30m, 1h30m, or "
            "never (default: 30m)")},
    {.name = QLatin1String("--list"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = Command::OpenList,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "list the open servers, and the server requests that wait for a response")}};

// Nothing: however long no command uses it.
using IdleTime = std::optional<std::chrono::milliseconds>;

Result<IdleTime> idleTime(const Line &line)
{
    IdleTime idle = kIdle;
    const Result<void> read = line.take("--idle", [&](const std::string &value) -> Result<void> {
        idle.reset();
        if (value == "never" || value == "0")
            return {};
        const auto duration = parseDuration(decodedWord(value), QStringLiteral("--idle"));
        if (!duration)
            return usageError(joinSentences({duration.error().sentence,
                Text::tr("With --idle never, the server stays open until close ends it.")}));
        idle = *duration;
        return {};
    });
    return read ? Result<IdleTime>(idle) : read.error();
}

QString targetOf(const config::Profile &server)
{
    return server.hasProcess()
        ? server.line()
        : textWithoutSecrets(QUrl(server.target()).toString(QUrl::RemoveUserInfo));
}

// False: a recording was asked for, and cannot be made.
bool record(const ServerJob &job, tap::TapRecording &recording)
{
    if (const Result<void> opened = recording.open(); !opened) {
        const bool isWanted = !job.options.recordFile.isEmpty();
        job.err.complain(isWanted
                ? opened.error().sentence
                : joinSentences({Text::tr("Nothing is recorded."), opened.error().sentence}));
        return !isWanted;
    }
    tap::TapIntroduction who;
    who.host = who.server = ::getpid();
    who.program = QStringLiteral("sonde-cli open");
    who.breakpoints = false;
    if (const auto begun = recording.announce(tap::tapsFolder(), std::move(who)); !begun)
        job.err.note(
            Text::tr("No window of Sonde shows this session. %1").arg(begun.error().sentence));
    recording.setHost({}); // it is the program: windows wait for no other name
    return true;
}

int runOpen(const ServerJob &job)
{
    KeeperProcess process = KeeperProcess::here();
    const QString name = job.options.line.text("--as");
    const Result<IdleTime> idle = idleTime(job.options.line);
    if (!idle)
        return complainOf(idle.error(), job.err);
    if (job.options.responses.usesTerminal())
        return complainOf(
            usageError(Text::tr("An open server has no terminal to ask on. Leave “ask” out: a "
                                "server request then waits for sonde-cli --on %1 respond.")
                           .arg(name)),
            job.err);
    if (name.isEmpty())
        return complainOf(needsName(), job.err);
    Result<tap::Inlet> lock = lockHeldName(name);
    if (!lock)
        return complainOf(lock.error(), job.err);
    tap::Announcement announcement;
    tap::TapRecording recording(announcement, job.options.recordFile, name);
    if (!record(job, recording))
        return kUsage;
    HeldServer server({name, targetOf(job.options.server),
                          recording.isOpen() ? recording.path() : QString(), *idle},
        job.options, recording.traffic(), process, job.out, job.err);
    const int code = carryOut(server);
    // Before the sockets are closed: who waits for that may read the recording, and open the name.
    const bool isComplete =
        !recording.isOpen() || finishRecording(recording, announcement, job.err);
    lock.value().close();
    return isComplete || code != kFine ? code : int(kUsage);
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
            "get the responses of the options given here, or else those of the command in whose "
            "call they came; without either they wait for sonde-cli --on NAME respond. Everything "
            "is recorded as one session, which a window of Sonde shows live under Taps. The server "
            "is closed by close NAME, or when no command has used it for 30 minutes."),
        .examples = u"sonde-cli open --as demo -- sonde-demo-server\n"
                    "sonde-cli --on demo tools list\n"
                    "sonde-cli open --list\n"
                    "sonde-cli close demo",
        .serverOptions = QLatin1String("--as|--|--url|--server|--config"),
        .options = kOptions,
        .run = listHeld,
        .runWithServer = runOpen,
        .recording = Recording::OfItsOwn,
        .inBackground = true,
    };
}

} // namespace sonde::cli
