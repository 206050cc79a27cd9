// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/loginpaths.h"

#include "base/programoutput.h"
#include "hosts/found/desktoppath.h"
#include "platform/processinfo.h"

#include <QFile>
#include <QFileInfo>
#include <QList>

#include <algorithm>

namespace sonde::hosts {

namespace {

// What the session of a desktop has where nothing else is set: /etc/login.defs, systemd.
const QString kUsualPath = QStringLiteral("/usr/local/bin:/usr/bin:/bin");

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

// The lines "NAME=value" of the variables that systemd gives to the programs of the user.
QList<QByteArray> systemdVariables()
{
    return programOutput(QStringLiteral("systemctl"),
        {QStringLiteral("--user"), QStringLiteral("show-environment")}, loginEnvironment())
        .split('\n');
}

QString valueIn(const QList<QByteArray> &lines, const QString &name)
{
    const QByteArray begin = name.toLatin1() + '=';
    const auto line = std::find_if(lines.begin(), lines.end(),
        [&begin](const QByteArray &each) { return each.startsWith(begin); });
    return line == lines.end() ? QString() : QFile::decodeName(line->mid(begin.size()));
}

} // namespace

// The marks tell the PATH from what the files of the shell print.
QString shellPath()
{
    const QString shell = qEnvironmentVariable("SHELL");
    const QString name = QFileInfo(shell).fileName();
    if (name != u"bash" && name != u"zsh" && name != u"sh" && name != u"dash" && name != u"ksh")
        return {}; // others have another syntax
    const QByteArray output = programOutput(shell,
        {QStringLiteral("-i"), QStringLiteral("-l"), QStringLiteral("-c"),
            QStringLiteral("printf '<sonde>%s</sonde>' \"$PATH\"")},
        loginEnvironment());
    const auto begin = output.indexOf("<sonde>");
    const auto end = output.indexOf("</sonde>", begin);
    return begin < 0 || end < 0 ? QString()
                                : QFile::decodeName(output.mid(begin + 7, end - begin - 7));
}

QString sessionPath()
{
    if (QString path = desktopPath(); !path.isEmpty())
        return path;
    const QString path = valueIn(systemdVariables(), QStringLiteral("PATH"));
    return path.isEmpty() ? kUsualPath : path;
}

std::optional<ProxyVariables> sessionProxies()
{
    if (auto proxies = desktopProxies(platform::kProcessRoot))
        return proxies;
    const QList<QByteArray> lines = systemdVariables();
    if (lines.size() < 2) // it does not run for this user
        return std::nullopt;
    return proxyVariables([&lines](const QString &name) { return valueIn(lines, name); });
}

} // namespace sonde::hosts
