// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "about/commit.h"
#include "about/versions.h"
#include "base/interrupt.h"
#include "base/standardstreams.h"
#include "cli/auth/authcommand.h"
#include "cli/auth/serversecrets.h"
#include "cli/changes/comparecommand.h"
#include "cli/changes/snapshotcommand.h"
#include "cli/check/checkcommand.h"
#include "cli/completion/completioncommand.h"
#include "cli/doctor/doctorcommand.h"
#include "cli/help/commandhelp.h"
#include "cli/help/helpcommand.h"
#include "cli/hosts/hostscommand.h"
#include "cli/hosts/hostsimport.h"
#include "cli/hosts/hostsoptions.h"
#include "cli/options/commandwords.h"
#include "cli/options/namedserver.h"
#include "cli/options/options.h"
#include "cli/options/requestparams.h"
#include "cli/options/usageerror.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/text.h"
#include "cli/program/application.h"
#include "cli/result/contentfiles.h"
#include "cli/server/runner.h"
#include "cli/shell/shell.h"
#include "cli/tap/stdiobridge.h"
#include "cli/tap/tapcommand.h"
#include "cli/tap/urltap.h"
#include "cli/trace/tracecommand.h"
#include "cli/trace/traceprinter.h"
#include "cli/trace/verboseprinter.h"
#include "cli/validate/validatecommand.h"
#include "trace/recorder/recorder.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>

#include <unistd.h>

using namespace sonde;
using namespace sonde::cli;

