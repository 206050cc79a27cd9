// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/argumentcheck.h"

#include "base/formatting.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

namespace sonde::cli {

namespace {

// Also for "list", "tools-list" and "toolslist".
QString didYouMeanCommand(const QString &word)
{
    QStringList all = wordsAfter({});
    for (const CommandRow &row : commandRows()) {
        const QString words = row.words;
        if (words.section(u' ', 1) == word)
            return didYouMean(words, {words});
        all += words;
    }
    return didYouMean(word, all);
}

// "tools list, tools show NAME, tools call NAME"
QString commandsOf(const QString &noun)
{
    QStringList all;
    for (const CommandRow &row : commandRows()) {
        if (QString(row.words).startsWith(noun + u' '))
            all += synopsis(row, Arguments::Required);
    }
    return listText(all);
}

Error unknownCommand(const std::vector<std::string> &words)
{
    if (words.empty())
        return usageError(
            Text::tr("The command is missing. Use tools list, tools call NAME, resources read URI, "
                     "prompts get NAME, request METHOD or info."));
    const QString noun = decodedWord(words.front());
    const QStringList next = noun.isEmpty() ? QStringList() : wordsAfter(noun);
    if (next.isEmpty())
        return usageError(joinSentences(
            {Text::tr("There is no command %1.").arg(quotedWord(noun)), didYouMeanCommand(noun),
                Text::tr("The commands are %1.").arg(listText(wordsAfter({})))}));
    const QString word = words.size() < 2 ? QString() : decodedWord(words[1]);
    return usageError(joinSentences(
        {word.isEmpty() ? Text::tr("“%1” is not a complete command.").arg(noun)
                        : Text::tr("There is no command “%1 %2”.").arg(noun, harmlessLine(word)),
            didYouMean(word, next), Text::tr("Use one of: %1.").arg(commandsOf(noun))}));
}

} // namespace

Error missingArgument(const Line &line, std::size_t index)
{
    return usageError(Text::tr(line.row->missing.at(index).data()));
}

Error surplusArgument(const Line &line, const std::string &word)
{
    const QString command = synopsis(*line.row, Arguments::All);
    const QString shown = quotedWord(decodedWord(word));
    const bool wasMeantAsOption = word.starts_with('-') && !line.isSeparated;
    if (wasMeantAsOption && !line.needsServer())
        return noOption(line.row->words, decodedWord(word), line.commands);
    if (line.has("--url") || !line.commands.meets(kClientCommands.with(Command::TapProgram)))
        return usageError(Text::tr("“%1” takes no further argument, but %2 was given. Remove it.")
                              .arg(command, shown));
    if (!line.isSeparated)
        return usageError(
            Text::tr("“%1” takes no further argument, but %2 was given. Put -- before the server's "
                     "program.")
                .arg(command, shown));
    return usageError(
        Text::tr("“%1” takes no further argument, but %2 was given. Remove it, or put it after --.")
            .arg(command, shown));
}

Result<void> checkArguments(const Line &line)
{
    if (!line.row)
        return unknownCommand(line.words);
    const std::vector<std::string> arguments = line.arguments();
    for (std::size_t i = 0; i < line.row->missing.size(); ++i) {
        const bool isMissing = i >= arguments.size() || arguments[i].empty();
        if (isMissing && !line.row->missing.at(i).isEmpty())
            return missingArgument(line, i);
    }
    const int most = line.row->most;
    if (most != kAnyNumber && arguments.size() > std::size_t(most))
        return surplusArgument(line, arguments[std::size_t(most)]);
    return {};
}

} // namespace sonde::cli
