// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/thismachine.h"

#include "platform/processinfo.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSysInfo>

#include <algorithm>
#include <chrono>

#include <sys/stat.h>
#include <unistd.h>

namespace sonde::doctor {

namespace {

constexpr std::chrono::milliseconds kPatience{4000};
constexpr qsizetype kMaxOutput = 64 * 1024;
constexpr qsizetype kMaxProcessName = 15; // bytes, to which the system cuts it
// What the session of a desktop has where nothing else is set: /etc/login.defs, systemd.
const QString kUsualPath = QStringLiteral("/usr/local/bin:/usr/bin:/bin");

// What a program prints on stdout; empty if it fails or takes longer than kPatience.
QByteArray outputOf(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    // A session of its own: an interactive shell would otherwise take Sonde's terminal.
    process.setChildProcessModifier([] { ::setsid(); });
    process.start(program, arguments, QIODevice::ReadOnly);
    if (!process.waitForFinished(int(kPatience.count()))) {
        process.kill();
        process.waitForFinished(int(kPatience.count()));
        return {};
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return {};
    return process.read(kMaxOutput);
}

QProcessEnvironment loginEnvironment()
{
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    QProcessEnvironment environment;
    for (const char *name : {"HOME", "LOGNAME", "USER", "SHELL", "LANG", "XDG_RUNTIME_DIR",
             "DBUS_SESSION_BUS_ADDRESS"}) {
        const QString key = QString::fromLatin1(name);
        if (own.contains(key))
            environment.insert(key, own.value(key));
    }
    environment.insert(QStringLiteral("TERM"), QStringLiteral("dumb"));
    return environment;
}

// The marks tell the PATH from what the files of the shell print.
QString askShell()
{
    const QString shell = qEnvironmentVariable("SHELL");
    const QString name = QFileInfo(shell).fileName();
    if (name != u"bash" && name != u"zsh" && name != u"sh" && name != u"dash" && name != u"ksh")
        return {}; // others have another syntax
    const QByteArray output = outputOf(shell,
        {QStringLiteral("-i"), QStringLiteral("-l"), QStringLiteral("-c"),
            QStringLiteral("printf '<sonde>%s</sonde>' \"$PATH\"")},
        loginEnvironment());
    const auto begin = output.indexOf("<sonde>");
    const auto end = output.indexOf("</sonde>", begin);
    return begin < 0 || end < 0 ? QString()
                                : QFile::decodeName(output.mid(begin + 7, end - begin - 7));
}

QString askSession()
{
    const QByteArray output = outputOf(QStringLiteral("systemctl"),
        {QStringLiteral("--user"), QStringLiteral("show-environment")}, loginEnvironment());
    for (const QByteArray &line : output.split('\n')) {
        if (line.startsWith("PATH="))
            return QFile::decodeName(line.mid(5));
    }
    return kUsualPath;
}

} // namespace

FileFacts ThisMachine::file(const QString &path) const
{
    const QByteArray name = QFile::encodeName(path);
    struct stat info { };
    if (::stat(name.constData(), &info) != 0)
        return {};
    return {true, S_ISDIR(info.st_mode), ::access(name.constData(), X_OK) == 0,
        int(info.st_mode & 07777)};
}

// Only of regular files: reading a pipe or a device could block.
QByteArray ThisMachine::beginning(const QString &path, qsizetype bytes) const
{
    struct stat info { };
    if (::stat(QFile::encodeName(path).constData(), &info) != 0 || !S_ISREG(info.st_mode))
        return {};
    QFile opened(path);
    return opened.open(QIODevice::ReadOnly) ? opened.read(bytes) : QByteArray();
}

QStringList ThisMachine::entriesOf(const QString &folder) const
{
    return QDir(folder)
        .entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name)
        .mid(0, kMaxEntries);
}

QString ThisMachine::realPath(const QString &path) const
{
    return QFileInfo(path).canonicalFilePath();
}

QString ThisMachine::home() const
{
    return QDir::homePath();
}

QString ThisMachine::architecture() const
{
    return QSysInfo::currentCpuArchitecture();
}

QString ThisMachine::ownPath() const
{
    return qEnvironmentVariable("PATH");
}

QString ThisMachine::variable(const QString &name) const
{
    return qEnvironmentVariable(name.toLatin1().constData());
}

std::optional<QDateTime> ThisMachine::runningSince(const QString &program) const
{
    const std::string root = platform::kProcessRoot;
    const std::string name = QFile::encodeName(program).left(kMaxProcessName).toStdString();
    const std::uint64_t uptime = platform::readUptimeNs(root);
    std::optional<std::uint64_t> oldest;
    for (const QString &entry : entriesOf(QString::fromStdString(root))) {
        bool isNumber = false;
        const pid_t pid = entry.toInt(&isNumber);
        const auto process = isNumber ? platform::readProcess(root, pid) : std::nullopt;
        if (process && process->name == name)
            oldest = std::min(oldest.value_or(process->startedNs), process->startedNs);
    }
    if (!oldest)
        return {};
    // The uptime is in whole seconds, so a process of this second is ahead of it.
    const auto age = std::chrono::nanoseconds(uptime - std::min(uptime, *oldest));
    return QDateTime::currentDateTime().addMSecs(
        -std::chrono::duration_cast<std::chrono::milliseconds>(age).count());
}

QString ThisMachine::shellPath() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_shellPath)
        m_shellPath = askShell();
    return *m_shellPath;
}

QString ThisMachine::desktopPath() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_desktopPath)
        m_desktopPath = askSession();
    return *m_desktopPath;
}

QString ThisMachine::firstLine(const QString &program, const QStringList &arguments,
    const std::vector<QByteArray> &environment) const
{
    QProcessEnvironment variables;
    for (const QByteArray &entry : environment) {
        const auto equals = entry.indexOf('=');
        if (equals > 0)
            variables.insert(QString::fromLocal8Bit(entry.left(equals)),
                QString::fromLocal8Bit(entry.mid(equals + 1)));
    }
    const QByteArray output = outputOf(program, arguments, variables);
    return QString::fromUtf8(output.left(output.indexOf('\n')).left(200)).trimmed();
}

QString findInPath(const Machine &machine, const QString &path, const QString &name)
{
    for (const QString &folder : path.split(u':', Qt::SkipEmptyParts)) {
        QString file = folder + u'/' + name;
        const FileFacts facts = machine.file(file);
        if (facts.exists && !facts.isFolder && facts.isExecutable)
            return file;
    }
    return {};
}

} // namespace sonde::doctor
