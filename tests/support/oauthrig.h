// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser/embeddedbrowser.h"
#include "support/patience.h"
#include "support/places.h"
#include "json/document.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QUrl>

#include <unistd.h>

namespace sonde::test {

// A real authorization server and an MCP server that wants its tokens (tests/servers/oauth), for
// pages that sonde-browser shows.
class OAuthRig {
public:
    // Why there can be none; empty: there is. Chromium has no sandbox for root, which tests may be.
    static QString missing()
    {
        if (::geteuid() == 0)
            qputenv("QTWEBENGINE_DISABLE_SANDBOX", "1");
        if (auth::EmbeddedBrowser::installedProgram().isEmpty())
            return QStringLiteral("sonde-browser is not built: there is no Qt WebEngine.");
        if (QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty())
            return QStringLiteral("There is no `node`: run ./dev test, which installs Node.js.");
        if (const int version = nodeVersion(); version < kOldestNode)
            return QStringLiteral("The authorization server wants Node.js %1 or later; this is %2.")
                .arg(kOldestNode)
                .arg(version);
        if (!QFile::exists(folder() + QStringLiteral("node_modules/oidc-provider/package.json")))
            return QStringLiteral("The authorization server is not installed: run ./dev test, "
                                  "which does it (npm ci).");
        return {};
    }

    // `script` runs in each page and plays the person.
    explicit OAuthRig(const QByteArray &script)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral("node"),
            {folder() + QStringLiteral("rig.mjs"), QString::fromUtf8(script)});
        const json::Document said = json::Document::parse(Bytes::fromByteArray(line()));
        server = QUrl(said.root()["resource"].toString());
        issuer = said.root()["issuer"].toString();
        clientDocument = QUrl(said.root()["document"].toString());
    }
    ~OAuthRig()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(kLongPatienceMs))
            m_process.kill();
        m_process.waitForFinished(kLongPatienceMs);
    }

    // The tokens so far are good no longer; nor are the refresh tokens.
    bool expireTokens() { return say("expire\n"); }
    bool revokeRefreshTokens() { return say("revoke\n"); }
    // Of tokens from now on.
    bool setLife(int seconds) { return say("life " + QByteArray::number(seconds) + '\n'); }

    QUrl server, clientDocument;
    QString issuer;

private:
    static constexpr int kOldestNode = 20; // for oidc-provider

    static int nodeVersion() // "v20.20.2" is 20
    {
        QProcess node;
        node.start(QStringLiteral("node"), {QStringLiteral("--version")});
        if (!node.waitForFinished(kLongPatienceMs))
            return 0;
        return node.readAllStandardOutput().mid(1).split('.').first().toInt();
    }

    static QString folder() { return sonde::test::sourcePath("tests/servers/oauth/"); }
    QByteArray line()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(kLongPatienceMs)) { }
        return m_process.readLine();
    }
    bool say(const QByteArray &word)
    {
        m_process.write(word);
        return line() == word;
    }

    QProcess m_process;
};

} // namespace sonde::test
