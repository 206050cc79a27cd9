// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/desktoppath.h"

#include "hosts/found/programvariables.h"
#include "platform/processinfo.h"

#include <QDir>
#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>

namespace sonde::hosts {

namespace {

// As the system cuts the names of programs, at 15 bytes.
constexpr std::array<std::string_view, 18> kSessions{"gnome-shell", "gnome-session-b",
    "plasmashell", "ksmserver", "xfce4-session", "cinnamon-sessio", "mate-session", "lxqt-session",
    "lxsession", "budgie-panel", "cosmic-session", "sway", "Hyprland", "niri", "river", "i3",
    "openbox", "awesome"};

// Of the session process; none for one of another user.
ProgramVariables desktopVariables(const std::string &processes)
{
    const QDir folder(QString::fromStdString(processes));
    for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const pid_t pid = name.toInt(&isNumber);
        const auto process = isNumber ? platform::readProcess(processes, pid) : std::nullopt;
        if (!process
            || std::find(kSessions.begin(), kSessions.end(), process->name) == kSessions.end())
            continue;
        ProgramVariables variables = programVariables(processes, pid);
        if (!variables.path.isEmpty())
            return variables;
    }
    return {};
}

} // namespace

QString desktopPath(const std::string &processes)
{
    return desktopVariables(processes).path;
}

std::optional<ProxyVariables> desktopProxies(const std::string &processes)
{
    const ProgramVariables variables = desktopVariables(processes);
    return variables.path.isEmpty() ? std::nullopt : std::optional(variables.proxies);
}

QString desktopPath()
{
    return desktopPath(platform::kProcessRoot);
}

} // namespace sonde::hosts
