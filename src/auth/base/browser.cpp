// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/browser.h"

#include <QProcess>

#include "auth/base/authtext.h"

namespace sonde::auth {

CommandBrowser::CommandBrowser(const QString &command)
{
    const QString chosen = command.isEmpty() ? qEnvironmentVariable("SONDE_BROWSER") : command;
    m_words = chosen.split(u' ', Qt::SkipEmptyParts);
    if (m_words.isEmpty())
        m_words = {QStringLiteral("xdg-open")};
}

Result<void> CommandBrowser::open(const QUrl &url)
{
    QProcess process;
    process.setProgram(m_words.front());
    process.setArguments(m_words.mid(1) + QStringList(url.toString(QUrl::FullyEncoded)));
    // What it prints must not stand among our own results.
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (process.startDetached())
        return {};
    return Error{.domain = Domain::Authorization,
        .sentence = AuthText::tr("Cannot start the browser “%1”: %2.")
                        .arg(m_words.front(), process.errorString())};
}

} // namespace sonde::auth
