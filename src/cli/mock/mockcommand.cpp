// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"
#include "cli/mock/mockhttpserver.h"
#include "cli/mock/mocklist.h"
#include "cli/mock/mockrecording.h"
#include "cli/mock/mockserver.h"
#include "cli/mock/mocksnapshot.h"
#include "cli/mock/passinghttpmock.h"
#include "cli/mock/passingmock.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/options/line.h"
#include "cli/options/suggestion.h"
#include "cli/output/carryout.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/usageerror.h"
#include "mock/readresponses.h"
#include "synthetic/syntheticserver.h"

#include <QStringList>

#include <optional>
#include <utility>

namespace sonde::cli {

namespace {

constexpr double kSlowest = 0.001;
constexpr double kFastest = 1000;

constexpr Option kOptions[]{
    {.name = QLatin1String("--http"),
        .example = QLatin1String("8080"),
        .shown = u"ADDRESS",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "serves over HTTP instead of stdio, at PORT of this computer or at HOST:PORT (0: a "
            "port that is free): Streamable HTTP of both eras at /mcp, HTTP+SSE at /sse")},
    {.name = QLatin1String("--list"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = Command::Mock,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "only print the recorded requests, equal ones as one row, with what the mock sends")},
    {.name = QLatin1String("--name"),
        .example = QLatin1String("NAME"),
        .shown = u"NAME",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server of that name in the recording (default: the server of the last "
            "connection)")},
    {.name = QLatin1String("--otherwise"),
        .example = QLatin1String("nearest|error|next"),
        .shown = u"HOW",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "what a request gets whose params were not recorded: nearest (the default), the "
            "response to the recorded request that differs least, of a tool only to its own calls, "
            "with a note on stderr; error, the error -32602; or next, the next recorded response "
            "of the method")},
    {.name = QLatin1String("--responses"),
        .example = QLatin1String("FILE"),
        .shown = u"RESPONSES",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "a file of responses that come before those of the recording: made results, errors, "
            "delays and faults (see sonde-cli help command-line)")},
    {.name = QLatin1String("--seed"),
        .example = QLatin1String("1"),
        .shown = u"N",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "another number (default: 0) gives other values of a snapshot, and other delays of "
            "responses whose delay is a range; the same number always gives the same ones")},
    {.name = QLatin1String("--speed"),
        .example = QLatin1String("immediate|recorded"),
        .shown = u"SPEED",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "when messages are sent: immediate (the default), recorded, with the times between "
            "them in the recording, or a factor: 2 is twice as fast as recorded")},
    {.name = QLatin1String("--uses"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --http: print a line of JSON on stdout for each request, with the number of the "
            "response in RESPONSES that it gets, and of the recorded message")}};

struct MockLine {
    QString file;
    QString server; // its name in the recording; empty: the last one
    std::optional<std::uint64_t> seed; // of a snapshot, and of the responses
    QString forRecording; // an option that is given and means nothing for a snapshot
    mock::MockOptions play;
    std::string http; // the address to listen at; empty: stdio
    bool hasResponses = false; // of a file
    bool list = false;
    bool json = false;
};

// In the order of mock::Otherwise.
const QStringList &fallbacks()
{
    static const QStringList names{
        QStringLiteral("nearest"), QStringLiteral("error"), QStringLiteral("next")};
    return names;
}

Result<void> readOtherwise(const Line &line, mock::MockOptions &options)
{
    return line.take("--otherwise", [&](const std::string &value) -> Result<void> {
        const QString word = decodedWord(value);
        const auto index = fallbacks().indexOf(word);
        if (index < 0)
            return proposing(usageError(Text::tr("%1 is not a value of --otherwise. Use %2.")
                                            .arg(quotedWord(word), listText(fallbacks()))),
                word, fallbacks());
        options.otherwise = static_cast<mock::Otherwise>(index);
        return {};
    });
}

