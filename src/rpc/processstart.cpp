// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/processstart.h"

#include <QStringBuilder>

namespace sonde::rpc {

namespace {

// Session files contain these words, so they never change.
constexpr QStringView kPidMark = u" · pid ";
constexpr QStringView kFolderMark = u"in ";
constexpr QStringView kHiddenMark = u"=(hidden, ";

bool isVariable(const QString &line)
{
    const QString name = line.section(u'=', 0, 0);
    return name.size() < line.size() && !name.isEmpty() && !name.contains(u' ');
}

void readFirstLine(const QString &line, ProcessStart &start)
{
    const qsizetype at = line.lastIndexOf(kPidMark);
    start.program = line.left(at);
    start.pid = at < 0 ? 0 : line.mid(at + kPidMark.size()).toLongLong();
}

} // namespace

QString ProcessStart::recordedText() const
{
    QStringList lines{QString(program % kPidMark % QString::number(pid))};
    lines << command;
    if (!folder.isEmpty())
        lines << QString(kFolderMark % folder);
    return (lines << variables).join(u'\n');
}

ProcessStart ProcessStart::read(const QString &detail)
{
    const QStringList all = detail.split(u'\n');
    ProcessStart start;
    readFirstLine(all.first(), start);
    const QStringList lines = all.mid(1);
    qsizetype variables = lines.size();
    while (variables > 0 && isVariable(lines[variables - 1]))
        --variables;
    const bool hasFolder = variables > 0 && lines[variables - 1].startsWith(kFolderMark);
    qsizetype words = variables - 1;
    if (hasFolder) {
        start.folder = lines[words].mid(kFolderMark.size());
    } else { // a word like A=B is no variable
        variables = lines.size();
        while (variables > 0 && lines[variables - 1].contains(kHiddenMark))
            --variables;
        words = variables;
    }
    start.command = lines.mid(0, words);
    start.variables = lines.mid(variables);
    return start;
}

} // namespace sonde::rpc