namespace {

// What only the file system knows to be wrong.
Result<void> checkPlaces(const Options &options)
{
    const QString &folder = options.server.workingDirectory;
    const bool isJudged = options.command == Command::Doctor; // as one of its checks
    if (!isJudged && !folder.isEmpty() && !QFileInfo(folder).isDir())
        return Error{Domain::Usage, 0,
            Text::tr("The folder “%1” of --cwd does not exist or is not a folder.").arg(folder), {},
            {}};
    const bool isTap = options.command == Command::TapUrl; // numbers its files
    if (!isTap && !options.recordFile.isEmpty() && QFileInfo::exists(options.recordFile))
        return Error{Domain::Usage, 0,
            Text::tr(
                "The file “%1” of --record already exists. Choose a new name, or delete the file.")
                .arg(options.recordFile),
            {}, {}};
    return options.output.isEmpty() ? Result<void>() : checkOutput(options.output);
}

int finish(trace::Recorder *recorder, Output &err, int exitCode)
{
    if (!recorder || recorder->path().isEmpty())
        return exitCode;
    const Result<void> flushed = recorder->flush();
    const std::optional<Error> failure =
        flushed ? recorder->failure() : std::optional<Error>(flushed.error());
    if (!failure)
        return exitCode;
    err.complain(Text::tr("The recording is incomplete. ") + failure->sentence);
    return exitCode == kFine ? kUsage : exitCode;
}

// Until it has finished.
template <typename Work>
int carryOut(Work &work)
{
    const Interrupt interrupt([&](int signal) { work.interrupt(signal); });
    // Queued: the client is not torn down from inside a signal of its own.
    QObject::connect(&work, &Work::finished, QCoreApplication::instance(), &QCoreApplication::exit,
        Qt::QueuedConnection);
    work.start();
    return QCoreApplication::exec();
}

bool isAuth(Command command)
{
    return command == Command::AuthLogin || command == Command::AuthStatus
        || command == Command::AuthLogout || command == Command::AuthToken;
}

int run(const Options &options, const Bytes &json, Output &out, Output &err)
{
    std::unique_ptr<trace::Recorder> recorder;
    const bool isCheck = options.command == Command::Check; // of what was recorded
    if (isCheck || !options.recordFile.isEmpty())
        recorder = std::make_unique<trace::Recorder>();
    if (!options.recordFile.isEmpty()) {
        if (!isCheck)
            recorder->keepNoChanges();
        if (const Result<void> opened = recorder->open(options.recordFile); !opened) {
            err.complain(opened.error().sentence);
            return kUsage;
        }
    }
    int exitCode = kFine;
    {
        std::unique_ptr<TracePrinter> printer;
        if (options.trace)
            printer = std::make_unique<TracePrinter>(err, recorder.get());
        rpc::TrafficSink *traffic =
            printer ? static_cast<rpc::TrafficSink *>(printer.get()) : recorder.get();
        std::optional<VerbosePrinter> steps;
        if (options.verbose)
            traffic = &steps.emplace(err, traffic);
        if (isAuth(options.command)) {
            AuthCommand work(options, traffic, out, err);
            exitCode = carryOut(work);
        } else if (options.command == Command::Doctor) {
            DoctorCommand doctor(options, out, err);
            exitCode = carryOut(doctor);
        } else if (isCheck) {
            CheckCommand check(options, *recorder, traffic, out, err);
            exitCode = carryOut(check);
        } else if (options.command == Command::Snapshot) {
            SnapshotCommand snapshot(options, traffic, out, err);
            exitCode = carryOut(snapshot);
        } else if (options.command == Command::Compare) {
            CompareCommand compare(options, traffic, out, err);
            exitCode = carryOut(compare);
        } else if (options.command == Command::Shell) {
            Shell shell(options, traffic, out, err);
            exitCode = carryOut(shell);
        } else {
            Runner runner(options, json, traffic, out, err);
            exitCode = carryOut(runner);
        }
    }
    return finish(recorder.get(), err, exitCode);
}

QStringList decoded(
    std::vector<std::string>::const_iterator from, std::vector<std::string>::const_iterator to)
{
    QStringList words;
    for (; from != to; ++from)
        words << decodedWord(*from);
    return words;
}

// The last line of what is said of a wrong command line: where to read how it is written.
int pointToHelp(const std::vector<std::string> &words, Output &err)
{
    const QString command = namedCommand(words);
    const QString help = QStringLiteral("sonde-cli ")
        + (command.isEmpty() ? QString() : QString(command + u' ')) + QStringLiteral("--help");
    err.write(QString(Text::tr("See %1.").arg(help) + u'\n'));
    return kUsage;
}

int refuse(const std::vector<std::string> &words, const Error &error, Output &err)
{
    err.complain(error.sentence);
    return pointToHelp(words, err);
}

int traceFile(Application &application, const TraceOptions &options, Output &out, Output &err)
{
    if (options.action != TraceOptions::Action::Tail)
        return readTrace(options, out, err);
    application.start(Error{});
    return tailTrace(options, out, err);
}

int hostFiles(const HostsOptions &options, Output &out, Output &err)
{
    if (options.action != HostsOptions::Action::Import)
        return runHosts(options, out, err);
    err.setQuiet(options.quiet);
    HostsImport import(options, out, err);
    return carryOut(import);
}

// validate --tool NAME is for a tool of a server.
bool asksForTool(const std::vector<std::string> &words)
{
    const auto ours = std::find(words.begin(), words.end(), "--");
    return std::any_of(words.begin(), ours,
        [](const std::string &word) { return word == "--tool" || word.starts_with("--tool="); });
}

// trace, hosts, validate and help need no server, and have options of their own, which may precede
// the command as with every command. Nothing: the command is another one.
std::optional<int> withoutServer(
    Application &application, const std::vector<std::string> &words, Output &out, Output &err)
{
    const std::size_t at = commandWord(words);
    if (at == words.size()
        || (words[at] != "trace" && words[at] != "validate" && words[at] != "help"
            && words[at] != "tap" && words[at] != "hosts"))
        return std::nullopt;
    const auto command = words.begin() + static_cast<std::ptrdiff_t>(at);
    if (*command == "validate" && asksForTool(words))
        return std::nullopt;
    const QStringList before = decoded(words.begin(), command);
    QStringList arguments = decoded(command + 1, words.end());
    if (*command == "tap" && !isTap(words))
        return std::nullopt; // of a server with a URL
    if (*command == "tap") { // main() runs one whose options are good
        const auto options = parseTapOptions(words);
        return options ? kUsage : refuse(words, options.error(), err);
    }
    if (*command == "help") {
        const int code = showHelp(before + arguments, out, err);
        return code == kUsage ? pointToHelp(words, err) : code;
    }
    if (*command == "validate") {
        const auto options = parseValidateOptions(before + arguments);
        return options ? validateFiles(*options, out, err) : refuse(words, options.error(), err);
    }
    const QStringList actionFirst = arguments.mid(0, 1) + before + arguments.mid(1);
    if (*command == "hosts") {
        application.start(Error{}); // which knows the path of this program
        const auto options = parseHostsOptions(actionFirst);
        return options ? hostFiles(*options, out, err) : refuse(words, options.error(), err);
    }
    const auto options = parseTraceOptions(actionFirst);
    return options ? traceFile(application, *options, out, err)
                   : refuse(words, options.error(), err);
}

bool isCompletion(const std::vector<std::string> &words)
{
    const bool asksForHelp = words.size() > 1 && (words[1] == "--help" || words[1] == "-h");
    return !words.empty() && words.front() == "completion" && !asksForHelp;
}

int command(
    Application &application, const std::vector<std::string> &words, Output &out, Output &err)
{
    if (isCompletion(words)) { // whose words are those of another line
        application.translate();
        const int code = showCompletion(decoded(words.begin() + 1, words.end()), out, err);
        return code == kUsage ? pointToHelp(words, err) : code;
    }
    Result<Options> options = application.parse(words);
    const bool asksForHelp =
        options && (options->command == Command::Help || options->command == Command::Version);
    if (!asksForHelp) {
        if (const auto code = withoutServer(application, words, out, err))
            return *code;
    }
    if (!options)
        return refuse(words, options.error(), err);
    if (options->command == Command::Help) {
        out.write(helpOf(options->about).value_or(mainHelp()));
        return kFine;
    }
    if (options->command == Command::Version) {
        application.start(Error{}); // which knows where the module with libcurl is
        const QString name = QStringLiteral("sonde-cli");
        const QString commit = QStringLiteral(SONDE_COMMIT);
        if (options->json)
            out.write(about::versionJson(name, commit));
        else
            out.write(about::versionText(name, commit));
        return kFine;
    }
    err.setQuiet(options->quiet);
    if (!options->bundleFile.isEmpty())
        application.start(options); // which knows where the module with libarchive is
    const bool hasOwnSides =
        options->command == Command::Compare && options->files.size() == 2; // it reads them itself
    if (const Result<void> named = hasOwnSides ? Result<void>() : readNamedServer(options.value());
        !named)
        return refuse(words, named.error(), err);
    if (const Result<void> places = checkPlaces(*options); !places)
        return refuse(words, places.error(), err);
    const Result<JsonText> json = requestParams(*options);
    if (!json)
        return refuse(words, json.error(), err);
    for (const QString &note : options->notes + json->notes)
        err.note(Text::tr("Note: %1").arg(note));

    application.start(options);
    if (setup::ProfileSecrets::missing(options->server)) {
        ServerSecrets secrets(options.value().server, err);
        if (const int code = carryOut(secrets); code != kFine)
            return code;
    }
    if (options->command == Command::TapUrl && options->overStdio) {
        StdioBridge bridge(options.value(), out, err);
        return carryOut(bridge);
    }
    if (options->command == Command::TapUrl) {
        UrlTap tap(options.value(), out, err);
        return carryOut(tap);
    }
    return run(*options, json->bytes, out, err);
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    Application application(argc, argv);
    if (isTap(words)) {
        if (const auto options = parseTapOptions(words))
            return runTap(*options, argv + 1 + options->program, [&] { application.translate(); });
    }
    // `sonde-cli … | head`: write() then fails, and Output falls silent.
    ::signal(SIGPIPE, SIG_IGN);
    const MissingStreams missing = fillStandardStreams();
    Output out(missing.output ? Output::kClosed : STDOUT_FILENO);
    Output err(STDERR_FILENO);
    const int exitCode = command(application, words, out, err);
    if (const QString failure = out.failure(); !failure.isEmpty()) {
        err.complain(missing.output
                ? Text::tr("Standard output is closed, so the result is lost.")
                : Text::tr("Cannot write to standard output: %1.").arg(failure));
        return exitCode == kFine ? kUsage : exitCode;
    }
    return exitCode;
}