Result<void> readSpeed(const Line &line, mock::MockOptions &options)
{
    return line.take("--speed", [&](const std::string &value) -> Result<void> {
        const QString word = decodedWord(value);
        const QStringList names{QStringLiteral("immediate"), QStringLiteral("recorded")};
        if (const auto index = names.indexOf(word); index >= 0) {
            options.speed.factor = double(index);
            return {};
        }
        bool isNumber = false;
        const double factor = word.toDouble(&isNumber);
        if (!isNumber || !(factor >= kSlowest && factor <= kFastest))
            return proposing(
                usageError(Text::tr("%1 is not a speed. Use immediate, recorded, or a factor from "
                                    "0.001 to 1000.")
                               .arg(quotedWord(word))),
                word, names);
        options.speed.factor = factor;
        return {};
    });
}

Result<void> readResponses(const Line &line, mock::MockOptions &options)
{
    return line.take("--responses", [&](const std::string &value) -> Result<void> {
        const QString path = decodedWord(value);
        const Result<Bytes> text = mock::responsesIn(path);
        if (!text)
            return text.error();
        auto made = mock::MadeResponses::read(*text);
        if (!made)
            return mock::noResponsesIn(path, made.error());
        options.made = std::move(made).value();
        return {};
    });
}

Result<void> readSeed(const Line &line, std::optional<std::uint64_t> &seed)
{
    return line.take("--seed", [&](const std::string &value) -> Result<void> {
        bool isNumber = false;
        const QString word = decodedWord(value);
        seed = word.toULongLong(&isNumber);
        if (!isNumber)
            return usageError(Text::tr("%1 is not a number for --seed. Use a whole number, for "
                                       "example 1.")
                                  .arg(quotedWord(word)));
        return {};
    });
}

QString optionForRecording(const Line &line)
{
    for (const char *const option : {"--list", "--name", "--otherwise", "--speed"}) {
        if (line.has(option))
            return QString::fromLatin1(option);
    }
    return {};
}

Result<MockLine> mockLine(const Line &line)
{
    MockLine read;
    read.file = decodedWord(line.arguments().front());
    read.server = line.text("--name");
    read.http = line.text("--http").toStdString();
    read.list = line.has("--list");
    read.json = line.has("--json");
    read.play.reportsUses = line.has("--uses");
    read.hasResponses = line.has("--responses");
    read.forRecording = optionForRecording(line);
    if (read.json && !read.list)
        return usageError(Text::tr("--json is for mock --list. Add --list, or remove --json."));
    if (read.list && !read.http.empty())
        return usageError(Text::tr("--list only prints, so it has no use for --http. Remove one "
                                   "of them."));
    if (read.play.reportsUses && read.http.empty())
        return usageError(Text::tr("--uses prints on standard output, which without --http is for "
                                   "the client. Add --http, or remove --uses."));
    for (const Result<void> &done : {readOtherwise(line, read.play), readSpeed(line, read.play),
             readResponses(line, read.play), readSeed(line, read.seed)}) {
        if (!done)
            return done.error();
    }
    read.play.made.setSeed(read.seed.value_or(0));
    return read;
}

void noteIncompleteLists(const changes::Snapshot &snapshot, Output &err)
{
    for (const changes::ListKind kind : changes::kLists) {
        if (!snapshot.list(kind).isComplete)
            err.note(Text::tr("The snapshot has only a part of the list %1.")
                         .arg(changes::namesOf(kind).member));
    }
}

// Of a snapshot or of a recording.
Result<mock::MockScript> scriptOf(const MockLine &line, Output &err)
{
    auto snapshot = readSnapshotFile(line.file);
    if (!snapshot)
        return snapshot.error();
    if (snapshot->has_value()) {
        if (!line.forRecording.isEmpty())
            return usageError(Text::tr("%1 is a snapshot, and %2 is for a recording. Remove %2.")
                                  .arg(quotedWord(line.file), line.forRecording));
        noteIncompleteLists(**snapshot, err);
        return synthetic::syntheticScript(**std::move(snapshot), line.seed.value_or(0));
    }
    auto recording = readRecording(line.file, line.server);
    if (!recording)
        return recording.error();
    if (line.seed && !line.hasResponses)
        return usageError(Text::tr("%1 is a recording, and --seed is for a snapshot or for the "
                                   "delays of --responses. Remove --seed.")
                              .arg(quotedWord(line.file)));
    return std::move(recording).value().script;
}

