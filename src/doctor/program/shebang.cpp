// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/shebang.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

bool isEnv(const QString &interpreter)
{
    return QFileInfo(interpreter).fileName() == u"env";
}

// An option of env whose value is the next word: -u NAME, -iC FOLDER.
bool takesValue(const QString &option)
{
    static const QRegularExpression options(
        QStringLiteral("^(?:-[iv0]*[uCaP]|--(?:unset|chdir|argv0))$"));
    return options.match(option).hasMatch();
}

// The words that env runs: without its options and the variables that it sets.
QStringList withoutOptions(QStringList words)
{
    while (!words.isEmpty() && words.front().startsWith(u'-'))
        words.remove(0, takesValue(words.front()) ? std::min<qsizetype>(2, words.size()) : 1);
    while (!words.isEmpty() && words.front().contains(u'='))
        words.removeFirst();
    return words;
}

// The system passes the rest of the line as one argument, and env looks for a program of that name;
// with -S, env splits it into words.
QStringList wordsOf(const QString &interpreter, const QString &rest)
{
    if (interpreter.isEmpty())
        return {};
    if (!isEnv(interpreter))
        return rest.isEmpty() ? QStringList(interpreter) : QStringList{interpreter, rest};
    static const QRegularExpression split(QStringLiteral("^(?:-[iv0]*S|--split-string=)\\s*"));
    const auto match = split.match(rest);
    if (!match.hasMatch())
        return rest.isEmpty() ? QStringList() : QStringList(rest);
    return withoutOptions(
        rest.mid(match.capturedEnd()).simplified().split(u' ', Qt::SkipEmptyParts));
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
    const QByteArray rest = blank < 0 ? QByteArray() : line.mid(blank).trimmed();
    shebang.words = wordsOf(shebang.interpreter, QString::fromLocal8Bit(rest));
    return shebang;
}

QString Shebang::programName() const
{
    if (!isEnv(interpreter))
        return QFileInfo(interpreter).fileName();
    return words.isEmpty() ? QString() : words.front().section(u' ', 0, 0);
}

} // namespace sonde::doctor
