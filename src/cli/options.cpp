// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options.h"

#include "cli/nearest.h"
#include "cli/terminaltext.h"

#include <QStringConverter>

#include <algorithm>
#include <cmath>
#include <set>

namespace sonde::cli {

namespace {

const QStringList &optionNames()
{
    static const QStringList names{QStringLiteral("--args"), QStringLiteral("--cwd"),
        QStringLiteral("--env"), QStringLiteral("--era"), QStringLiteral("--help"),
        QStringLiteral("--json"), QStringLiteral("--record"), QStringLiteral("--revision"),
        QStringLiteral("--timeout"), QStringLiteral("--trace"), QStringLiteral("--version")};
    return names;
}

const QStringList &commandNames()
{
    static const QStringList names{
        QStringLiteral("tools"), QStringLiteral("request"), QStringLiteral("info")};
    return names;
}

bool isFlag(QStringView name)
{
    return name == u"--help" || name == u"--json" || name == u"--trace" || name == u"--version";
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
    Result<void> apply(const QString &name, const std::string &value);
    Result<void> applyEnvironment(const std::string &value);
    Result<void> readCommand();
    Result<void> readTools(std::vector<std::string> rest);
    Result<void> readRequest(const std::vector<std::string> &rest);
    Result<void> readServer();
    Result<void> checkEra();
    Error unknownOption(const QString &name) const;
    Error surplus(const QString &command, const std::string &word) const;

    std::vector<std::string> m_ours;
    std::vector<std::string> m_server;
    bool m_separated = false;
    std::vector<std::string> m_words; // ours that are no options
    std::set<QString> m_given;
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
    if (!optionNames().contains(name))
        return unknownOption(name);
    if (!m_given.insert(name).second && name != u"--env")
        return usage(
            QStringLiteral("The option %1 is given twice; leave one of them out.").arg(name));
    if (isFlag(name)) {
        if (equals != std::string::npos)
            return usage(QStringLiteral("The option %1 takes no value; write just %1.").arg(name));
        (name == u"--json" ? m_options.json : m_options.trace) = true;
        return {};
    }
    const Result<std::string> value = optionValue(name, word, at);
    if (!value)
        return value.error();
    return apply(name, *value);
}

Result<std::string> Parser::optionValue(
    const QString &name, const std::string &word, std::size_t &at)
{
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
        return word.substr(equals + 1);
    const bool hasNext = at + 1 < m_ours.size() && m_ours[at + 1].rfind("--", 0) != 0;
    if (hasNext)
        return m_ours[++at];
    static const std::pair<QStringView, QStringView> kExamples[]{
        {u"--args", u"'{\"city\":\"Paris\"}'"}, {u"--cwd", u"DIR"}, {u"--env", u"NAME=VALUE"},
        {u"--era", u"auto|legacy|modern"}, {u"--record", u"FILE"}, {u"--timeout", u"2s"},
        {u"--revision", u"2025-11-25"}};
    const auto example = std::find_if(std::begin(kExamples), std::end(kExamples),
        [&](const auto &entry) { return entry.first == name; });
    return usage(QStringLiteral("The option %1 needs a value: write %1 %2.")
                     .arg(name, example->second.toString()));
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
    if (name == u"--cwd") {
        m_options.launch.workingDirectory = text;
    } else if (name == u"--record") {
        m_options.recordFile = text;
    } else if (name == u"--revision") {
        m_options.era.pinned = text;
    } else if (name == u"--era") {
        const auto mode = mcp::EraPolicy::modeFromName(text);
        if (!mode)
            return usage(QStringLiteral("%1 is no era: write --era auto, --era legacy or --era "
                                        "modern.")
                             .arg(quoted(text)));
        m_options.era.mode = *mode;
    } else {
        const Result<std::chrono::milliseconds> duration = parseDuration(text);
        if (!duration)
            return duration.error();
        m_options.timeout = *duration;
    }
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
    auto &environment = m_options.launch.environment;
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
                                    "or info before --, or see sonde-cli --help."));
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

Result<void> Parser::readServer()
{
    if (!m_separated)
        return usage(QStringLiteral("The server is missing: write -- and then its program and "
                                    "arguments, for example sonde-cli tools list -- my-server."));
    if (m_server.empty())
        return usage(QStringLiteral("Nothing follows --: write the server's program and arguments "
                                    "after it."));
    if (m_server.front().empty())
        return usage(QStringLiteral("The server's program, after --, is an empty text; write the "
                                    "name or path of a program."));
    m_options.launch.program = decoded(m_server.front());
    for (std::size_t i = 1; i < m_server.size(); ++i)
        m_options.launch.arguments += decoded(m_server[i]);
    return {};
}

Result<void> Parser::checkEra()
{
    const QString &pinned = m_options.era.pinned;
    if (pinned.isEmpty())
        return {};
    const auto era = mcp::eraOf(pinned);
    const QString mode = mcp::EraPolicy::modeName(m_options.era.mode);
    if (!era) {
        m_options.notes += QStringLiteral("%1 is none of the revisions that Sonde knows (%2); it "
                                          "is tried as given.")
                               .arg(quoted(pinned), mcp::knownRevisions().join(u", "));
    } else if (m_options.era.mode != mcp::EraPolicy::Mode::Auto && mode != mcp::eraName(*era)) {
        return usage(QStringLiteral("--revision %1 is a %2 revision, but --era says %3; leave one "
                                    "of them out.")
                         .arg(pinned, mcp::eraName(*era), mode));
    }
    return {};
}

} // namespace

Result<std::chrono::milliseconds> parseDuration(QStringView text)
{
    const auto wrong = [&](const QString &why) {
        return usage(QStringLiteral("The timeout %1 %2: write for example --timeout 500ms or "
                                    "--timeout 2s.")
                         .arg(quoted(text.toString()), why));
    };
    qsizetype digits = 0;
    while (digits < text.size()
        && ((text[digits] >= u'0' && text[digits] <= u'9') || text[digits] == u'.'))
        ++digits;
    bool isNumber = false;
    const double number = text.left(digits).toDouble(&isNumber);
    const QStringView unit = text.mid(digits);
    if (!isNumber)
        return wrong(QStringLiteral("does not begin with a number"));
    if (unit.isEmpty())
        return wrong(QStringLiteral("has no unit"));
    if (unit != u"ms" && unit != u"s" && unit != u"m")
        return wrong(QStringLiteral("has a unit other than ms, s and m"));
    const double ms = number * (unit == u"ms" ? 1 : unit == u"s" ? 1000 : 60'000);
    if (ms < 1)
        return wrong(QStringLiteral("is shorter than a millisecond"));
    if (ms > static_cast<double>(kLongestTimeout.count()))
        return wrong(QStringLiteral("is longer than a day"));
    return std::chrono::milliseconds(std::llround(ms));
}

Result<Options> parseOptions(const std::vector<std::string> &arguments)
{
    return Parser(arguments).run();
}

} // namespace sonde::cli
