// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"
#include "support/hostvariables.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <cstdlib>
#include <functional>

#include <fcntl.h>
#include <unistd.h>

namespace sonde::test {

// A home folder and the folder of a project, for `sonde-cli hosts`.
class CliHome {
public:
    CliHome() { QDir(m_folder.path()).mkpath(QStringLiteral("project")); }

    bool isValid() const
    {
        return m_folder.isValid() && QDir(path(QStringLiteral("project"))).exists();
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QByteArray read(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString &name, const QByteArray &text) const
    {
        QDir().mkpath(QFileInfo(path(name)).absolutePath());
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(name));
    }
    // The copies of changed files.
    QStringList backups() const
    {
        return QDir(path(QStringLiteral("home/.local/share/sonde/hosts"))).entryList(QDir::Files);
    }

    QProcessEnvironment environment() const
    {
        QProcessEnvironment variables = cleanEnvironment();
        for (const char *name : kHostVariables)
            variables.remove(QString::fromLatin1(name));
        variables.insert(QStringLiteral("GEMINI_CLI_SYSTEM_SETTINGS_PATH"),
            path(QStringLiteral("system/settings.json")));
        variables.insert(QStringLiteral("HOME"), path(QStringLiteral("home")));
        variables.insert(QStringLiteral("COLUMNS"), QStringLiteral("400"));
        return variables;
    }
    void start(QProcess &process, const QStringList &arguments) const
    {
        process.setProcessEnvironment(environment());
        process.setWorkingDirectory(path(QStringLiteral("project")));
        process.start(kCli, QStringList(QStringLiteral("hosts")) + arguments);
    }
    Run hosts(const QStringList &arguments) const
    {
        QProcess process;
        process.setStandardInputFile(QProcess::nullDevice());
        start(process, arguments);
        return finishedRun(process);
    }
    // Types a response on a terminal as soon as it is asked for; `meanwhile` runs before.
    Run asked(const QStringList &arguments, const QByteArray &typed,
        const std::function<void()> &meanwhile = {}) const
    {
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
        const auto close = qScopeGuard([&] { ::close(terminal); });
        if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
            return {};
        QProcess process;
        process.setStandardInputFile(QString::fromLocal8Bit(::ptsname(terminal)));
        start(process, arguments);
        process.setReadChannel(QProcess::StandardError);
        QByteArray shown;
        while (!shown.contains("[y/N]") && process.waitForReadyRead(kDeadline))
            shown += process.readAllStandardError();
        if (!shown.contains("[y/N]"))
            return {};
        if (meanwhile)
            meanwhile();
        if (::write(terminal, typed.constData(), std::size_t(typed.size())) != typed.size())
            return {};
        Run run = finishedRun(process);
        run.err.prepend(shown);
        return run;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace sonde::test
