// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/completioncommand.h"

#include "base/formatting.h"
#include "cli/help/completer.h"
#include "cli/help/completionscripts.h"
#include "cli/help/lasttools.h"
#include "cli/options/commandtable.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "config/profilestore.h"
#include "findings/page/rulepage.h"
#include "help/helppages.h"
#include "hosts/table/hosttable.h"
#include "mcp/message/revision.h"

#include <QFileInfo>

namespace sonde::cli {

namespace {

const QString kWords = QStringLiteral("words");

// The catalogue is read only for a line that names rules.
void addRules(const QStringList &words, Completer::Names &names)
{
    const QString last = words.isEmpty() ? QString() : words.back();
    if (!words.contains(QStringLiteral("rule")) && last != u"--select" && last != u"--ignore")
        return;
    const QStringList areas = findings::checkedAreas();
    QStringList rules = areas;
    for (const findings::Requirement *requirement : findings::checkedRequirements())
        rules << QString::fromStdString(requirement->id);
    names[QStringLiteral("ID")] = rules;
    names[QStringLiteral("--select")] = rules;
    names[QStringLiteral("--ignore")] = rules;
    names[QStringLiteral("--area")] = areas;
}

// The tools of the server that the line names, in the place of a name: tools call NAME.
void addTools(const QStringList &words, Completer::Names &names)
{
    const qsizetype option = words.lastIndexOf(QStringLiteral("--server"));
    if (option < 0 || option + 1 >= words.size() || !words.contains(QStringLiteral("tools")))
        return;
    const QString folder = QFileInfo(config::ProfileStore::defaultPath()).path();
    names[QStringLiteral("NAME")] = lastTools(folder, words[option + 1]);
}

// Only what can be known at once, without a server.
Completer::Names names(const QStringList &words)
{
    Completer::Names names;
    addRules(words, names);
    addTools(words, names);
    for (const hosts::Host &host : hosts::hostTable())
        names[QStringLiteral("HOST")] += host.id;
    for (const help::Topic &topic : help::topics())
        names[QStringLiteral("TOPIC")] += topic.name;
    names[QStringLiteral("COMMAND")] = wordsAfter({});
    names[QStringLiteral("SHELL")] = completionShells();
    names[QStringLiteral("--revision")] = mcp::knownRevisions();
    config::ProfileStore store;
    if (store.load()) {
        for (const config::Profile &profile : store.profiles())
            names[QStringLiteral("--server")] += profile.name;
    }
    return names;
}

int showWords(const QStringList &arguments, Output &out)
{
    const QString begun = arguments.isEmpty() ? QString() : arguments.front();
    const QStringList before = arguments.mid(1);
    const Completer completer(names(before));
    for (const QString &word : completer.words(before, begun))
        out.write(QString(word + u'\n'));
    return kFine;
}

} // namespace

int showCompletion(const QStringList &arguments, Output &out, Output &err)
{
    const QString shell = arguments.isEmpty() ? QString() : arguments.front();
    if (shell == kWords)
        return showWords(arguments.mid(1), out);
    const QByteArray script = completionScript(shell);
    if (script.isEmpty() || arguments.size() > 1) {
        err.complain(joinSentences({Text::tr("“completion” needs the name of a shell: %1.")
                                        .arg(listText(completionShells())),
            didYouMean(shell, completionShells())}));
        return kUsage;
    }
    out.write(QString::fromLatin1(script));
    return kFine;
}

// Its words are those of another line: main() runs it.
CommandRow completionCommand()
{
    return {
        .words = QLatin1String("completion"),
        .commands = Command::Completion,
        .usage = u"completion SHELL",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "prints the script with which a shell completes"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "SHELL is bash, zsh or fish. It then completes commands, options and names; see "
            "sonde-cli help command-line."),
        .examples = u"source <(sonde-cli completion bash)\n"
                    "sonde-cli completion fish > sonde-cli.fish",
        .most = kAnyNumber,
    };
}

} // namespace sonde::cli
