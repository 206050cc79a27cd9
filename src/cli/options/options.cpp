// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/options.h"

#include "base/formatting.h"
#include "cli/options/commandreader.h"
#include "cli/options/commandtable.h"
#include "cli/options/commandwords.h"
#include "cli/options/duration.h"
#include "cli/options/httpoptions.h"
#include "cli/options/optiontable.h"
#include "cli/options/programoptions.h"
#include "cli/options/usageerror.h"
#include "cli/output/text.h"
#include "mcp/message/revision.h"
#include "setup/eracheck.h"

#include <QStringConverter>

#include <algorithm>
#include <set>

namespace sonde::cli {

namespace {

class Parser {
public:
    // `shell`: the options of the shell whose line this is; nullptr: a command line.
    Parser(const std::vector<std::string> &arguments, const Options *shell)
        : m_shell(shell)
    {
        const auto separator = std::find(arguments.begin(), arguments.end(), "--");
        m_ours.assign(arguments.begin(), separator);
        m_separated = separator != arguments.end();
        if (m_separated)
            m_server.assign(separator + 1, arguments.end());
        takeUrl();
        if (m_server.size() == 1)
            m_options.bundleFile = takeBundle(m_server);
        m_separated = m_separated && m_options.bundleFile.isEmpty();
    }

    Result<Options> run()
    {
        if (has("--help") || has("-h")) {
            m_options.about = namedCommand(m_ours);
            return m_options;
        }
        if (has("--version")) {
            m_ours.erase(std::remove(m_ours.begin(), m_ours.end(), "--version"), m_ours.end());
            (void)readOptions(); // --json; whatever is wrong with the others
            m_options.command = Command::Version;
            return m_options;
        }
        using Step = Result<void> (Parser::*)();
        for (const Step step : {&Parser::checkEncoding, &Parser::readOptions, &Parser::readLine,
                 &Parser::readServer, &Parser::checkEra}) {
            if (const Result<void> done = (this->*step)(); !done)
                return done.error();
        }
        if (const Result<void> done = checkInput(); !done)
            return done.error();
        return m_options;
    }

private:
    bool has(const char *option) const
    {
        return std::find(m_ours.begin(), m_ours.end(), option) != m_ours.end();
    }

    Result<void> checkEncoding();
    Result<void> readOptions();
    Result<void> readOption(std::size_t &at);
    Result<std::string> optionValue(const QString &name, const std::string &word, std::size_t &at);
    void setFlag(const QString &name);
    Result<void> apply(const QString &name, const std::string &value);
    Result<void> applyEra(const QString &name);
    Result<void> applyFormat(const QString &name);
    Result<void> readLine();
    Result<void> readServer();
    Result<void> readNamed();
    Result<void> checkLine() const;
    void takeUrl();
    Result<void> readUrl();
    Result<void> readProgram();
    Result<void> checkEra();
    Result<void> checkInput() const;
    bool hasUrl() const { return m_given.count(QStringLiteral("--url")) > 0; }
    Error unknownOption(const QString &name) const;

