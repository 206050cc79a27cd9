// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/parseoptions.h"

#include "base/formatting.h"
#include "cli/options/argumentcheck.h"
#include "cli/options/commandwords.h"
#include "cli/options/duration.h"
#include "cli/options/fanoutreader.h"
#include "cli/options/httpoptions.h"
#include "cli/options/linereader.h"
#include "cli/options/programoptions.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "mcp/message/revision.h"
#include "setup/eracheck.h"

#include <algorithm>

namespace sonde::cli {

namespace {

class Parser {
public:
    // `shell`: the options of the shell whose line this is; nullptr: a command line.
    Parser(Line line, const Options *shell)
        : m_line(std::move(line))
        , m_shell(shell)
    {
    }

    Result<Options> run()
    {
        using Step = Result<void> (Parser::*)();
        for (const Step step : {&Parser::checkShellLine, &Parser::readBundle, &Parser::readCommand,
                 &Parser::readValues, &Parser::checkTogether, &Parser::readServer,
                 &Parser::checkEra}) {
            if (const Result<void> done = (this->*step)(); !done)
                return done.error();
        }
        m_options.line = m_line;
        return m_options;
    }

private:
    bool has(const char *option) const { return m_line.has(option); }
    bool isNamed() const { return has("--config") || has("--server"); }

    Result<void> checkShellLine();
    Result<void> readBundle();
    Result<void> readCommand();
    Result<void> readCompare(const std::vector<std::string> &arguments);
    Result<void> readValues();
    Result<void> readPrinting();
    Result<void> readConnection();
    Result<void> readEra();
    Result<void> checkTogether();
    Result<void> readServer();
    Result<void> readHeld();
    Result<void> readNamed();
    Result<void> readUrl();
    Result<void> readProgram();
    Result<void> checkEra();
    Result<void> checkRevision(const config::Profile &server);

