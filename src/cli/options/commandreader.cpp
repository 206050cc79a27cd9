// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandreader.h"

#include "cli/options/usageerror.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"

#include <algorithm>

namespace sonde::cli {

// What stands behind the noun of a group of commands.
struct CommandReader::Action {
    QLatin1String word;
    Command command;
    QLatin1String missing{}; // the sentence if no argument follows; empty: there is none
    bool takesWords = false; // key=text and key:=json may follow
};

struct CommandReader::Group {
    QLatin1String noun;
    QLatin1String write; // all of its commands
    std::vector<Action> actions;

    QStringList words() const
    {
        QStringList words;
        for (const Action &action : actions)
            words += action.word;
        return words;
    }
};

namespace {

const QStringList &commandNames()
{
    static const QStringList names{QStringLiteral("tools"), QStringLiteral("resources"),
        QStringLiteral("prompts"), QStringLiteral("complete"), QStringLiteral("request"),
        QStringLiteral("notify"), QStringLiteral("info"), QStringLiteral("check"),
        QStringLiteral("auth"), QStringLiteral("validate"), QStringLiteral("trace"),
        QStringLiteral("tap"), QStringLiteral("hosts"), QStringLiteral("shell"),
        QStringLiteral("help")};
    return names;
}

bool isList(Command command)
{
    return command == Command::ToolsList || command == Command::ResourcesList
        || command == Command::ResourcesTemplates || command == Command::PromptsList;
}

bool takesArguments(Command command)
{
    return command == Command::ToolsCall || command == Command::PromptsGet;
}

bool hasContents(Command command)
{
    return takesArguments(command) || command == Command::ResourcesRead;
}

bool isToolCall(Command command)
{
    return command == Command::ToolsCall;
}

bool isValidation(Command command)
{
    return command == Command::Validate;
}

bool isShell(Command command)
{
    return command == Command::Shell;
}

bool isToolCallOrShell(Command command)
{
    return isToolCall(command) || isShell(command);
}

bool isCheck(Command command)
{
    return command == Command::Check;
}

bool isLogout(Command command)
{
    return command == Command::AuthLogout;
}

// An option of some commands only; %1 in the sentence is the option.
struct Belonging {
    const char *option;
    bool (*fits)(Command);
    QLatin1String sentence;
};
constexpr QLatin1String kLists(QT_TRANSLATE_NOOP("CommandLineProgram",
    "%1 is only for tools list, resources list, resources templates and prompts list."));
constexpr QLatin1String kChecks(
    QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for check and trace check."));
constexpr Belonging kBelongings[]{
    {"--all", isLogout,
        QLatin1String(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "%1 is only for auth logout. Lists are complete without it."))},
    {"--args", takesArguments,
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "%1 is only for tools call and prompts get. For request, put the params after the "
            "method."))},
    {"--output", hasContents,
        QLatin1String(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "%1 is only for resources read, tools call and prompts get."))},
    {"--typed", isToolCall,
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for tools call."))},
    {"--task", isToolCallOrShell,
        QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for tools call and shell."))},
    {"--tool", isValidation,
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for validate."))},
    {"--result", isValidation,
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for validate."))},
    {"--keep-going", isShell,
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for shell."))},
    {"--all-revisions", isCheck, kChecks}, {"--baseline", isCheck, kChecks},
    {"--call", isCheck, kChecks}, {"--call-read-only", isCheck, kChecks},
    {"--dry-run", isCheck, kChecks}, {"--fail-on", isCheck, kChecks},
    {"--format", isCheck, kChecks}, {"--level", isCheck, kChecks},
    {"--write-baseline", isCheck, kChecks}, {"--all-pages", isList, kLists},
    {"--one-page", isList, kLists}, {"--cursor", isList, kLists}};

} // namespace

Error CommandReader::surplus(const QString &command, const std::string &word) const
{
    const QString shown = quotedWord(decodedWord(word));
    if (has("--url"))
        return usageError(Text::tr("“%1” takes no further argument, but %2 was given. Remove it.")
                              .arg(command, shown));
    if (!m_separated)
        return usageError(
            Text::tr("“%1” takes no further argument, but %2 was given. Put -- before the server's "
                     "program.")
                .arg(command, shown));
    return usageError(
        Text::tr("“%1” takes no further argument, but %2 was given. Remove it, or put it after --.")
            .arg(command, shown));
}

Result<void> CommandReader::read(const std::vector<std::string> &words)
{
    if (words.empty())
        return usageError(
            Text::tr("The command is missing. Use tools list, tools call NAME, resources read URI, "
                     "prompts get NAME, request METHOD or info, or see sonde-cli --help."));
    if (Result<void> done = readCommand(words.front(), {words.begin() + 1, words.end()}); !done)
        return done;
    return checkOptions();
}

Result<void> CommandReader::readCommand(
    const std::string &command, const std::vector<std::string> &rest)
{
    static const Group kGroups[]{
        {QLatin1String("tools"), QLatin1String("tools list, tools show NAME, tools call NAME"),
            {{QLatin1String("list"), Command::ToolsList},
                {QLatin1String("show"), Command::ToolsShow,
                    QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“tools show” needs the name of a tool. Use tools show NAME; tools "
                        "list shows the names."))},
                {QLatin1String("call"), Command::ToolsCall,
                    QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“tools call” needs the name of a tool. Use tools call NAME; tools "
                        "list shows the names.")),
                    true}}},
        {QLatin1String("resources"),
            QLatin1String("resources list, resources templates, resources read URI, resources "
                          "subscribe URI"),
            {{QLatin1String("list"), Command::ResourcesList},
                {QLatin1String("templates"), Command::ResourcesTemplates},
                {QLatin1String("read"), Command::ResourcesRead,
                    QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“resources read” needs a URI. Use resources read URI; resources list "
                        "shows the URIs.")),
                    true},
                {QLatin1String("subscribe"), Command::ResourcesSubscribe,
                    QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“resources subscribe” needs a URI. Use resources subscribe URI; "
                        "resources list shows the URIs."))}}},
        {QLatin1String("prompts"), QLatin1String("prompts list, prompts get NAME"),
            {{QLatin1String("list"), Command::PromptsList},
                {QLatin1String("get"), Command::PromptsGet,
                    QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“prompts get” needs the name of a prompt. Use prompts get NAME; "
                        "prompts list shows the names.")),
                    true}}},
        {QLatin1String("complete"),
            QLatin1String("complete prompt NAME ARGUMENT=TEXT, complete resource TEMPLATE "
                          "VARIABLE=TEXT"),
            {{QLatin1String("prompt"), Command::CompletePrompt,
                 QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                     "“complete prompt” needs the name of a prompt. Use complete prompt NAME "
                     "ARGUMENT=TEXT.")),
                 true},
                {QLatin1String("resource"), Command::CompleteResource,
                    QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“complete resource” needs a URI template. Use complete resource "
                        "TEMPLATE VARIABLE=TEXT.")),
                    true}}},
        {QLatin1String("auth"), QLatin1String("auth login, auth status, auth logout, auth token"),
            {{QLatin1String("login"), Command::AuthLogin},
                {QLatin1String("status"), Command::AuthStatus},
                {QLatin1String("logout"), Command::AuthLogout},
                {QLatin1String("token"), Command::AuthToken}}}};
    for (const Group &group : kGroups) {
        if (group.noun == QString::fromStdString(command))
            return readGroup(group, rest);
    }
    if (command == "request")
        return readMessage(Command::Request, QStringLiteral("request"), rest);
    if (command == "notify")
        return readMessage(Command::Notify, QStringLiteral("notify"), rest);
    if (command == "validate") { // with --tool; without it there is no server
        m_options.command = Command::Validate;
        for (const std::string &word : rest)
            m_options.files << decodedWord(word);
        return {};
    }
    if (command == "shell") {
        m_options.command = Command::Shell;
        return rest.empty() ? Result<void>() : surplus(QStringLiteral("shell"), rest.front());
    }
    if (command == "conformance-client")
        return readConformanceClient(rest);
    if (command == "info" || command == "check") {
        m_options.command = command == "info" ? Command::Info : Command::Check;
        return rest.empty() ? Result<void>() : surplus(decodedWord(command), rest.front());
    }
    const QString word = decodedWord(command);
    return usageError(joinSentences({Text::tr("There is no command %1.").arg(quotedWord(word)),
        didYouMean(word, commandNames()),
        Text::tr("The commands are %1.").arg(commandNames().join(u", "))}));
}

