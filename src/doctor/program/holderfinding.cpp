// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/holderfinding.h"

#include "base/secretplaces.h"
#include "doctor/base/doctortr.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxCommand = 200; // characters in a sentence

QString commandText(const HolderFacts &holder)
{
    return withoutSecrets(holder.command).join(u' ').left(kMaxCommand);
}

QString sinceText(const HolderFacts &holder)
{
    return holder.since.isValid() ? QLocale().toString(holder.since, QLocale::ShortFormat)
                                  : Text::tr("an unknown time");
}

// The words of a script's first line, where its program may be written with another path.
bool areOfFirstLine(const QStringList &words, const QStringList &firstLine)
{
    return words.size() == firstLine.size()
        && QFileInfo(words.front()).fileName() == QFileInfo(firstLine.front()).fileName()
        && std::equal(words.begin() + 1, words.end(), firstLine.begin() + 1);
}

// What stands before a program that a script's first line runs: the words of that line, or an
// interpreter and its options; the first line may have changed since. Of other words, such as those
// of tmux or sudo, the program is only an argument.
bool isRunBy(const QStringList &words, const QStringList &firstLine)
{
    return words.isEmpty() || areOfFirstLine(words, firstLine)
        || (isInterpreter(QFileInfo(words.front()).fileName())
            && std::all_of(words.begin() + 1, words.end(),
                [](const QString &word) { return word.startsWith(u'-'); }));
}

} // namespace

bool isSameCommand(const HolderFacts &holder, const ServerProgram &subject)
{
    const QStringList &arguments = subject.launch.arguments;
    const qsizetype before = holder.command.size() - arguments.size() - 1;
    if (before < 0 || holder.command.mid(before + 1) != arguments
        || !isRunBy(holder.command.mid(0, before), subject.runBy))
        return false;
    const QString script = subject.script();
    const bool isRelative = !script.isEmpty() && !script.startsWith(u'/');
    if (isRelative && !holder.folder.isEmpty() && holder.folder != subject.folder)
        return false;
    const QString &program = subject.launch.program;
    const QString &its = holder.command[before];
    return its == program || its == subject.resolved.file
        || (!program.contains(u'/') && QFileInfo(its).fileName() == program);
}

QString processText(const HolderFacts &holder)
{
    return Text::tr("pid %1, running since %2, “%3”")
        .arg(QString::number(holder.pid), sinceText(holder), commandText(holder));
}

QString holderText(const HolderFacts &holder, const ServerProgram &subject)
{
    if (!isSameCommand(holder, subject))
        return processText(holder);
    return Text::tr("pid %1 of an earlier start, running since %2, “%3”")
        .arg(QString::number(holder.pid), sinceText(holder), commandText(holder));
}

DoctorFinding holderFinding(const HolderKinds &kinds, const QString &line, const QString &what,
    const HolderFacts &holder, const ServerProgram &subject)
{
    return {isSameCommand(holder, subject) ? kinds.ofCopy : kinds.ofOther,
        {line, what, QString::number(holder.pid), sinceText(holder), commandText(holder)}};
}

} // namespace sonde::doctor
