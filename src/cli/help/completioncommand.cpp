// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/completioncommand.h"

#include "base/formatting.h"
#include "cli/help/completer.h"
#include "cli/help/completionscripts.h"
#include "cli/options/commandtable.h"
#include "cli/options/suggestion.h"
#include "cli/output/exitcode.h"
#include "cli/output/text.h"
#include "config/profilestore.h"
#include "help/helppages.h"
#include "hosts/hosttable.h"
#include "mcp/message/revision.h"

namespace sonde::cli {

namespace {

const QString kWords = QStringLiteral("words");

// Only what can be known at once, without a server.
Completer::Names names()
{
    Completer::Names names;
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
    const Completer completer(names());
    for (const QString &word : completer.words(arguments.mid(1), begun))
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
        .summary = u"prints the script with which a shell completes",
        .text = u"SHELL is bash, zsh or fish. It then completes commands, options and names; see "
                "sonde-cli help command-line.",
        .examples = u"source <(sonde-cli completion bash)\n"
                    "sonde-cli completion fish > sonde-cli.fish",
        .most = kAnyNumber,
    };
}

} // namespace sonde::cli