Result<void> CommandReader::readGroup(const Group &group, const std::vector<std::string> &rest)
{
    const QString noun = group.noun;
    const QString word = rest.empty() ? QString() : decodedWord(rest.front());
    const auto action = std::find_if(group.actions.begin(), group.actions.end(),
        [&](const Action &each) { return each.word == word; });
    if (action == group.actions.end())
        return usageError(joinSentences({word.isEmpty()
                ? Text::tr("“%1” is not a complete command.").arg(noun)
                : Text::tr("There is no command “%1 %2”.").arg(noun, harmlessLine(word)),
            didYouMean(word, group.words()), Text::tr("Use one of: %1.").arg(group.write)}));
    m_options.command = action->command;
    const QString both = noun + u' ' + word;
    if (action->missing.isEmpty())
        return rest.size() > 1 ? surplus(both, rest[1]) : Result<void>();
    if (rest.size() < 2 || rest[1].empty())
        return usageError(Text::tr(action->missing.data()));
    m_options.name = decodedWord(rest[1]);
    if (!action->takesWords)
        return rest.size() > 2 ? surplus(both, rest[2]) : Result<void>();
    m_options.words.assign(rest.begin() + 2, rest.end());
    const bool completes =
        action->command == Command::CompletePrompt || action->command == Command::CompleteResource;
    if (completes && m_options.words.empty())
        return usageError(Text::tr("“%1” needs the argument to complete. Use one of: %2.")
                              .arg(both, group.write));
    return {};
}

