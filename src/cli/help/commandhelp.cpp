// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/commandhelp.h"

#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr int kWidth = 80;
constexpr int kOptionColumn = 24; // where the text of an option begins
constexpr int kExitColumn = 7;
constexpr int kFewCommands = 2; // that are named with an exit code

struct ServerGroup {
    OptionGroup group;
    const char *title; // for Text::tr()
};
constexpr ServerGroup kServerGroups[]{
    {OptionGroup::Connection, QT_TRANSLATE_NOOP("CommandLineProgram", "Connection")},
    {OptionGroup::ServerRequests, QT_TRANSLATE_NOOP("CommandLineProgram", "Server requests")},
    {OptionGroup::File, QT_TRANSLATE_NOOP("CommandLineProgram", "In a file")},
    {OptionGroup::Program, QT_TRANSLATE_NOOP("CommandLineProgram", "With a program")},
    {OptionGroup::Url, QT_TRANSLATE_NOOP("CommandLineProgram", "With a URL")},
    {OptionGroup::Authorization, QT_TRANSLATE_NOOP("CommandLineProgram", "Authorization")}};

QString paragraph(QStringView text)
{
    return wrapped(text, kWidth).join(u'\n') + u'\n';
}

// After an empty line.
QString heading(const QString &title)
{
    return u'\n' + title + u'\n';
}

// `lefts` line by line beside the text, which begins at a column.
QString columns(const QStringList &lefts, QStringView text, int column)
{
    QString all;
    const QStringList rights = wrapped(text, kWidth - column);
    qsizetype right = 0;
    for (qsizetype i = 0; i < lefts.size() || right < rights.size(); ++i) {
        const QString left = i < lefts.size() ? lefts[i] : QString();
        const int gap = column - cellWidth(left);
        QString line = left;
        if (gap > 0 && right < rights.size())
            line += QString(gap, u' ') + rights[right++];
        all += line + u'\n';
    }
    return all;
}

QString optionHelp(const Option &option)
{
    const QString name = QStringLiteral("  ") + option.name;
    QStringList lefts;
    for (const QStringView form : option.shown.split(u'|'))
        lefts += form.isEmpty() ? name : QString(name + u' ' + form);
    return columns(lefts, Text::tr(option.text), kOptionColumn);
}

// Logging in is what the auth commands are for: they describe its options themselves.
bool isDescribed(const Option &option, Commands commands)
{
    return option.group == OptionGroup::Own
        || (option.group == OptionGroup::Authorization && kAuthCommands.meets(commands));
}

QString ownOptionsHelp(Commands commands)
{
    QString text;
    for (const Option &option : optionRows()) {
        if (option.commands.meets(commands) && isDescribed(option, commands))
            text += optionHelp(option);
    }
    return text;
}

// Where the names begin beside the title of their group, in the language of the help.
int groupColumn()
{
    int longest = 0;
    for (const ServerGroup &each : kServerGroups)
        longest = std::max(longest, cellWidth(Text::tr(each.title)));
    return longest + 3; // two blanks before it, and one behind
}

// Their names only.
QString serverOptionNames(Commands commands)
{
    const int column = groupColumn();
    QString text;
    for (const ServerGroup &each : kServerGroups) {
        QStringList names;
        for (const Option &option : optionRows()) {
            if (option.group == each.group && option.commands.meets(commands)
                && !isDescribed(option, commands))
                names += option.name;
        }
        if (!names.isEmpty())
            text += columns({QStringLiteral("  ") + Text::tr(each.title)},
                names.join(QStringLiteral(", ")), column);
    }
    return text;
}

QString exitHelp(const ExitText &row, const QString &prefix)
{
    const QString text = prefix + Text::tr(row.text);
    return columns({QString::number(row.code).rightJustified(kExitColumn - 2)}, text, kExitColumn);
}

QString indented(QStringView lines, QStringView begin)
{
    QString text;
    for (const QStringView line : lines.split(u'\n'))
        text += begin + line + u'\n';
    return text;
}

QString titleOf(const CommandRow &command)
{
    return paragraph(QString(QStringLiteral("sonde-cli ") + command.words + QStringLiteral(": ")
               + Text::tr(command.summary)))
        + u'\n' + indented(command.usage, u"  sonde-cli ") + u'\n'
        + paragraph(Text::tr(command.text));
}

QString commandHelp(const CommandRow &command)
{
    QString text = titleOf(command) + heading(Text::tr("Options"))
        + ownOptionsHelp(command.commands)
        + columns({QStringLiteral("  --help")}, Text::tr("print this text"), kOptionColumn);
    if (const QString names = serverOptionNames(command.commands); !names.isEmpty())
        text += u'\n'
            + paragraph(command.usage.contains(u"SERVER")
                    ? Text::tr("SERVER is -- PROGRAM [ARG…], --url URL, --server NAME or "
                               "FILE.mcpb. Its options, which sonde-cli help options describes:")
                    : Text::tr("Options of a server with a URL, which sonde-cli help options "
                               "describes:"))
            + names;
    text += heading(Text::tr("Exit codes"));
    for (const ExitText &row : exitRows()) {
        if (row.commands.meets(command.commands))
            text += exitHelp(row, {});
    }
    return text + heading(Text::tr("Examples")) + indented(command.examples, u"  ");
}

