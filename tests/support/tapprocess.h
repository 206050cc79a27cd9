// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"
#include "support/patience.h"

#include <QDir>
#include <QFileInfo>

namespace sonde::test {

// A host that has started its server through `sonde-cli tap`.
class TapProcess {
public:
    // The tap is found in `folder`/taps and records into `folder`.
    TapProcess(const QString &name, const QString &folder, const QStringList &server)
        : TapProcess(folder,
            QStringList{QStringLiteral("tap"), QStringLiteral("--name"), name,
                QStringLiteral("--record"), folder, QStringLiteral("--")}
                + server)
    {
    }
    // Another command that windows find there.
    TapProcess(const QString &folder, const QStringList &arguments)
    {
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert(QStringLiteral("SONDE_TAPS"), folder + QStringLiteral("/taps"));
        m_process.setProcessEnvironment(environment);
        m_process.start(kCli, arguments);
        m_process.waitForStarted(kPatienceMs);
    }
    ~TapProcess()
    {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }
    TapProcess(const TapProcess &) = delete;
    TapProcess &operator=(const TapProcess &) = delete;

    static QByteArray initialize(const QByteArray &host)
    {
        return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":)"
               R"("2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":")"
            + host + R"(","version":"2.0"}}})";
    }

    void send(const QByteArray &line) { m_process.write(line + '\n'); }
    // Whether the server has sent this; it is looked for behind what was found before.
    bool receives(const QByteArray &text)
    {
        return QTest::qWaitFor(
            [&] {
                m_received += m_process.readAllStandardOutput();
                const auto at = m_received.indexOf(text, m_seen);
                if (at < 0)
                    return false;
                m_seen = at + text.size();
                return true;
            },
            kPatienceMs);
    }
    bool opens(const QByteArray &host)
    {
        send(initialize(host));
        const bool answered = receives("\"id\":0");
        send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        return answered;
    }
    // Closes the server's input, as a host does that is done.
    bool ends()
    {
        m_process.closeWriteChannel();
        return hasEnded();
    }
    bool hasEnded()
    {
        return QTest::qWaitFor(
            [this] { return m_process.state() == QProcess::NotRunning; }, kPatienceMs);
    }
    const QByteArray &received() const { return m_received; }
    QProcess &process() { return m_process; }

private:
    QProcess m_process;
    QByteArray m_received;
    qsizetype m_seen = 0;
};

} // namespace sonde::test
