// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/loginpaths.h"

#include "base/programoutput.h"
#include "hosts/found/desktoppath.h"
#include "hosts/found/systemdvariables.h"
#include "platform/processinfo.h"

#include <QFile>
#include <QFileInfo>

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

// The variables that systemd gives to the programs of the user; empty: it does not run for them.
QByteArray systemdVariables()
{
    return programOutput(QStringLiteral("systemctl"),
        {QStringLiteral("--user"), QStringLiteral("show-environment")}, loginEnvironment());
}

QString valueIn(const QByteArray &variables, const QString &name)
{
    return QFile::decodeName(systemdValue(variables, name.toLatin1()));
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
    const QByteArray variables = systemdVariables();
    if (variables.isEmpty())
        return std::nullopt;
    return proxyVariables([&variables](const QString &name) { return valueIn(variables, name); });
}

} // namespace sonde::hosts
