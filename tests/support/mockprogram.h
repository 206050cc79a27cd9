// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"
#include "support/patience.h"

#include <QUrl>

#include <csignal>

namespace sonde::test {

// `sonde-cli mock --http`.
class MockProgram {
public:
    explicit MockProgram(const QString &recording, const QStringList &options = {})
    {
        m_process.setProcessEnvironment(cleanEnvironment());
        m_process.start(kCli,
            QStringList{
                QStringLiteral("mock"), recording, QStringLiteral("--http"), QStringLiteral("0")}
                + options);
        while (!m_process.canReadLine() && m_process.waitForReadyRead(kLongPatienceMs)) { }
        m_url = QUrl(QString::fromUtf8(m_process.readLine().trimmed()));
    }
    ~MockProgram() { interrupt(); }

    QUrl url(const QString &path) const
    {
        QUrl url = m_url;
        url.setPath(path);
        return url;
    }
    // What it said on standard error, once it has ended.
    Run interrupt()
    {
        if (m_process.state() != QProcess::NotRunning) {
            ::kill(pid_t(m_process.processId()), SIGINT);
            m_run = finishedRun(m_process);
        }
        return m_run;
    }

private:
    QProcess m_process;
    QUrl m_url;
    Run m_run;
};

} // namespace sonde::test