    const Options *const m_shell;
    std::vector<std::string> m_ours;
    std::vector<std::string> m_server;
    bool m_separated = false;
    std::vector<std::string> m_words; // ours that are no options
    std::set<QString> m_given;
    config::HttpSettings m_http;
    Options m_options;
};

// JSON is UTF-8, and QString would change other bytes without a word.
Result<void> Parser::checkEncoding()
{
    for (const std::vector<std::string> *words : {&m_ours, &m_server}) {
        for (const std::string &word : *words) {
            const QByteArrayView bytes(word.data(), static_cast<qsizetype>(word.size()));
            QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
            const QString text = decoder(bytes);
            if (decoder.hasError())
                return usageError(
                    Text::tr("The argument %1 on the command line is not UTF-8. Enter it in UTF-8.")
                        .arg(quotedWord(text)));
        }
    }
    return {};
}

Result<void> Parser::readOptions()
{
    for (std::size_t at = 0; at < m_ours.size(); ++at) {
        const std::string &word = m_ours[at];
        if (word.size() > 1 && word[0] == '-') {
            if (Result<void> done = readOption(at); !done)
                return done;
        } else {
            m_words.push_back(word);
        }
    }
    return {};
}

Error Parser::unknownOption(const QString &name) const
{
    const CommandText *command = findCommand(namedCommand(m_ours));
    const Commands commands = command ? command->commands : kServerCommands;
    return usageError(joinSentences({Text::tr("There is no option %1.").arg(quotedWord(name)),
        didYouMean(name, optionNames(commands)),
        m_separated ? QString()
                    : Text::tr("Put the server's own options after -- and its program.")}));
}

Result<void> Parser::readOption(std::size_t &at)
{
    const std::string &word = m_ours[at];
    const std::size_t equals = word.find('=');
    const QString name = decodedWord(word.substr(0, equals));
    const Option *option = findOption(name, kServerCommands);
    if (!option)
        return unknownOption(name);
    if (!m_given.insert(name).second && !mayRepeat(name))
        return usageError(Text::tr("The option %1 was given twice. Remove one of them.").arg(name));
    if (option->example.isEmpty()) {
        if (equals != std::string::npos)
            return usageError(Text::tr("The option %1 takes no value. Use just %1.").arg(name));
        setFlag(name);
        return {};
    }
    const Result<std::string> value = optionValue(name, word, at);
    if (!value)
        return value.error();
    if (const Result<void> done = apply(name, *value); !done)
        return proposing(done.error(), decodedWord(*value), optionValues(*option));
    return {};
}

void Parser::setFlag(const QString &name)
{
    if (name == u"--stdio")
        m_options.overStdio = true;
    else if (name == u"--json")
        m_options.json = true;
    else if (name == u"--no-header")
        m_options.header = false;
    else if (name == u"--clean-env")
        m_options.cleanEnvironment = true;
    else if (name == u"--keep-going")
        m_options.keepGoing = true;
    else if (name == u"--result")
        m_options.checksResult = true;
    else if (name == u"--task")
        m_options.asTask = m_options.answers.tasks = true;
    else if (name == u"--typed")
        m_options.typed = true;
    else if (name == u"--quiet")
        m_options.quiet = true;
    else if (name == u"--verbose")
        m_options.verbose = true;
    else if (name == u"--trace")
        m_options.trace = true;
    else if (name == u"--probe")
        m_options.probe = true;
    else if (name == u"--no-cache")
        m_options.cache = false;
    else if (name == u"--one-page")
        m_options.onePage = true;
    else if (name == u"--authorize")
        m_options.authorizes = true;
    else if (name == u"--rewrite-metadata")
        m_options.rewritesMetadata = true;
    else if (name == u"--follow-same-origin")
        m_http.followSameOrigin = true;
    else if (isAuthOption(name))
        (void)applyAuthOption(name, {}, m_options.auth); // flags cannot be wrong
    else if (isCheckOption(name))
        (void)applyCheckOption(name, {}, m_options.check);
    // --all-pages is what is done without it
}

Result<std::string> Parser::optionValue(
    const QString &name, const std::string &word, std::size_t &at)
{
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
        return word.substr(equals + 1);
    const bool hasNext = at + 1 < m_ours.size() && m_ours[at + 1].rfind("--", 0) != 0;
    if (hasNext)
        return m_ours[++at];
    return usageError(Text::tr("The option %1 needs a value. Use %1 %2.")
                          .arg(name, findOption(name, kServerCommands)->example));
}

Result<void> Parser::apply(const QString &name, const std::string &value)
{
    const QString text = decodedWord(value);
    if (name == u"--env")
        return applyEnvironment(value, m_options);
    if (name == u"--setting")
        return applySetting(value, m_options);
    if (name == u"--args") {
        m_options.args = value; // an empty one is rejected later, as JSON
        return {};
    }
    if (name == u"--cursor") {
        m_options.cursor = value; // the empty text is a cursor like any other
        m_options.onePage = true;
        return {};
    }
    if (value.empty())
        return usageError(Text::tr("The value of %1 is empty.").arg(name));
    if (isHttpOption(name))
        return applyHttpOption(name, text, m_http);
    if (isAuthOption(name))
        return applyAuthOption(name, text, m_options.auth);
    if (isAnswerOption(name))
        return applyAnswerOption(name, text, m_options.answers);
    if (isCheckOption(name))
        return applyCheckOption(name, value, m_options.check);
    if (name == u"--era")
        return applyEra(text);
    if (name == u"--output-format")
        return applyFormat(text);
    if (name == u"--cwd") {
        m_options.server.workingDirectory = text;
    } else if (name == u"--config") {
        m_options.configFile = text;
    } else if (name == u"--server") {
        m_options.serverName = text;
    } else if (name == u"--tool") {
        m_options.name = text;
    } else if (name == u"--output") {
        m_options.output = text;
    } else if (name == u"--listen") {
        m_options.listen = text;
    } else if (name == u"--name") {
        m_options.tapName = text;
    } else if (name == u"--record") {
        m_options.recordFile = text;
    } else if (name == u"--revision") {
        m_options.server.revision = text;
    } else {
        const Result<std::chrono::milliseconds> duration = parseDuration(text);
        if (!duration)
            return duration.error();
        m_options.timeout = *duration;
    }
    return {};
}

Result<void> Parser::applyEra(const QString &name)
{
    const auto mode = config::eraModeFromName(name);
    if (!mode)
        return usageError(
            Text::tr("%1 is not an era. Use --era auto, --era legacy or --era modern.")
                .arg(quotedWord(name)));
    m_options.server.era = *mode;
    return {};
}

Result<void> Parser::applyFormat(const QString &name)
{
    if (name == u"json")
        m_options.json = true;
    else if (name == u"jsonl")
        m_options.format = OutputFormat::JsonLines;
    else if (name == u"csv")
        m_options.format = OutputFormat::Csv;
    else if (name == u"name")
        m_options.format = OutputFormat::Name;
    else if (name != u"table" && name != u"text")
        return usageError(Text::tr("%1 is not an output format. Use --output-format with table, "
                                   "name, json, jsonl or csv; compare has text and json.")
                              .arg(quotedWord(name)));
    return {};
}

Result<void> Parser::readLine()
{
    if (m_shell) {
        if (Result<void> done = checkLine(); !done)
            return done;
    }
    const bool isSaid = m_separated || hasUrl() || !m_options.configFile.isEmpty()
        || !m_options.serverName.isEmpty() || !m_options.bundleFile.isEmpty();
    if (!m_shell && !isSaid && m_words.size() > 1)
        m_options.bundleFile = takeBundle(m_words);
    return CommandReader(m_options, m_given, m_separated).read(m_words);
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
    if (!m_options.settings.empty() && m_options.bundleFile.isEmpty())
        return usageError(Text::tr("--setting is only for a server in a bundle. Give its file, "
                                   "for example sonde-cli info server.mcpb."));
    if (!m_options.configFile.isEmpty() || !m_options.serverName.isEmpty())
        return readNamed();
    return hasUrl() ? readUrl() : readProgram();
}

// What the server is stands in a file, which is read later.
Result<void> Parser::readNamed()
{
    if (m_separated || hasUrl())
        return usageError(
            Text::tr("Both --server and %1 were given. Remove one of them.")
                .arg(hasUrl() ? QStringLiteral("--url") : Text::tr("a program after --")));
    for (const QString &name : m_given) {
        if (isHttpOption(name) && !name.startsWith(u"--header"))
            return usageError(
                Text::tr("%1 is only for --url. With --server, the file says it.").arg(name));
    }
    m_options.extraHeaders = m_http.headers;
    return {};
}

// The words of a shell's line are for the server that is connected already.
Result<void> Parser::checkLine() const
{
    if (m_separated)
        return usageError(
            Text::tr("A command of the shell is for the connected server. Remove -- and what "
                     "follows it."));
    for (const QString &name : m_given) {
        if (isServerOption(name))
            return usageError(
                Text::tr("%1 applies to the whole shell. Give it when you start the shell.")
                    .arg(name));
    }
    const QStringList elsewhere{QStringLiteral("shell"), QStringLiteral("auth"),
        QStringLiteral("trace"), QStringLiteral("check"), QStringLiteral("snapshot"),
        QStringLiteral("compare"), QStringLiteral("doctor"), QStringLiteral("tap")};
    const QString command = m_words.empty() ? QString() : decodedWord(m_words.front());
    if (elsewhere.contains(command))
        return usageError(
            Text::tr("“%1” is no command of the shell. Run it outside.").arg(command));
    if (m_options.args == "-")
        return usageError(Text::tr(
            "Standard input has the commands of the shell. Pass the arguments with --args @FILE."));
    return {};
}

Result<void> Parser::readUrl()
{
    if (m_separated)
        return usageError(
            Text::tr("Both --url and a program after -- were given. Remove one of them."));
    for (const QString &name : {QStringLiteral("--env"), QStringLiteral("--cwd")}) {
        if (m_given.count(name) > 0)
            return usageError(
                Text::tr("%1 is only for a server that Sonde starts, not for --url. Remove it.")
                    .arg(name));
    }
    m_http.authorization = m_options.auth.settings;
    const Result<QStringList> notes = checkHttpOptions(m_http);
    if (!notes)
        return notes.error();
    m_options.notes += *notes;
    m_options.server.http = m_http;
    return {};
}

Result<void> Parser::readProgram()
{
    for (const QString &name : m_given) {
        if (isHttpOption(name) || isAuthOption(name))
            return usageError(
                Text::tr("%1 is only for a server with a URL. Add --url URL, or remove it.")
                    .arg(name));
    }
    if (!m_options.bundleFile.isEmpty())
        return {}; // it is read later
    if (!m_separated)
        return usageError(
            Text::tr("The server is missing. Add -- followed by its program and arguments, for "
                     "example sonde-cli tools list -- my-server, or add --url URL, or --server "
                     "NAME."));
    if (m_server.empty())
        return usageError(Text::tr(
            "The server's program is missing after --. Put the program and its arguments there."));
    if (m_server.front().empty())
        return usageError(
            Text::tr("The server's program after -- is empty. Use the name or path of a program."));
    m_options.server.program = decodedWord(m_server.front());
    for (std::size_t i = 1; i < m_server.size(); ++i)
        m_options.server.arguments += decodedWord(m_server[i]);
    return {};
}

Result<void> Parser::checkEra()
{
    const QString &pinned = m_options.server.revision;
    if (pinned.isEmpty())
        return {};
    if (!mcp::eraOf(pinned))
        m_options.notes += Text::tr(
            "%1 is not one of the revisions that Sonde knows (%2). Sonde tries it as given.")
                               .arg(quotedWord(pinned), listText(mcp::knownRevisions()));
    if (const QString sentence = setup::eraContradiction(m_options.server); !sentence.isEmpty())
        return usageError(sentence);
    return {};
}

// A URL stands where a program would: no program has such a name.
void Parser::takeUrl()
{
    if (m_server.size() != 1
        || (!m_server.front().starts_with("http://") && !m_server.front().starts_with("https://")))
        return;
    m_ours.insert(m_ours.end(), {"--url", m_server.front()});
    m_server.clear();
    m_separated = false;
}

// Standard input is one: it cannot hold the arguments and what a person types.
Result<void> Parser::checkInput() const
{
    if (m_options.args != "-" || !m_options.answers.usesTerminal())
        return {};
    return usageError(Text::tr(
        "Both --args - and “ask” read standard input. Pass the arguments with --args @FILE."));
}

} // namespace

Result<Options> parseOptions(const std::vector<std::string> &arguments)
{
    return Parser(arguments, nullptr).run();
}

Result<Options> parseLine(const std::vector<std::string> &words, const Options &shell)
{
    return Parser(words, &shell).run();
}

} // namespace sonde::cli