    Line m_line;
    const Options *const m_shell;
    config::HttpSettings m_http;
    Options m_options;
};

// The words of a shell's line are for the server that is connected already.
Result<void> Parser::checkShellLine()
{
    if (!m_shell)
        return {};
    if (m_line.isSeparated)
        return usageError(
            Text::tr("A command of the shell is for the connected server. Remove -- and what "
                     "follows it."));
    for (const Line::Given &each : m_line.given) {
        if (isOfWholeShell(*each.option))
            return usageError(
                Text::tr("%1 applies to the whole shell. Give it when you start the shell.")
                    .arg(each.option->name));
    }
    if (m_line.row && !m_line.commands.meets(kShellCommands))
        return usageError(Text::tr("“%1” is no command of the shell. Run it outside.")
                              .arg(decodedWord(m_line.words.front())));
    if (m_line.text("--args") == u"-")
        return usageError(Text::tr(
            "Standard input has the commands of the shell. Pass the arguments with --args @FILE."));
    return {};
}

// Its file is the server, behind “--” or as the last word.
Result<void> Parser::readBundle()
{
    if (m_line.rest.size() == 1)
        m_options.bundleFile = takeBundle(m_line.rest);
    m_line.isSeparated = m_line.isSeparated && m_options.bundleFile.isEmpty();
    const bool isSaid = m_shell || m_line.isSeparated || has("--url") || has("--on") || isNamed()
        || !m_options.bundleFile.isEmpty();
    if (!isSaid && m_line.words.size() > 1)
        m_options.bundleFile = takeBundle(m_line.words);
    return {};
}

Result<void> Parser::readCommand()
{
    if (const Result<void> good = checkEncoding(m_line.rest); !good)
        return good.error();
    if (const Result<void> good = checkArguments(m_line); !good)
        return good.error();
    const std::vector<std::string> arguments = m_line.arguments();
    m_options.command = m_line.commands.first();
    switch (m_options.command) {
    case Command::Compare:
        return readCompare(arguments);
    case Command::FanOut:
        return readFanOut(m_line, m_options);
    case Command::Load:
        return readLoad(m_line, m_options);
    case Command::Validate:
        m_options.name = m_line.text("--tool");
        for (const std::string &word : arguments)
            m_options.files << decodedWord(word);
        return {};
    case Command::Request:
    case Command::Notify:
        m_options.params = arguments.size() > 1 ? arguments[1] : std::string();
        break;
    default:
        if (arguments.size() > 1)
            m_options.words.assign(arguments.begin() + 1, arguments.end());
        break;
    }
    if (!arguments.empty())
        m_options.name = decodedWord(arguments.front());
    return {};
}

// Two sides, or one and a server.
Result<void> Parser::readCompare(const std::vector<std::string> &arguments)
{
    for (const std::string &word : arguments)
        m_options.files << decodedWord(word);
    const bool hasServer = m_line.isSeparated || has("--url") || has("--on") || has("--server")
        || !m_options.bundleFile.isEmpty();
    if (arguments.size() == (hasServer ? 1 : 2))
        return {};
    return usageError(
        Text::tr("“compare” needs two sides. Use compare A B, where each is a snapshot, a session "
                 "file, a URL or the name of a server, or compare A SERVER."));
}

Result<void> Parser::readValues()
{
    m_options.overStdio = has("--stdio");
    m_options.authorizes = has("--authorize");
    m_options.rewritesMetadata = has("--rewrite-metadata");
    m_options.listen = m_line.text("--listen");
    m_options.tapName = m_line.text("--name");
    m_options.keepGoing = has("--keep-going");
    m_options.checksResult = has("--result");
    m_options.asTask = m_options.responses.tasks = has("--task");
    m_options.typed = has("--typed");
    m_options.cleanEnvironment = has("--clean-env");
    m_options.configFile = m_line.text("--config");
    m_options.serverName = m_line.text("--server");
    for (const Result<void> &done : {readPrinting(), readConnection(), readEra(),
             readResponseOptions(m_line, m_options.responses),
             readAuthOptions(m_line, m_options.auth), readHttpOptions(m_line, m_http),
             readProgramOptions(m_line, m_options)}) {
        if (!done)
            return done;
    }
    return m_options.command == Command::Check ? readCheckOptions(m_line, m_options.check)
                                               : Result<void>();
}

Result<void> Parser::readPrinting()
{
    m_options.header = !has("--no-header");
    m_options.quiet = has("--quiet");
    m_options.verbose = has("--verbose");
    m_options.trace = has("--trace");
    m_options.output = m_line.text("--output");
    m_options.onePage = has("--one-page") || has("--cursor"); // --all-pages is the default
    for (const Line::Given &each : m_line.given) { // an empty one is a value like any other
        if (each.option->name == u"--cursor")
            m_options.cursor = each.value;
        else if (each.option->name == u"--args")
            m_options.args = each.value;
    }
    return readOutputFormat(m_line, m_options.format, m_options.json);
}

Result<void> Parser::readConnection()
{
    m_options.probe = has("--probe");
    m_options.cache = !has("--no-cache");
    m_options.recordFile = m_line.text("--record");
    if (m_options.command != Command::FanOut) // which can have several
        m_options.server.revision = m_line.text("--revision");
    return m_line.take("--timeout", [this](const std::string &value) -> Result<void> {
        const Result<std::chrono::milliseconds> duration = parseDuration(decodedWord(value));
        if (!duration)
            return duration.error();
        m_options.timeout = *duration;
        return {};
    });
}

Result<void> Parser::readEra()
{
    return m_line.take("--era", [this](const std::string &value) -> Result<void> {
        const auto mode = config::eraModeFromName(decodedWord(value));
        if (!mode)
            return usageError(
                Text::tr("%1 is not an era. Use --era auto, --era legacy or --era modern.")
                    .arg(quotedWord(decodedWord(value))));
        m_options.server.era = *mode;
        return {};
    });
}

Result<void> Parser::checkTogether()
{
    if (kAuthCommands.meets(m_options.command) && !has("--url") && !has("--server"))
        return usageError(
            Text::tr("Only servers with a URL support authorization. Add --url URL."));
    if (has("--rewrite-metadata") && has("--authorize"))
        return usageError(Text::tr("--rewrite-metadata contradicts --authorize: either the host "
                                   "logs in, or Sonde does. Remove one of them."));
    for (const char *proxy : {"--listen", "--json", "--rewrite-metadata"}) {
        if (has("--stdio") && has(proxy))
            return usageError(
                Text::tr("--stdio contradicts %1. Remove one of them.").arg(QLatin1String(proxy)));
    }
    if (has("--quiet") && has("--verbose"))
        return usageError(Text::tr("--quiet contradicts --verbose. Remove one of them."));
    if (has("--all-revisions") && (has("--revision") || has("--era")))
        return usageError(
            Text::tr("--all-revisions contradicts %1. Remove one of them.")
                .arg(has("--era") ? QStringLiteral("--era") : QStringLiteral("--revision")));
    if (m_options.args && !m_options.words.empty())
        return usageError(Text::tr(
            "--args contains all the arguments, but %1 was given as well. Use one or the other.")
                              .arg(quotedWord(decodedWord(m_options.words.front()))));
    if (has("--all-pages") && (has("--one-page") || has("--cursor")))
        return usageError(Text::tr("--all-pages contradicts %1. Remove one of them.")
                              .arg(has("--cursor") ? Text::tr("--cursor, which loads one page")
                                                   : QStringLiteral("--one-page")));
    // Standard input is one: it cannot hold the arguments and what a person types.
    if (m_options.args == "-" && m_options.responses.usesTerminal())
        return usageError(Text::tr(
            "Both --args - and “ask” read standard input. Pass the arguments with --args @FILE."));
    return {};
}

Result<void> Parser::readServer()
{
    if (m_shell) {
        m_options.server = m_shell->server;
        m_options.auth = m_shell->auth;
        return {};
    }
    // Both sides of a comparison say themselves what they are.
    if (m_options.command == Command::Compare && m_options.files.size() == 2)
        return {};
    if (has("--setting") && m_options.bundleFile.isEmpty())
        return usageError(Text::tr("--setting is only for a server in a bundle. Give its file, "
                                   "for example sonde-cli info server.mcpb."));
    if (has("--on"))
        return readHeld();
    if (isNamed())
        return readNamed();
    return has("--url") ? readUrl() : readProgram();
}

// It runs already, and the options of its start do not apply any more.
Result<void> Parser::readHeld()
{
    if (m_line.isSeparated)
        return usageError(
            Text::tr("Both --on and a program after -- were given. Remove one of them."));
    for (const Line::Given &each : m_line.given) {
        const OptionGroup group = each.option->group;
        const bool isOn = each.option->name == u"--on";
        if (!isOn
            && (group == OptionGroup::File || group == OptionGroup::Program
                || group == OptionGroup::Url || group == OptionGroup::Authorization))
            return usageError(Text::tr("--on contradicts %1. Give it to sonde-cli open, or remove "
                                       "one of them.")
                                  .arg(each.option->name));
    }
    m_options.heldName = m_line.text("--on");
    m_options.cache = false; // another server may get the name
    return {};
}

// What the server is stands in a file, which is read later.
Result<void> Parser::readNamed()
{
    if (m_line.isSeparated || has("--url"))
        return usageError(
            Text::tr("Both --server and %1 were given. Remove one of them.")
                .arg(has("--url") ? QStringLiteral("--url") : Text::tr("a program after --")));
    for (const Line::Given &each : m_line.given) {
        const QString name = each.option->name;
        if (each.option->group == OptionGroup::Url && !name.startsWith(u"--header"))
            return usageError(
                Text::tr("%1 is only for --url. With --server, the file says it.").arg(name));
    }
    m_options.extraHeaders = m_http.headers;
    return {};
}

Result<void> Parser::readUrl()
{
    if (m_line.isSeparated)
        return usageError(
            Text::tr("Both --url and a program after -- were given. Remove one of them."));
    for (const char *option : {"--env", "--cwd"}) {
        if (has(option))
            return usageError(
                Text::tr("%1 is only for a server that Sonde starts, not for --url. Remove it.")
                    .arg(QLatin1String(option)));
    }
    m_http.authorization = m_options.auth.settings;
    const Result<QStringList> notes = checkHttpOptions(m_http);
    if (!notes)
        return notes.error();
    m_options.notes += *notes;
    m_options.server.reachByUrl(m_http);
    return {};
}

Result<void> Parser::readProgram()
{
    for (const Line::Given &each : m_line.given) {
        if (each.option->group == OptionGroup::Url
            || each.option->group == OptionGroup::Authorization)
            return usageError(
                Text::tr("%1 is only for a server with a URL. Add --url URL, or remove it.")
                    .arg(each.option->name));
    }
    if (!m_options.bundleFile.isEmpty())
        return {}; // it is read later
    if (!m_line.isSeparated)
        return usageError(
            Text::tr("The server is missing. Add -- followed by its program and arguments, for "
                     "example sonde-cli tools list -- my-server, or add --url URL, or --server "
                     "NAME."));
    const std::vector<std::string> &server = m_line.rest;
    if (server.empty())
        return usageError(Text::tr(
            "The server's program is missing after --. Put the program and its arguments there."));
    if (server.front().empty())
        return usageError(
            Text::tr("The server's program after -- is empty. Use the name or path of a program."));
    m_options.server.program = decodedWord(server.front());
    for (std::size_t i = 1; i < server.size(); ++i)
        m_options.server.arguments += decodedWord(server[i]);
    return {};
}

Result<void> Parser::checkEra()
{
    for (const QString &revision : m_options.fanOut.revisions) {
        config::Profile server = m_options.server;
        server.revision = revision;
        if (Result<void> good = checkRevision(server); !good)
            return good;
    }
    return checkRevision(m_options.server);
}

Result<void> Parser::checkRevision(const config::Profile &server)
{
    const QString &pinned = server.revision;
    if (pinned.isEmpty())
        return {};
    if (!mcp::eraOf(pinned))
        m_options.notes += Text::tr(
            "%1 is not one of the revisions that Sonde knows (%2). Sonde tries it as given.")
                               .arg(quotedWord(pinned), listText(mcp::knownRevisions()));
    if (const QString sentence = setup::eraContradiction(server); !sentence.isEmpty())
        return usageError(sentence);
    return {};
}

// A URL stands where a program would: no program has such a name.
std::vector<std::string> withUrlOption(std::vector<std::string> arguments)
{
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    if (arguments.end() - separator == 2
        && (arguments.back().starts_with("http://") || arguments.back().starts_with("https://")))
        *separator = "--url";
    return arguments;
}

// In a line that is not read for anything else.
bool asksForJson(const std::vector<std::string> &arguments)
{
    for (auto word = arguments.begin(); word != arguments.end(); ++word) {
        const bool isSplit = *word == "--output-format" && word + 1 != arguments.end();
        if (*word == "--json" || *word == "--output-format=json" || (isSplit && word[1] == "json"))
            return true;
    }
    return false;
}

Result<Options> parse(const std::vector<std::string> &arguments, const Options *shell)
{
    Options other;
    if (asksForHelp(arguments)) {
        other.about = namedCommand(arguments);
        return other;
    }
    if (asksForVersion(arguments)) {
        other.command = Command::Version;
        other.json = asksForJson(arguments);
        return other;
    }
    Result<Line> line = readLine(withUrlOption(arguments));
    if (!line)
        return line.error();
    return Parser(std::move(line).value(), shell).run();
}

} // namespace

Result<Options> parseOptions(const std::vector<std::string> &arguments)
{
    return parse(arguments, nullptr);
}

Result<Options> parseLine(const std::vector<std::string> &words, const Options &shell)
{
    return parse(words, &shell);
}

} // namespace sonde::cli
