// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/freeport.h"
#include "support/patience.h"
#include "support/places.h"
#include "support/recordedclient.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>

// Servers that others wrote, at the versions that tests/servers/npm/package-lock.json pins.
namespace sonde::test {

inline QString serversFolder()
{
    return sonde::test::sourcePath("tests/servers/npm/");
}

inline QString publishedServer(const QString &name)
{
    return serversFolder() + u"node_modules/@modelcontextprotocol/server-" + name
        + u"/dist/index.js";
}

inline QString everything()
{
    return publishedServer(QStringLiteral("everything"));
}

// Why tests with them cannot run; empty when they can.
inline QString missingServers()
{
    if (QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty())
        return QStringLiteral("There is no `node`: run ./dev test, which installs Node.js.");
    for (const char *name : {"everything", "filesystem", "memory"}) {
        if (!QFile::exists(publishedServer(QString::fromLatin1(name))))
            return QStringLiteral("The published servers are not installed: run ./dev test, which "
                                  "does it (npm ci).");
    }
    return {};
}

inline mcp::ClientConfig nodeConfig(const QStringList &arguments)
{
    mcp::ClientConfig config;
    config.endpoint.launch()->program = QStringLiteral("node");
    config.endpoint.launch()->arguments = arguments;
    return config;
}

inline mcp::ClientConfig urlConfig(const QUrl &url)
{
    mcp::ClientConfig config;
    config.endpoint = wire::HttpTarget();
    config.endpoint.target()->url = url;
    return config;
}

// A server of Node that says on stderr when it listens.
class NodeServer {
public:
    // `kind`: "modern", or what server-everything calls its way.
    explicit NodeServer(const QString &kind)
        : m_port(freePort())
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PORT"), QString::number(m_port));
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        QStringList arguments{
            QStringLiteral("--require"), sonde::test::sourcePath("tests/servers/published.cjs")};
        if (kind == QLatin1String("modern"))
            arguments << serversFolder() + u"modern.mjs" << QStringLiteral("--http")
                      << QString::number(m_port);
        else
            arguments << everything() << kind;
        m_process.start(QStringLiteral("node"), arguments);
        QByteArray said;
        while (!said.contains("on port") && m_process.waitForReadyRead(kLongPatienceMs))
            said += m_process.readAll();
    }
    ~NodeServer()
    {
        m_process.kill();
        m_process.waitForFinished(kLongPatienceMs);
    }
    QUrl url(const QString &path) const
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path));
    }

private:
    const quint16 m_port;
    QProcess m_process;
};

} // namespace sonde::test
