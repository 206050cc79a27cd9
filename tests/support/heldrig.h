// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"

#include <algorithm>
#include <memory>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sonde::test {

// Open servers of a test (sonde-cli open), in a folder of its own.
class HeldRig {
protected:
    bool begin()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        return m_folder->isValid();
    }
    // Closes what the test has left open.
    void end()
    {
        for (const char *name : {"demo", "brief"})
            run({QStringLiteral("close"), QString::fromLatin1(name)});
        m_folder.reset();
    }

    QString file(const QString &name) const { return m_folder->filePath(name); }

    Run run(const QStringList &arguments) const
    {
        QProcess process;
        prepare(process);
        process.start(kCli, arguments);
        return finishedRun(process);
    }
    std::unique_ptr<QProcess> begun(const QStringList &arguments) const
    {
        auto process = std::make_unique<QProcess>();
        prepare(*process);
        process->start(kCli, arguments);
        return process;
    }

    // The server "demo", which is recorded in held.sonde.
    Run open(const QStringList &options = {}) const
    {
        return openWith(options + QStringList{QStringLiteral("--"), kDemo});
    }
    Run openWith(const QStringList &server) const
    {
        return run(
            QStringList{QStringLiteral("open"), QStringLiteral("--as"), QStringLiteral("demo"),
                QStringLiteral("--record"), file(QStringLiteral("held.sonde"))}
            + server);
    }
    Run on(const QStringList &arguments) const { return run(onDemo(arguments)); }
    std::unique_ptr<QProcess> start(const QStringList &arguments) const
    {
        return begun(onDemo(arguments));
    }
    // How many messages of the recording match.
    int count(const QString &filter) const
    {
        return run({QStringLiteral("trace"), QStringLiteral("filter"),
                       file(QStringLiteral("held.sonde")), filter, QStringLiteral("--count")})
            .out.trimmed()
            .toInt();
    }

    // A socket that is connected to this one; -1: nobody listens.
    static int connectedTo(const QString &path)
    {
        const QByteArray name = path.toUtf8();
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (std::size_t(name.size()) >= sizeof address.sun_path)
            return -1;
        std::copy(name.begin(), name.end(), address.sun_path);
        const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(socket, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0)
            return socket;
        ::close(socket);
        return -1;
    }

    // Waits until the process has printed this.
    static bool says(QProcess &process, QProcess::ProcessChannel channel, const QByteArray &text)
    {
        QByteArray printed;
        process.setReadChannel(channel);
        while (!printed.contains(text) && process.waitForReadyRead(kDeadline))
            printed += process.readAll();
        return printed.contains(text);
    }

private:
    static QStringList onDemo(const QStringList &arguments)
    {
        return QStringList{QStringLiteral("--on"), QStringLiteral("demo")} + arguments;
    }
    void prepare(QProcess &process) const
    {
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert(QStringLiteral("SONDE_TAPS"), file(QStringLiteral("taps")));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), file(QStringLiteral("data")));
        process.setProcessEnvironment(environment);
        process.setStandardInputFile(QProcess::nullDevice());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace sonde::test
