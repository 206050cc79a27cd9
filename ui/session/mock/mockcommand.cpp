// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/mockcommand.h"

#include "trace/transfer/shellword.h"

namespace sonde::session {

QStringList MockCommand::arguments() const
{
    QStringList words{QStringLiteral("mock"), recording};
    const auto add = [&words](const char *option, const QString &value) {
        if (!value.isEmpty())
            words << QLatin1String(option) << value;
    };
    add("--responses", responses);
    add("--otherwise", otherwise);
    add("--speed", speed);
    add("--http", port ? QString::number(*port) : QString());
    if (reportsUses)
        words << QStringLiteral("--uses");
    return words;
}

QString MockCommand::line(const QString &program) const
{
    QStringList words;
    for (const QString &word : QStringList(program) + arguments())
        words << QString::fromStdString(trace::shellWord(word.toStdString()));
    return words.join(u' ');
}

} // namespace sonde::session
