// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/helpcommand.h"

#include "base/formatting.h"
#include "cli/help/commandhelp.h"
#include "cli/help/helpmarkdown.h"
#include "cli/options/commandtable.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/table.h"
#include "cli/output/usageerror.h"
#include "help/helppages.h"

namespace sonde::cli {

namespace {

constexpr QLatin1String kServerOptions("options");
constexpr QLatin1String kEverything("all");

int listTopics(Output &out)
{
    Table table({{QStringLiteral("TOPIC")}, {QStringLiteral("TITLE")}});
    for (const help::Topic &topic : help::topics())
        table.addRow({topic.name, topic.title});
    out.write(table.text(out.width()));
    out.write(QString(u'\n'
        + Text::tr("To read a page: sonde-cli help TOPIC. For all commands and options: "
                   "sonde-cli --help.")
        + u'\n'));
    return kFine;
}

Error unknownTopic(const QString &name)
{
    QStringList names;
    for (const help::Topic &topic : help::topics())
        names += topic.name;
    const QStringList known = names + wordsAfter({}) + QStringList{kServerOptions, kEverything};
    return usageError(joinSentences({Text::tr("There is no help topic %1.").arg(quotedWord(name)),
        didYouMean(name, known), Text::tr("The topics are %1.").arg(listText(names))}));
}

} // namespace

Result<int> runHelp(const Line &line, Output &out, Output & /*err*/)
{
    QStringList arguments;
    for (const std::string &word : line.arguments())
        arguments << decodedWord(word);
    if (arguments.isEmpty())
        return listTopics(out);
    // A page may be called as a command is: `help tools` is the page, `tools --help` the command.
    if (const auto page = help::page(arguments.front()); page && arguments.size() == 1) {
        out.write(out.isTerminal() ? markdownText(*page, out.width()) : *page);
        return int(kFine);
    }
    const QString words = arguments.join(u' ');
    const auto text = words == kServerOptions ? std::optional(serverOptionsHelp())
        : words == kEverything                ? std::optional(wholeHelp())
                                              : helpOf(words);
    if (text) {
        out.write(*text);
        return int(kFine);
    }
    if (arguments.size() == 1)
        return unknownTopic(arguments.front());
    return usageError(Text::tr("“help” takes one topic, but %1 was given as well. Remove it.")
                          .arg(quotedWord(arguments[1])));
}

CommandRow helpCommand()
{
    return {
        .words = QLatin1String("help"),
        .commands = Command::HelpPage,
        .usage = u"help [TOPIC]\nhelp COMMAND\nhelp options\nhelp all",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "lists the help topics, or prints one"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints a page of the manual, or what COMMAND --help prints. options: the options of "
            "every command with a server. all: the help of every command."),
        .examples = u"sonde-cli help\n"
                    "sonde-cli help filter\n"
                    "sonde-cli help tools call",
        .most = kAnyNumber,
        .run = runHelp,
    };
}

} // namespace sonde::cli
