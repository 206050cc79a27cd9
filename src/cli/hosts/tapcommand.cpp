// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/tapcommand.h"

#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "tap/announce/tapsfolder.h"
#include "tap/breakpoint/breakpointcontrol.h"
#include "tap/record/sessionrecorder.h"
#include "tap/relay/forwardedsignals.h"
#include "tap/relay/hoststreams.h"
#include "tap/relay/relay.h"
#include "tap/relay/server.h"
#include "wire/process/launch.h"

#include <QStringBuilder>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

enum StartFailure : int { kCannotExecute = 126, kNotFound = 127 }; // as in a shell

// How long the host may wait for the end of the tap after the server has ended, when much is still
// to be written.
constexpr std::chrono::milliseconds kMaxFarewell{2000};

QString startFailureText(const TapOptions &options, const char *program, int code)
{
    wire::Launch launch;
    launch.program = decodedWord(program);
    const wire::Resolved resolved = wire::resolveProgram(launch);
    const QString reason = resolved.file.isEmpty()
        ? resolved.error.sentence
        : QString::fromLocal8Bit(std::strerror(code)) % u'.';
    const auto searched = resolved.searched.size();
    const QString folders = searched == 0 || !resolved.file.isEmpty() ? QString()
        : searched == 1 ? Text::tr("1 folder of PATH was searched.")
                        : Text::tr("%n folders of PATH were searched.", nullptr, int(searched));
    return joinSentences({Text::tr("sonde-cli: cannot start %1:").arg(harmlessLine(options.name)),
        harmlessLine(reason), folders});
}

int complainOfStart(const QString &sentence, const tap::HostStreams &host, int code)
{
    const QByteArray line = QString(sentence % u'\n').toUtf8();
    if (host.diagnostics.isOpen())
        static_cast<void>(host.diagnostics.write({line.constData(), std::size_t(line.size())}));
    return code == ENOENT || code == ENOTDIR ? kNotFound : kCannotExecute;
}

// Until the server ends. A copy of this process goes on for those that it left behind and for what
// the host has not read, as the pipes would without a tap.
tap::RelayEnd relay(tap::HostStreams host, tap::Server &server,
    const tap::ForwardedSignals &signals, tap::TrafficObserver &observer, tap::Gate &gate)
{
    tap::Relay relay(std::move(host), server, signals, observer, &gate);
    tap::RelayEnd end = relay.run();
    if (!end.others && !end.unread)
        return end;
    relay.prepareForOthers();
    const pid_t copy = ::fork();
    end.isLost = copy < 0;
    if (copy != 0)
        return end;
    signals.uninstall();
    relay.runForOthers();
    ::_exit(0); // nothing here belongs to the copy
}

std::vector<std::string> wordsOf(char *const *arguments)
{
    std::vector<std::string> words;
    for (; *arguments; ++arguments)
        words.emplace_back(*arguments);
    return words;
}

} // namespace

int runTap(
    const TapOptions &options, char *const *arguments, const std::function<void()> &translate)
{
    tap::HostStreams host = tap::HostStreams::take();
    const tap::ForwardedSignals signals;
    const qint64 parent = ::getppid();
    Result<tap::Server> started = tap::Server::start(arguments, host, signals.inheritedMask());
    if (!started) {
        translate();
        const int code = started.error().code;
        return complainOfStart(startFailureText(options, arguments[0], code), host, code);
    }
    tap::Server server = std::move(started).value();
    signals.install();
    tap::TapFacts facts;
    facts.name = options.name;
    facts.file = options.recordFile;
    facts.announceIn = tap::tapsFolder();
    facts.command = wordsOf(arguments);
    facts.server = server.pid();
    facts.host = parent;
    facts.started = SystemClock::instance().now();
    if (host.diagnostics.isOpen())
        facts.diagnostics =
            tap::Outlet(::fcntl(host.diagnostics.descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    tap::BreakpointControl breakpoints;
    tap::SessionRecorder recorder(std::move(facts), &breakpoints);
    breakpoints.connectTo(recorder,
        {[&recorder](const std::string &line) { recorder.tellWindow(line); },
            [&recorder](const std::string &line) { recorder.tellWindowNewest(line); }});
    const tap::RelayEnd relayed =
        relay(std::move(host), server, signals, recorder, breakpoints.gate());
    const tap::ServerEnd end = server.wait();
    if (!recorder.finish(end, relayed, kMaxFarewell) && !end.signal)
        ::_exit(*end.exitCode); // the file is valid without what is still in memory
    if (end.signal)
        tap::endBySignal(*end.signal);
    return *end.exitCode;
}

} // namespace sonde::cli
