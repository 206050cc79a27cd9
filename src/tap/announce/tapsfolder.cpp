// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/announce/tapsfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringBuilder>

#include <array>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

constexpr std::size_t kMaxUserEntry = 16384;

QString homeOf(uid_t user)
{
    std::array<char, kMaxUserEntry> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    if (::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) == 0 && found
        && found->pw_dir && *found->pw_dir)
        return QFile::decodeName(found->pw_dir);
    return QDir::homePath(); // of a user without an entry, as in some containers
}

bool isOwnFolder(const QString &path, uid_t user)
{
    struct stat info { };
    return ::lstat(QFile::encodeName(path).constData(), &info) == 0 && S_ISDIR(info.st_mode)
        && info.st_uid == user;
}

} // namespace

TapMachine TapMachine::present()
{
    const uid_t user = ::geteuid();
    return {qEnvironmentVariable("SONDE_TAPS"), QStringLiteral("/run/user"), user, homeOf(user)};
}

QString tapsFolder(const TapMachine &machine)
{
    if (!machine.given.isEmpty())
        return machine.given;
    const QString run = machine.runRoot % u'/' % QString::number(machine.user);
    const QString below = isOwnFolder(run, machine.user)
        ? run
        : QString(machine.home % QStringLiteral("/.local/state"));
    return below % QStringLiteral("/sonde/taps");
}

bool makeTapsFolder(const QString &folder)
{
    const QFileInfo info(folder);
    if (!QDir().mkpath(info.absolutePath()))
        return false;
    const QByteArray path = QFile::encodeName(folder);
    ::mkdir(path.constData(), S_IRWXU);
    struct stat state { };
    return ::lstat(path.constData(), &state) == 0 && S_ISDIR(state.st_mode)
        && state.st_uid == ::geteuid() && (state.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

} // namespace sonde::tap
