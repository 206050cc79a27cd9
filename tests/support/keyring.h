// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QString>

namespace sonde::test {

// A gnome-keyring on the session bus that this process was started with, which must be its own
// (LAUNCHER of sonde_test), with its files below a folder. Made before the first use of the bus.
class Keyring {
public:
    // Why there can be none; empty: there is.
    static QString missing()
    {
        for (const char *program : {"dbus-run-session", "gnome-keyring-daemon", "dbus-send"}) {
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
                return QLatin1String(program)
                    + QStringLiteral(" is not installed (./dev test installs it)");
        }
        return {};
    }

    explicit Keyring(const QString &folder)
    {
        for (const char *name : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"})
            qputenv(name, folder.toLocal8Bit());
        qunsetenv("XDG_CURRENT_DESKTOP");
        QProcess daemon;
        daemon.start(QStringLiteral("gnome-keyring-daemon"),
            {QStringLiteral("--unlock"), QStringLiteral("--components=secrets")});
        daemon.write("pw\n"); // an empty one would open a prompt
        daemon.closeWriteChannel();
        m_runs = daemon.waitForFinished() && daemon.exitCode() == 0;
    }

    bool runs() const { return m_runs; }
    // What was unlocked with it stays locked: its prompt is not seen.
    bool lock() const
    {
        return 0
            == QProcess::execute(QStringLiteral("dbus-send"),
                {QStringLiteral("--session"), QStringLiteral("--print-reply=literal"),
                    QStringLiteral("--dest=org.freedesktop.secrets"),
                    QStringLiteral("/org/freedesktop/secrets"),
                    QStringLiteral("org.freedesktop.Secret.Service.Lock"),
                    QStringLiteral("array:objpath:/org/freedesktop/secrets/collection/login")});
    }

private:
    bool m_runs = false;
};

} // namespace sonde::test
