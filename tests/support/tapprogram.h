// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"
#include "support/patience.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

namespace sonde::test {

// `sonde-cli tap --url`, with its recording in a folder of its own.
class TapProgram {
public:
    explicit TapProgram(const QUrl &server, const QStringList &options = {},
        QProcessEnvironment environment = cleanEnvironment())
    {
        m_process.setProcessEnvironment(environment);
        m_process.start(kCli,
            QStringList{QStringLiteral("tap"), QStringLiteral("--url"), server.toString(),
                QStringLiteral("--json"), QStringLiteral("--record"), m_folder.path()}
                + options);
        while (!m_process.canReadLine() && m_process.waitForReadyRead(kLongPatienceMs)) { }
        m_told = QJsonDocument::fromJson(m_process.readLine()).object();
    }
    ~TapProgram() { end(); }

    // The address for hosts; with another path if one is given.
    QUrl url(const QString &path = {}) const
    {
        QUrl url(m_told.value(u"url").toString());
        if (!path.isEmpty())
            url.setPath(path);
        return url;
    }
    QString recording() const { return m_told.value(u"recording").toString(); }
    // What it said on standard error, once it has ended.
    Run end()
    {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.terminate();
            m_run = finishedRun(m_process);
        }
        return m_run;
    }
    // The program that has started it ends.
    Run endStarter()
    {
        m_process.closeWriteChannel();
        m_run = finishedRun(m_process);
        return m_run;
    }
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }
    QByteArray recordedBytes() const
    {
        QFile file(recording());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList files() const
    {
        return QDir(m_folder.path()).entryList({QStringLiteral("*.sonde")});
    }

private:
    const QTemporaryDir m_folder;
    QProcess m_process;
    QJsonObject m_told;
    Run m_run;
};

} // namespace sonde::test
