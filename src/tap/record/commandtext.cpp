// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/commandtext.h"

#include "trace/transfer/redactor.h"

#include <QFileInfo>
#include <QStringBuilder>

#include <string_view>

namespace sonde::tap {

namespace {

constexpr qsizetype kMaxCommandText = 16 * 1024;

bool namesSecret(std::string_view option)
{
    const auto name = option.find_first_not_of('-');
    return option.starts_with('-') && name != std::string_view::npos
        && trace::Redactor::isSecret(option.substr(name));
}

void hide(std::string &text, std::size_t from)
{
    for (std::size_t i = from; i < text.size(); ++i)
        text[i] = '*';
}

} // namespace

QString recordedArguments(const std::vector<std::string> &arguments)
{
    auto redactor = trace::Redactor::create();
    QStringList lines;
    bool secretFollows = false;
    for (std::string argument : arguments) {
        const auto equals = argument.find('=');
        if (secretFollows)
            hide(argument, 0);
        else if (equals != std::string::npos && namesSecret(argument.substr(0, equals)))
            hide(argument, equals + 1);
        else if (redactor)
            redactor.value().redact(argument);
        secretFollows = !secretFollows && namesSecret(argument);
        lines << QString::fromStdString(argument);
    }
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
