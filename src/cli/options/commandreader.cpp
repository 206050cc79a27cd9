// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandreader.h"

#include "base/formatting.h"
#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"
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

// What is said of an option that is given to another command, when there is more to say than that;
// %1 in the sentence is the option.
struct Belonging {
    QLatin1String option;
    QLatin1String sentence;
};
constexpr QLatin1String kOnlyLists(QT_TRANSLATE_NOOP("CommandLineProgram",
    "%1 is only for tools list, resources list, resources templates and prompts list."));
constexpr QLatin1String kOnlyChecks(
    QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for check and trace check."));
constexpr QLatin1String kOnlyTaps(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for tap."));
constexpr Belonging kBelongings[]{
    {QLatin1String("--all"),
        QLatin1String(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "%1 is only for auth logout. Lists are complete without it."))},
    {QLatin1String("--args"),
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "%1 is only for tools call and prompts get. For request, put the params after the "
            "method."))},
    {QLatin1String("--output"),
        QLatin1String(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "%1 is only for resources read, tools call and prompts get."))},
    {QLatin1String("--typed"),
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for tools call."))},
    {QLatin1String("--task"),
        QLatin1String(
            QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for tools call and shell."))},
    {QLatin1String("--tool"),
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for validate."))},
    {QLatin1String("--result"),
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for validate."))},
    {QLatin1String("--keep-going"),
        QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram", "%1 is only for shell."))},
    {QLatin1String("--authorize"), kOnlyTaps}, {QLatin1String("--listen"), kOnlyTaps},
    {QLatin1String("--name"), kOnlyTaps}, {QLatin1String("--rewrite-metadata"), kOnlyTaps},
    {QLatin1String("--stdio"), kOnlyTaps}, {QLatin1String("--all-revisions"), kOnlyChecks},
    {QLatin1String("--baseline"), kOnlyChecks}, {QLatin1String("--call"), kOnlyChecks},
    {QLatin1String("--call-read-only"), kOnlyChecks}, {QLatin1String("--dry-run"), kOnlyChecks},
    {QLatin1String("--fail-on"), kOnlyChecks}, {QLatin1String("--format"), kOnlyChecks},
    {QLatin1String("--level"), kOnlyChecks}, {QLatin1String("--write-baseline"), kOnlyChecks},
    {QLatin1String("--all-pages"), kOnlyLists}, {QLatin1String("--one-page"), kOnlyLists},
    {QLatin1String("--cursor"), kOnlyLists}};

// Also for "list", "tools-list" and "toolslist".
QString didYouMeanCommand(const QString &word)
{
    QStringList all = wordsAfter({});
    for (const CommandText &row : commandRows()) {
        const QString words = row.words;
        if (words.section(u' ', 1) == word)
            return didYouMean(words, {words});
        all += words;
    }
    return didYouMean(word, all);
}

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
                     "prompts get NAME, request METHOD or info."));
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
    if (command == "compare")
        return readCompare(rest);
    if (command == "shell") {
        m_options.command = Command::Shell;
        return rest.empty() ? Result<void>() : surplus(QStringLiteral("shell"), rest.front());
    }
    if (command == "tap") { // of a server with a URL; of a program it is read by TapOptions
        m_options.command = Command::TapUrl;
        return rest.empty() ? Result<void>() : surplus(QStringLiteral("tap"), rest.front());
    }
    if (command == "info" || command == "check" || command == "snapshot" || command == "doctor") {
        m_options.command = command == "info" ? Command::Info
            : command == "check"              ? Command::Check
            : command == "snapshot"           ? Command::Snapshot
                                              : Command::Doctor;
        return rest.empty() ? Result<void>() : surplus(decodedWord(command), rest.front());
    }
    const QString word = decodedWord(command);
    return usageError(joinSentences({Text::tr("There is no command %1.").arg(quotedWord(word)),
        didYouMeanCommand(word), Text::tr("The commands are %1.").arg(listText(wordsAfter({})))}));
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

// Two sides, or one and a server.
Result<void> CommandReader::readCompare(const std::vector<std::string> &rest)
{
    m_options.command = Command::Compare;
    for (const std::string &word : rest)
        m_options.files << decodedWord(word);
    if (rest.size() > 2)
        return surplus(QStringLiteral("compare A B"), rest[2]);
    const bool hasServer =
        m_separated || has("--url") || has("--server") || !m_options.bundleFile.isEmpty();
    if (rest.size() == (hasServer ? 1 : 2))
        return {};
    return usageError(
        Text::tr("“compare” needs two sides. Use compare A B, where each is a snapshot, a session "
                 "file, a URL or the name of a server, or compare A SERVER."));
}

Error CommandReader::strange(const QString &option) const
{
    const auto *const found = std::find_if(std::begin(kBelongings), std::end(kBelongings),
        [&](const Belonging &each) { return each.option == option; });
    if (found != std::end(kBelongings))
        return usageError(Text::tr(found->sentence.data()).arg(option));
    return noOption(commandWords(m_options.command), option, m_options.command);
}

Result<void> CommandReader::checkOptions() const
{
    const bool authorizes = m_options.command == Command::AuthLogin
        || m_options.command == Command::AuthStatus || m_options.command == Command::AuthLogout
        || m_options.command == Command::AuthToken;
    if (authorizes && !has("--url") && !has("--server"))
        return usageError(
            Text::tr("Only servers with a URL support authorization. Add --url URL."));
    for (const QString &name : m_given) {
        if (!findOption(name, m_options.command))
            return strange(name);
    }
    if (m_options.format != OutputFormat::Table && !kLists.meets(m_options.command))
        return usageError(
            Text::tr("--output-format table, name, jsonl and csv are only for lists. Use "
                     "--output-format text or json."));
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
    return {};
}

} // namespace sonde::cli