QString commandLines(const QString &begin)
{
    QString text;
    for (const CommandRow &command : commandRows()) {
        if (begin.isEmpty() || QString(command.words).startsWith(begin))
            text += columns(
                {QStringLiteral("  ") + command.words}, Text::tr(command.summary), kOptionColumn);
    }
    return text;
}

// "tools", with a line for each of its commands.
QString groupHelp(const QString &noun)
{
    const QString begin = noun + u' ';
    QString usage;
    QString first;
    for (const CommandRow &command : commandRows()) {
        if (!QString(command.words).startsWith(begin))
            continue;
        usage += indented(command.usage, u"  sonde-cli ");
        if (first.isEmpty())
            first = command.words;
    }
    return QStringLiteral("sonde-cli ") + noun + QStringLiteral("\n\n") + usage
        + heading(Text::tr("Commands")) + commandLines(begin) + u'\n'
        + paragraph(Text::tr("For the options and examples of one of them: sonde-cli %1 --help")
                        .arg(first));
}

// "doctor: ", where few commands end with the code for this reason.
QString namesOf(Commands commands)
{
    QStringList names;
    for (const CommandRow &command : commandRows()) {
        if (command.commands.meets(commands))
            names += command.words;
    }
    return names.size() <= kFewCommands ? names.join(QStringLiteral(", ")) + QStringLiteral(": ")
                                        : QString();
}

} // namespace

QString mainHelp()
{
    return paragraph(Text::tr("sonde-cli: use MCP servers from the command line"))
        + QStringLiteral("\n  sonde-cli [options] COMMAND [ARGUMENT]… SERVER\n"
                         "  sonde-cli COMMAND --help\n\n")
        + paragraph(
            Text::tr("SERVER is -- PROGRAM [ARG…], or --url URL, or --server NAME: one of Sonde's "
                     "own servers, or of the file of a host with --config FILE; or FILE.mcpb, a "
                     "bundle. Options may be anywhere before --."))
        + heading(Text::tr("Commands")) + commandLines({}) + u'\n'
        + columns({QStringLiteral("  --help, -h")},
            Text::tr("print this text, or the help of a command"), kOptionColumn)
        + columns({QStringLiteral("  --version")},
            Text::tr("print the versions of Sonde and its libraries (--json)"), kOptionColumn)
        + u'\n'
        + paragraph(
            Text::tr("COMMAND --help lists options, exit codes and examples, sonde-cli help the "
                     "manual. Results go to standard output, everything else to standard error."));
}

QString shellHelp()
{
    QString text = Text::tr("The commands of the command line, without a server:") + u"\n\n";
    for (const CommandRow &command : commandRows()) {
        const QString usage = command.usage.split(u'\n').front().toString();
        if (command.commands.meets(kShellCommands))
            text += QStringLiteral("  ") + usage.section(QStringLiteral(" SERVER"), 0, 0) + u'\n';
    }
    return text + QStringLiteral("  exit (or Ctrl+D)\n\n")
        + paragraph(Text::tr("Options such as --json, --typed and --timeout may stand in each "
                             "line. Words with blanks are quoted as in a shell. A line that begins "
                             "with # is a comment. COMMAND --help describes a command."));
}

std::optional<QString> helpOf(const QString &command)
{
    if (command.isEmpty())
        return mainHelp();
    if (const CommandRow *found = findCommand(command))
        return commandHelp(*found);
    if (!wordsAfter(command).isEmpty())
        return groupHelp(command);
    return std::nullopt;
}

QString serverOptionsHelp()
{
    QString text = paragraph(
        Text::tr("SERVER is -- PROGRAM [ARG…]: Sonde starts the program and uses its stdin and "
                 "stdout (there is no shell in between: every ARG arrives unchanged). Or it is "
                 "--url URL, for a server that is already running; or --server NAME, for one of "
                 "Sonde's own servers, or of the file of a host with --config FILE; or FILE.mcpb "
                 "or FILE.dxt, a bundle, which is unpacked and started as a host does. These "
                 "options may be anywhere before --."));
    for (const ServerGroup &each : kServerGroups) {
        text += heading(Text::tr(each.title));
        if (each.group == OptionGroup::ServerRequests)
            text += paragraph(Text::tr("Without these options, no capability is declared and every "
                                       "server request is refused."));
        for (const Option &option : optionRows()) {
            if (option.group == each.group)
                text += optionHelp(option);
        }
    }
    return text;
}

QString wholeHelp()
{
    QString text = mainHelp() + heading(Text::tr("COMMANDS"));
    for (const CommandRow &command : commandRows()) {
        QString options;
        for (const Option &option : optionRows()) {
            if (option.group == OptionGroup::Own && option.commands.meets(command.commands))
                options += optionHelp(option);
        }
        text += u'\n' + titleOf(command)
            + (options.isEmpty() ? QString() : QString(heading(Text::tr("Options")) + options))
            + heading(Text::tr("Examples")) + indented(command.examples, u"  ");
    }
    text += heading(Text::tr("OPTIONS OF A SERVER")) + u'\n' + serverOptionsHelp()
        + heading(Text::tr("EXIT CODES")) + u'\n';
    for (const ExitText &row : exitRows())
        text += exitHelp(row, namesOf(row.commands));
    return text;
}

} // namespace sonde::cli