Result<void> CommandReader::readMessage(
    Command command, const QString &name, const std::vector<std::string> &rest)
{
    m_options.command = command;
    if (rest.empty() || rest.front().empty())
        return usageError(
            Text::tr("“%1” needs a method. Use %1 METHOD [PARAMS_JSON], for example %2.")
                .arg(name,
                    command == Command::Request
                        ? QStringLiteral("request prompts/list")
                        : QStringLiteral("notify notifications/roots/list_changed")));
    if (rest.size() > 2)
        return surplus(name + QStringLiteral(" METHOD PARAMS_JSON"), rest[2]);
    m_options.name = decodedWord(rest.front());
    if (rest.size() > 1)
        m_options.params = rest[1];
    return {};
}

// The public conformance suite puts its URL behind the command.
Result<void> CommandReader::readConformanceClient(const std::vector<std::string> &rest)
{
    m_options.command = Command::ConformanceClient;
    if (rest.empty() || has("--url"))
        return usageError(Text::tr("“conformance-client” needs one URL as its last argument."));
    if (rest.size() > 1)
        return surplus(QStringLiteral("conformance-client URL"), rest[1]);
    m_url = decodedWord(rest.front());
    return {};
}

Result<void> CommandReader::checkOptions() const
{
    const bool authorizes = m_options.command == Command::AuthLogin
        || m_options.command == Command::AuthStatus || m_options.command == Command::AuthLogout
        || m_options.command == Command::AuthToken;
    if (authorizes && !has("--url") && !has("--server"))
        return usageError(
            Text::tr("Only servers with a URL support authorization. Add --url URL."));
    for (const Belonging &each : kBelongings) {
        if (has(each.option) && !each.fits(m_options.command))
            return usageError(Text::tr(each.sentence.data()).arg(QLatin1String(each.option)));
    }
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
    return {};
}

} // namespace sonde::cli