int serveOverHttp(const MockLine &line, const mock::MockScript &script, Output &out, Output &err)
{
    auto socket = serve::ListeningSocket::open(line.http, QStringLiteral("--http"));
    if (!socket)
        return complainOf(socket.error(), err);
    MockHttpServer server(script, line.play, {}, std::move(socket).value(), out, err);
    return carryOut(server);
}

Result<int> runMock(const Line &line, Output &out, Output &err)
{
    const Result<MockLine> read = mockLine(line);
    if (!read)
        return read.error();
    err.setQuiet(line.has("--quiet"));
    const auto script = scriptOf(*read, err);
    if (!script)
        return complainOf(script.error(), err);
    if (read->list) {
        read->json ? printMockLines(*script, out) : printMockTable(*script, out);
        return int(kFine);
    }
    if (!read->http.empty())
        return serveOverHttp(*read, *script, out, err);
    MockServer server(*script, read->play, nullptr, out, err);
    return carryOut(server);
}

int runPassingMock(const ServerJob &job)
{
    const Result<MockLine> read = mockLine(job.options.line);
    if (!read)
        return complainOf(read.error(), job.err);
    const auto script = scriptOf(*read, job.err);
    if (!script)
        return complainOf(script.error(), job.err);
    if (script->newResponder)
        return complainOf(usageError(Text::tr("%1 is a snapshot, and its mock passes no request "
                                              "on. Remove the server.")
                                         .arg(quotedWord(read->file))),
            job.err);
    mock::MockOptions play = read->play;
    play.passesOn = true;
    if (!job.options.line.has("--otherwise"))
        play.otherwise = mock::Otherwise::Error; // nothing that is only similar is played
    if (!read->http.empty()) {
        auto socket = serve::ListeningSocket::open(read->http, QStringLiteral("--http"));
        if (!socket)
            return complainOf(socket.error(), job.err);
        PassingHttpMock mock(job.options, *script, std::move(play), std::move(socket).value(),
            job.traffic, job.out, job.err);
        return carryOut(mock);
    }
    PassingMock mock(job.options, *script, std::move(play), job.traffic, job.out, job.err);
    return carryOut(mock);
}

} // namespace

CommandRow mockCommand()
{
    return {
        .words = QLatin1String("mock"),
        .commands = {Command::MockPassing, Command::Mock},
        .usage = u"mock FILE [--http ADDRESS] [--otherwise HOW] [--responses RESPONSES]\n"
                 "mock SNAPSHOT [--http ADDRESS] [--seed N] [--responses RESPONSES]\n"
                 "mock FILE [--http ADDRESS] [--responses RESPONSES] SERVER\n"
                 "mock FILE --list [--name NAME] [--json]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "plays a server from a recording or a snapshot"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "A client starts it as a server on stdio, or with --http uses it at an address, where "
            "each session gets the recording from its beginning. Each request gets the recorded "
            "response, "
            "byte for byte, with the notifications, server requests and lines of standard error "
            "that came with it; ids and progress tokens are those of the client. A recorded "
            "request matches if its method and params are equal, numbers as they are written, "
            "without _meta. Of several equal ones each is played once, then the last one again. "
            "What was not exactly recorded is a note on standard error. FILE is a recording of "
            "--record, of a tap or of the window, or any file that trace import reads. With a file "
            "of snapshot instead, the mock has the lists of that snapshot, and makes results that "
            "fit its schemas. With a server, what the recording has no response for is sent to "
            "that server."),
        .examples = u"sonde-cli tools call slow_count -- sonde-cli mock FILE\n"
                    "sonde-cli mock FILE --http 8080\n"
                    "sonde-cli mock FILE --list\n"
                    "sonde-cli tools list -- sonde-cli mock before.json --seed 7",
        .most = 1,
        .missing = {QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "“mock” needs a recording or a snapshot."))},
        .serverOptions = QLatin1String("--|--url|--server|--config"),
        .options = kOptions,
        .run = runMock,
        .needsApplication = true,
        .runWithServer = runPassingMock,
    };
}

} // namespace sonde::cli
