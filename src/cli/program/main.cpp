// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "about/commit.h"
#include "about/versions.h"
#include "base/standardstreams.h"
#include "cli/held/heldrelay.h"
#include "cli/held/keeperprocess.h"
#include "cli/held/keeperquestion.h"
#include "cli/help/commandhelp.h"
#include "cli/help/completioncommand.h"
#include "cli/hosts/tapcommand.h"
#include "cli/options/argumentcheck.h"
#include "cli/options/commandwords.h"
#include "cli/options/linereader.h"
#include "cli/options/requestparams.h"
#include "cli/options/servername.h"
#include "cli/output/carryout.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/usageerror.h"
#include "cli/program/application.h"
#include "cli/program/commands.h"
#include "cli/program/serverrun.h"
#include "cli/server/serversecrets.h"

#include <algorithm>
#include <csignal>
#include <optional>

#include <unistd.h>

using namespace sonde;
using namespace sonde::cli;

namespace {

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
    complainOf(error, err);
    return pointToHelp(words, err);
}

bool isCompletion(const std::vector<std::string> &words)
{
    const bool asksForHelp = words.size() > 1 && (words[1] == "--help" || words[1] == "-h");
    return !words.empty() && words.front() == "completion" && !asksForHelp;
}

// Its words are those of another line.
int complete(const std::vector<std::string> &words, Output &out, Output &err)
{
    QStringList arguments;
    for (std::size_t i = 1; i < words.size(); ++i)
        arguments << decodedWord(words[i]);
    const int code = showCompletion(arguments, out, err);
    return code == kUsage ? pointToHelp(words, err) : code;
}

// Nothing: the command needs a server, or there is none.
const CommandRow *commandWithoutServer(const std::vector<std::string> &words)
{
    const CommandRow *row = findCommand(namedCommand(words));
    return row && row->run && !meaningOf(*row, words).meets(kServerCommands) ? row : nullptr;
}

int withoutServer(const CommandRow &command, Application &application,
    const std::vector<std::string> &words, Output &out, Output &err)
{
    application.translate();
    const Result<Line> line = readLine(words);
    if (!line)
        return refuse(words, line.error(), err);
    if (const Result<void> good = checkArguments(*line); !good)
        return refuse(words, good.error(), err);
    if (command.needsApplication)
        application.start(Error{});
    const Result<int> code = command.run(*line, out, err);
    return code ? *code : refuse(words, code.error(), err);
}

int showVersion(bool json, Application &application, Output &out)
{
    application.start(Error{}); // which knows where the module with libcurl is
    const QString name = QStringLiteral("sonde-cli");
    const QString commit = QStringLiteral(SONDE_COMMIT);
    if (json)
        out.write(about::versionJson(name, commit));
    else
        out.write(about::versionText(name, commit));
    return kFine;
}

// What stands in files, and what they say.
Result<ReadyJson> readFiles(Options &options)
{
    // These commands read their servers themselves.
    const bool hasOwnSides = (options.command == Command::Compare && options.files.size() == 2)
        || !options.fanOut.servers.isEmpty();
    if (!hasOwnSides) {
        if (const Result<void> named = readNamedServer(options); !named)
            return named.error();
    }
    if (const Result<void> places = checkPlaces(options); !places)
        return places.error();
    return requestParams(options);
}

int withServer(Result<Options> options, Application &application,
    const std::vector<std::string> &words, Output &out, Output &err)
{
    err.setQuiet(options->quiet);
    if (!options->bundleFile.isEmpty())
        application.start(options); // which knows where the module with libarchive is
    const Result<ReadyJson> json = readFiles(options.value());
    if (!json)
        return refuse(words, json.error(), err);
    for (const QString &note : options->notes + json->notes)
        err.note(Text::tr("Note: %1").arg(note));
    application.start(options);
    if (findCommand(options->command)->inBackground && !KeeperProcess::isHere())
        return KeeperProcess::start(words);
    if (const Result<void> held = useHeldServer(options.value()); !held)
        return failWithout(held.error(), err);
    if (setup::ProfileSecrets::missing(options->server)) {
        ServerSecrets secrets(options.value().server, err);
        if (const int code = carryOut(secrets); code != kFine)
            return code;
    }
    return runWithServer(*options, json->bytes, out, err);
}

int command(
    Application &application, const std::vector<std::string> &words, Output &out, Output &err)
{
    if (isCompletion(words)) {
        application.translate();
        return complete(words, out, err);
    }
    const bool asks = asksForHelp(words) || asksForVersion(words);
    if (const CommandRow *own = commandWithoutServer(words); own && !asks)
        return withoutServer(*own, application, words, out, err);
    Result<Options> options = application.parse(words);
    if (!options)
        return refuse(words, options.error(), err);
    if (options->command == Command::Help) {
        out.write(helpOf(options->about).value_or(mainHelp()));
        return kFine;
    }
    if (options->command == Command::Version)
        return showVersion(options->json, application, out);
    return withServer(std::move(options), application, words, out, err);
}

} // namespace

int main(int argc, char **argv)
{
    useAllCommands();
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    Application application(argc, argv);
    if (isTap(words)) {
        const Result<Line> line = readLine(words);
        const auto options = line ? tapOptions(*line) : Result<TapOptions>(line.error());
        if (options)
            return runTap(
                *options, argv + argc - line->rest.size(), [&] { application.translate(); });
    }
    // `sonde-cli … | head`: write() then fails, and Output falls silent.
    ::signal(SIGPIPE, SIG_IGN);
    const MissingStreams missing = fillStandardStreams();
    if (const std::optional<QString> held = relayedName(words))
        return relayToHeld(*held);
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
