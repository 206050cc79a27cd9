// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/patience.h"
#include "support/places.h"

#include <QProcess>
#include <QStringList>
#include <QUrl>

namespace sonde::test {

// The demo server over HTTP.
class Demo {
public:
    explicit Demo(const QStringList &switches = {})
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(sonde::test::programPath("sonde-demo-server"),
            QStringList{QStringLiteral("--http"), QStringLiteral("127.0.0.1:0")} + switches);
        while (m_url.isEmpty() && m_process.waitForReadyRead(kPatienceMs)) {
            const QByteArray line = m_process.readAll();
            if (const auto at = line.indexOf("http://"); at >= 0)
                m_url = QUrl(QString::fromUtf8(line.mid(at).trimmed()));
        }
    }
    ~Demo()
    {
        m_process.terminate();
        m_process.waitForFinished(kPatienceMs);
    }
    QUrl url(const QString &path = QStringLiteral("/mcp")) const
    {
        QUrl url = m_url;
        url.setPath(path);
        return url;
    }

private:
    QProcess m_process;
    QUrl m_url;
};

} // namespace sonde::test
