// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options.h"

#include "cli/duration.h"
#include "cli/httpoptions.h"
#include "cli/nearest.h"
#include "cli/terminaltext.h"
#include "mcp/revision.h"

#include <QStringConverter>

#include <algorithm>
#include <set>

namespace sonde::cli {

namespace {

struct Option {
    QLatin1String name;
    QLatin1String example; // of the value; none: it is a flag
};
constexpr Option kOptions[]{{QLatin1String("--args"), QLatin1String("'{\"city\":\"Paris\"}'")},
    {QLatin1String("--ca"), QLatin1String("FILE")},
    {QLatin1String("--cert"), QLatin1String("FILE")},
    {QLatin1String("--cwd"), QLatin1String("DIR")},
    {QLatin1String("--env"), QLatin1String("NAME=VALUE")},
    {QLatin1String("--era"), QLatin1String("auto|legacy|modern")},
    {QLatin1String("--follow-same-origin"), {}},
    {QLatin1String("--header"), QLatin1String("'Name: value'")}, {QLatin1String("--help"), {}},
    {QLatin1String("--insecure-pin"), QLatin1String("SHA256")}, {QLatin1String("--json"), {}},
    {QLatin1String("--key"), QLatin1String("FILE")}, {QLatin1String("--no-cache"), {}},
    {QLatin1String("--probe"), {}},
    {QLatin1String("--proxy"), QLatin1String("http://proxy.example.org:8080")},
    {QLatin1String("--record"), QLatin1String("FILE")},
    {QLatin1String("--revision"), QLatin1String("2025-11-25")},
    {QLatin1String("--timeout"), QLatin1String("2s")}, {QLatin1String("--trace"), {}},
    {QLatin1String("--transport"), QLatin1String("auto|streamable|sse")},
    {QLatin1String("--unix-socket"), QLatin1String("PATH")},
    {QLatin1String("--url"), QLatin1String("https://example.org/mcp")},
    {QLatin1String("--version"), {}}};

const Option *findOption(const QString &name)
{
    const auto *const found = std::find_if(std::begin(kOptions), std::end(kOptions),
        [&](const Option &option) { return option.name == name; });
    return found == std::end(kOptions) ? nullptr : found;
}

QStringList optionNames()
{
    QStringList names;
    for (const Option &option : kOptions)
        names += option.name;
    return names;
}

bool mayRepeat(const QString &name)
{
    return name == u"--env" || name == u"--header";
}

const QStringList &commandNames()
{
    static const QStringList names{
        QStringLiteral("tools"), QStringLiteral("request"), QStringLiteral("info")};
    return names;
}

Error usage(const QString &sentence)
{
    return {Domain::Usage, 0, sentence, {}, {}};
}

QString quoted(const QString &text)
{
    return QChar(0x201c) + harmlessLine(text) + QChar(0x201d);
}

QString decoded(const std::string &bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString suggestion(const QString &word, const QStringList &candidates)
{
    const QString near = nearest(word, candidates);
    return near.isEmpty() ? QString() : QStringLiteral(" Did you mean %1?").arg(near);
}

class Parser {
public:
    explicit Parser(const std::vector<std::string> &arguments)
    {
        const auto separator = std::find(arguments.begin(), arguments.end(), "--");
        m_ours.assign(arguments.begin(), separator);
        m_separated = separator != arguments.end();
        if (m_separated)
            m_server.assign(separator + 1, arguments.end());
    }

    Result<Options> run()
    {
        if (asks("--help") || asks("-h"))
            return m_options;
        if (asks("--version")) {
            m_options.command = Command::Version;
            return m_options;
        }
        using Step = Result<void> (Parser::*)();
        for (const Step step : {&Parser::checkEncoding, &Parser::readOptions, &Parser::readCommand,
                 &Parser::readServer, &Parser::checkEra}) {
            if (const Result<void> done = (this->*step)(); !done)
                return done.error();
        }
        return m_options;
    }

private:
    bool asks(const char *option) const
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
    Result<void> applyEnvironment(const std::string &value);
    Result<void> readCommand();
    Result<void> readTools(std::vector<std::string> rest);
    Result<void> readRequest(const std::vector<std::string> &rest);
    Result<void> readConformanceClient(const std::vector<std::string> &rest);
    Result<void> readServer();
    Result<void> readUrl();
    Result<void> readProgram();
    Result<void> checkEra();
    bool hasUrl() const { return m_given.count(QStringLiteral("--url")) > 0; }
    Error unknownOption(const QString &name) const;
    Error surplus(const QString &command, const std::string &word) const;

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
                return usage(
                    QStringLiteral("The word %1 of the command line is not UTF-8; write it in "
                                   "that encoding.")
                        .arg(quoted(text)));
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
    QString sentence = QStringLiteral("There is no option %1.").arg(quoted(name))
        + suggestion(name, optionNames());
    if (!m_separated)
        sentence += QStringLiteral(" Options of the server's own go after -- and its program.");
    return usage(sentence);
}

Result<void> Parser::readOption(std::size_t &at)
{
    const std::string &word = m_ours[at];
    const std::size_t equals = word.find('=');
    const QString name = decoded(word.substr(0, equals));
    const Option *option = findOption(name);
    if (!option)
        return unknownOption(name);
    if (!m_given.insert(name).second && !mayRepeat(name))
        return usage(
            QStringLiteral("The option %1 is given twice; leave one of them out.").arg(name));
    if (option->example.isEmpty()) {
        if (equals != std::string::npos)
            return usage(QStringLiteral("The option %1 takes no value; write just %1.").arg(name));
        setFlag(name);
        return {};
    }
    const Result<std::string> value = optionValue(name, word, at);
    if (!value)
        return value.error();
    return apply(name, *value);
}

void Parser::setFlag(const QString &name)
{
    if (name == u"--json")
        m_options.json = true;
    else if (name == u"--trace")
        m_options.trace = true;
    else if (name == u"--probe")
        m_options.probe = true;
    else if (name == u"--no-cache")
        m_options.cache = false;
    else
        m_http.followSameOrigin = true;
}

Result<std::string> Parser::optionValue(
    const QString &name, const std::string &word, std::size_t &at)
{
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
        return word.substr(equals + 1);
    const bool hasNext = at + 1 < m_ours.size() && m_ours[at + 1].rfind("--", 0) != 0;
    if (hasNext)
        return m_ours[++at];
    return usage(QStringLiteral("The option %1 needs a value: write %1 %2.")
                     .arg(name, findOption(name)->example));
}

Result<void> Parser::apply(const QString &name, const std::string &value)
{
    const QString text = decoded(value);
    if (name == u"--env")
        return applyEnvironment(value);
    if (name == u"--args") {
        m_options.args = value; // an empty one is told apart later, as JSON
        return {};
    }
    if (value.empty())
        return usage(QStringLiteral("The value of %1 is empty.").arg(name));
    if (isHttpOption(name))
        return applyHttpOption(name, text, m_http);
    if (name == u"--era")
        return applyEra(text);
    if (name == u"--cwd") {
        m_options.server.workingDirectory = text;
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
        return usage(QStringLiteral("%1 is no era: write --era auto, --era legacy or --era "
                                    "modern.")
                         .arg(quoted(name)));
    m_options.server.era = *mode;
    return {};
}

Result<void> Parser::applyEnvironment(const std::string &value)
{
    // The value may be a secret: sentences repeat the name only.
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos)
        return usage(QStringLiteral("The value of --env has no “=”: write --env NAME=VALUE."));
    const QString name = decoded(value.substr(0, equals));
    if (name.isEmpty())
        return usage(QStringLiteral("The value of --env has no name before the “=”: write --env "
                                    "NAME=VALUE."));
    auto &environment = m_options.server.environment;
    const bool twice = std::any_of(environment.begin(), environment.end(),
        [&](const auto &entry) { return entry.first == name; });
    if (twice)
        return usage(
            QStringLiteral("--env sets %1 twice; leave one of them out.").arg(quoted(name)));
    environment.emplace_back(name, Secret(decoded(value.substr(equals + 1))));
    return {};
}

Error Parser::surplus(const QString &command, const std::string &word) const
{
    const QString shown = quoted(decoded(word));
    if (hasUrl())
        return usage(QStringLiteral("“%1” takes nothing more, but %2 follows; leave it out.")
                         .arg(command, shown));
    if (!m_separated)
        return usage(QStringLiteral("“%1” takes nothing more, but %2 follows: put -- before the "
                                    "server's program.")
                         .arg(command, shown));
    return usage(QStringLiteral("“%1” takes nothing more, but %2 follows; leave it out, or put it "
                                "after --.")
                     .arg(command, shown));
}

Result<void> Parser::readCommand()
{
    if (m_words.empty())
        return usage(QStringLiteral("No command: write tools list, tools call NAME, request METHOD "
                                    "or info, or see sonde-cli --help."));
    const std::string command = m_words.front();
    std::vector<std::string> rest(m_words.begin() + 1, m_words.end());
    Result<void> done;
    if (command == "tools") {
        done = readTools(std::move(rest));
    } else if (command == "request") {
        done = readRequest(rest);
    } else if (command == "info") {
        m_options.command = Command::Info;
        if (!rest.empty())
            done = surplus(QStringLiteral("info"), rest.front());
    } else if (command == "conformance-client") {
        done = readConformanceClient(rest);
    } else {
        const QString word = decoded(command);
        done = usage(QStringLiteral("There is no command %1.").arg(quoted(word))
            + suggestion(word, commandNames())
            + QStringLiteral(" The commands are tools list, tools call NAME, request "
                             "METHOD and info."));
    }
    if (done && m_options.args && m_options.command != Command::ToolsCall)
        return usage(QStringLiteral("--args belongs to tools call; with request, write the params "
                                    "after the method."));
    return done;
}

Result<void> Parser::readTools(std::vector<std::string> rest)
{
    static const QStringList kActions{QStringLiteral("list"), QStringLiteral("call")};
    const QString action = rest.empty() ? QString() : decoded(rest.front());
    if (action == u"list") {
        m_options.command = Command::ToolsList;
        if (rest.size() > 1)
            return surplus(QStringLiteral("tools list"), rest[1]);
        return {};
    }
    if (action != u"call")
        return usage(
            (action.isEmpty()
                    ? QStringLiteral("“tools” alone says too little.")
                    : QStringLiteral("There is no command “tools %1”.").arg(harmlessLine(action)))
            + suggestion(action, kActions)
            + QStringLiteral(" Write tools list, or tools call NAME."));
    m_options.command = Command::ToolsCall;
    if (rest.size() < 2 || rest[1].empty())
        return usage(QStringLiteral("“tools call” needs the name of a tool: write tools call NAME; "
                                    "tools list shows the names."));
    m_options.name = decoded(rest[1]);
    m_options.words.assign(rest.begin() + 2, rest.end());
    if (m_options.args && !m_options.words.empty())
        return usage(QStringLiteral("--args gives all the arguments, but %1 stands beside it; use "
                                    "one or the other.")
                         .arg(quoted(decoded(m_options.words.front()))));
    return {};
}

Result<void> Parser::readRequest(const std::vector<std::string> &rest)
{
    m_options.command = Command::Request;
    if (rest.empty() || rest.front().empty())
        return usage(QStringLiteral("“request” needs a method: write request METHOD [PARAMS_JSON], "
                                    "for example request prompts/list."));
    if (rest.size() > 2)
        return surplus(QStringLiteral("request METHOD PARAMS_JSON"), rest[2]);
    m_options.name = decoded(rest.front());
    if (rest.size() > 1)
        m_options.params = rest[1];
    return {};
}

// The public conformance suite puts its URL behind the command.
Result<void> Parser::readConformanceClient(const std::vector<std::string> &rest)
{
    m_options.command = Command::ConformanceClient;
    if (rest.empty() || hasUrl())
        return usage(QStringLiteral("“conformance-client” needs one URL, as its last word."));
    if (rest.size() > 1)
        return surplus(QStringLiteral("conformance-client URL"), rest[1]);
    m_http.url = decoded(rest.front());
    m_given.insert(QStringLiteral("--url"));
    return {};
}

Result<void> Parser::readServer()
{
    return hasUrl() ? readUrl() : readProgram();
}

Result<void> Parser::readUrl()
{
    if (m_separated)
        return usage(QStringLiteral("--url names the server, but -- begins a program as well; "
                                    "leave one of them out."));
    for (const QString &name : {QStringLiteral("--env"), QStringLiteral("--cwd")}) {
        if (m_given.count(name) > 0)
            return usage(QStringLiteral("%1 is for a server that is started, and with --url none "
                                        "is; leave it out.")
                             .arg(name));
    }
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
        if (isHttpOption(name))
            return usage(QStringLiteral("%1 is for a server that is reached by URL; write --url "
                                        "URL as well, or leave it out.")
                             .arg(name));
    }
    if (!m_separated)
        return usage(QStringLiteral("The server is missing: write -- and then its program and "
                                    "arguments, for example sonde-cli tools list -- my-server, or "
                                    "--url URL."));
    if (m_server.empty())
        return usage(QStringLiteral("Nothing follows --: write the server's program and arguments "
                                    "after it."));
    if (m_server.front().empty())
        return usage(QStringLiteral("The server's program, after --, is an empty text; write the "
                                    "name or path of a program."));
    m_options.server.program = decoded(m_server.front());
    for (std::size_t i = 1; i < m_server.size(); ++i)
        m_options.server.arguments += decoded(m_server[i]);
    return {};
}

Result<void> Parser::checkEra()
{
    const QString &pinned = m_options.server.revision;
    if (pinned.isEmpty())
        return {};
    const auto era = mcp::eraOf(pinned);
    const QString mode = config::eraModeName(m_options.server.era);
    if (!era) {
        m_options.notes += QStringLiteral("%1 is none of the revisions that Sonde knows (%2); it "
                                          "is tried as given.")
                               .arg(quoted(pinned), mcp::knownRevisions().join(u", "));
    } else if (m_options.server.era != config::EraMode::Auto && mode != mcp::eraName(*era)) {
        return usage(QStringLiteral("--revision %1 is a %2 revision, but --era says %3; leave one "
                                    "of them out.")
                         .arg(pinned, mcp::eraName(*era), mode));
    }
    return {};
}

} // namespace

Result<Options> parseOptions(const std::vector<std::string> &arguments)
{
    return Parser(arguments).run();
}

} // namespace sonde::cli
