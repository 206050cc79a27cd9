// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/commandtext.h"

#include "base/secretplaces.h"

#include <QFileInfo>
#include <QStringBuilder>

namespace sonde::tap {

namespace {

constexpr qsizetype kMaxCommandText = 16 * 1024;

} // namespace

QString recordedArguments(const std::vector<std::string> &arguments)
{
    QStringList lines;
    for (const std::string &argument : withoutSecrets(arguments))
        lines << QString::fromStdString(argument);
    return lines.join(u'\n').left(kMaxCommandText);
}

QString recordedHost(qint64 pid, const std::vector<std::string> &commandLine)
{
    QString number = QStringLiteral("pid %1").arg(pid);
    if (commandLine.empty())
        return number;
    const QString program = QFileInfo(QString::fromStdString(commandLine.front())).fileName();
    return program % QStringLiteral(" · ") % number % u'\n' % recordedArguments(commandLine);
}

} // namespace sonde::tap
