// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/shebang.h"

#include <QFileInfo>

#include <algorithm>

namespace sonde::doctor {

namespace {

bool isEnv(const QString &interpreter)
{
    return QFileInfo(interpreter).fileName() == u"env";
}

// The system passes the rest of the line as one argument, and env finds a program with it; with -S,
// env splits it. What env sets and its options are gone when the program runs.
QStringList wordsOf(const QString &interpreter, const QByteArray &rest)
{
    const QString text = QString::fromLocal8Bit(rest);
    if (interpreter.isEmpty())
        return {};
    if (!isEnv(interpreter))
        return rest.isEmpty() ? QStringList(interpreter) : QStringList{interpreter, text};
    if (!text.startsWith(u'-'))
        return QStringList(text);
    QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    const auto first = std::find_if(words.begin(), words.end(),
        [](const QString &word) { return !word.startsWith(u'-') && !word.contains(u'='); });
    words.erase(words.begin(), first);
    return words;
}

} // namespace

Shebang shebangOf(const QByteArray &beginning)
{
    if (!beginning.startsWith("#!"))
        return {};
    QByteArray line = beginning.mid(2, beginning.indexOf('\n') - 2).left(Shebang::kMaxLine);
    Shebang shebang;
    shebang.hasCarriageReturn = line.endsWith('\r');
    line = line.trimmed();
    const auto blank = line.indexOf(' ');
    shebang.interpreter = QString::fromLocal8Bit(blank < 0 ? line : line.left(blank));
    QByteArray rest = blank < 0 ? QByteArray() : line.mid(blank).trimmed();
    shebang.words = wordsOf(shebang.interpreter, rest);
    if (rest.startsWith("-S "))
        rest = rest.mid(3).trimmed();
    const auto end = rest.indexOf(' ');
    shebang.argument = QString::fromLocal8Bit(end < 0 ? rest : rest.left(end));
    return shebang;
}

QString Shebang::programName() const
{
    return isEnv(interpreter) ? argument : QFileInfo(interpreter).fileName();
}

} // namespace sonde::doctor
