// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/thismachine.h"

#include "base/programoutput.h"
#include "hosts/found/loginpaths.h"
#include "hosts/found/runninghosts.h"
#include "platform/holders.h"
#include "platform/processinfo.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QSysInfo>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <iterator>
#include <limits>

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxProcessName = 15; // bytes, to which the system cuts it

// Both times are of the clock that goes on from the start of the kernel, which is not the one of
// /proc/uptime in each container.
QDateTime timeOfStart(std::uint64_t startedNs)
{
    timespec now{};
    if (::clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return {};
    const auto sinceBoot = std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    const auto age = sinceBoot - std::chrono::nanoseconds(startedNs);
    if (age < std::chrono::nanoseconds::zero()) // another clock counts here: not known
        return {};
    return QDateTime::currentDateTime().addMSecs(
        -std::chrono::duration_cast<std::chrono::milliseconds>(age).count());
}

HolderFacts holderOf(const platform::Holder &from)
{
    HolderFacts holder;
    holder.pid = from.process.id.pid;
    for (const std::string &word : from.command)
        holder.command << QString::fromStdString(word);
    holder.folder = QFile::decodeName(QByteArray::fromStdString(from.folder));
    holder.since = timeOfStart(from.process.startedNs);
    return holder;
}

std::vector<HolderFacts> holdersOf(const std::vector<platform::Holder> &all)
{
    std::vector<HolderFacts> holders;
    std::transform(all.begin(), all.end(), std::back_inserter(holders), holderOf);
    return holders;
}

} // namespace

FileFacts ThisMachine::file(const QString &path) const
{
    const QByteArray name = QFile::encodeName(path);
    struct stat info { };
    if (::stat(name.constData(), &info) != 0)
        return {};
    return {true, S_ISDIR(info.st_mode), ::access(name.constData(), X_OK) == 0,
        int(info.st_mode & 07777),
        QDateTime::fromMSecsSinceEpoch(
            qint64(info.st_mtim.tv_sec) * 1000 + info.st_mtim.tv_nsec / 1'000'000)};
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

QString ThisMachine::root() const
{
    return QStringLiteral("/");
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
    std::optional<std::uint64_t> oldest;
    for (const QString &entry : entriesOf(QString::fromStdString(root))) {
        bool isNumber = false;
        const pid_t pid = entry.toInt(&isNumber);
        const auto process = isNumber ? platform::readProcess(root, pid) : std::nullopt;
        if (process && process->name == name)
            oldest = std::min(oldest.value_or(process->startedNs), process->startedNs);
    }
    return oldest ? std::optional(timeOfStart(*oldest)) : std::nullopt;
}

std::optional<HolderFacts> ThisMachine::portHolder(quint16 port) const
{
    const auto holders = platform::readPortHolders(platform::kProcessRoot, port);
    return holders.empty() ? std::nullopt : std::optional(holderOf(holders.front()));
}

std::vector<HolderFacts> ThisMachine::lockHolders(const QString &path) const
{
    return holdersOf(platform::readLockHolders(
        platform::kProcessRoot, QFile::encodeName(realPath(path)).toStdString()));
}

std::vector<HolderFacts> ThisMachine::orphans() const
{
    return holdersOf(platform::readOrphans(platform::kProcessRoot));
}

std::optional<HolderFacts> ThisMachine::process(qint64 pid) const
{
    const auto holder = pid > 0 && pid <= std::numeric_limits<pid_t>::max()
        ? platform::readHolder(platform::kProcessRoot, pid_t(pid))
        : std::nullopt;
    return holder ? std::optional(holderOf(*holder)) : std::nullopt;
}

bool ThisMachine::hasEnded(qint64 pid) const
{
    if (pid <= 0 || pid > std::numeric_limits<pid_t>::max())
        return pid > 0;
    const auto process = platform::readProcess(platform::kProcessRoot, pid_t(pid));
    const bool isZombie = process && process->state == 'Z';
    return isZombie || (::kill(pid_t(pid), 0) != 0 && errno == ESRCH);
}

QString ThisMachine::shellPath() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_shellPath)
        m_shellPath = hosts::shellPath();
    return *m_shellPath;
}

QString ThisMachine::desktopPath() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_desktopPath)
        m_desktopPath = hosts::sessionPath();
    return *m_desktopPath;
}

hosts::ProxyVariables ThisMachine::ownProxies() const
{
    return hosts::proxyVariables([this](const QString &name) { return variable(name); });
}

std::optional<hosts::ProxyVariables> ThisMachine::desktopProxies() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_desktopProxies)
        m_desktopProxies = hosts::sessionProxies();
    return *m_desktopProxies;
}

std::vector<HostPath> ThisMachine::hostPaths() const
{
    std::vector<HostPath> paths;
    for (const hosts::RunningHost &running : hosts::runningHosts(platform::kProcessRoot))
        paths.push_back({running.host->name, running.pid, running.path, running.proxies});
    return paths;
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
    const QByteArray output = programOutput(program, arguments, variables);
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
