// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hostsystemcheck.h"

#include "base/formatting.h"
#include "config/entryparts.h"
#include "doctor/program/serverprogram.h"
#include "hosts/entries/entrywords.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

using Findings = std::vector<DoctorFinding>;

// The name of a program of any system: "npx" of C:\node\npx.
QString nameOf(const QString &program)
{
    static const QRegularExpression above(QStringLiteral("^.*[/\\\\]"));
    QString name = program.toLower();
    name.remove(above);
    if (name.endsWith(QLatin1String(".exe")))
        name.chop(4);
    return name;
}

// npm installs them as scripts of cmd.exe: npx.cmd, and no npx.exe.
bool isNpmScript(const QString &program)
{
    static const QStringList scripts{QStringLiteral("npx"), QStringLiteral("npm"),
        QStringLiteral("pnpm"), QStringLiteral("pnpx"), QStringLiteral("yarn")};
    return scripts.contains(nameOf(program));
}

bool isHost(const hosts::Host &host, std::initializer_list<const char *> ids)
{
    return std::any_of(
        ids.begin(), ids.end(), [&host](const char *id) { return host.id == QLatin1String(id); });
}

// The program behind "cmd /c", which is the first word of it.
QString startedBy(const hosts::HostEntry &entry)
{
    const bool isCmd = nameOf(entry.program) == u"cmd" && entry.arguments.size() > 1
        && entry.arguments.front().compare(u"/c", Qt::CaseInsensitive) == 0;
    return isCmd ? entry.arguments[1] : entry.program;
}

// Words of a container, of WSL, of Wine and of another machine are no paths of this system.
bool isElsewhere(const QString &program)
{
    static const QStringList programs{QStringLiteral("wsl"), QStringLiteral("bash"),
        QStringLiteral("docker"), QStringLiteral("docker-compose"), QStringLiteral("podman"),
        QStringLiteral("nerdctl"), QStringLiteral("kubectl"), QStringLiteral("wine"),
        QStringLiteral("wine64"), QStringLiteral("ssh")};
    return programs.contains(nameOf(program));
}

QString firstWordLike(const hosts::HostEntry &entry, const QRegularExpression &pattern)
{
    if (pattern.match(entry.program).hasMatch())
        return entry.program;
    for (qsizetype i = 0; i < entry.arguments.size(); ++i) {
        const QString &word = entry.arguments[i];
        const bool isOption = word.startsWith(u'-') && word.contains(u'=');
        QString value = isOption ? word.section(u'=', 1) : word;
        if (!isCode(entry.arguments, i) && pattern.match(value).hasMatch())
            return value;
    }
    return {};
}

// Names in the entry that WSLENV does not let through.
QStringList heldBack(const hosts::HostEntry &entry)
{
    const json::Value variables = config::firstOf(entry.value, config::kVariables);
    QStringList passed;
    for (const QString &each : variables["WSLENV"].toString().split(u':'))
        passed << each.section(u'/', 0, 0);
    QStringList names;
    for (const json::Value variable : variables) {
        const QString name = json::toQString(variable.key());
        if (name != u"WSLENV" && !passed.contains(name))
            names << name;
    }
    return names;
}

// The value of WSLENV that lets these through as well.
QString passedToo(const hosts::HostEntry &entry, const QStringList &names)
{
    const QString now = config::firstOf(entry.value, config::kVariables)["WSLENV"].toString();
    return (now.isEmpty() ? names : QStringList(now) + names).join(u':');
}

Findings judgeOnWindows(const hosts::FoundFile &file, const hosts::HostEntry &entry)
{
    static const QRegularExpression ofWsl(
        QStringLiteral("^/(mnt/[a-z]/|home/[^/]+/)"), QRegularExpression::CaseInsensitiveOption);
    const hosts::Host &host = *file.host;
    Findings findings;
    const QString started = startedBy(entry);
    // Other hosts find the script, or it is not known of them.
    if (isNpmScript(entry.program) && isHost(host, {"claude-code"}))
        findings.push_back({Kind::HostNeedsCmd, {host.name, entry.name, file.path, entry.program}});
    const auto spaced = std::find_if(entry.arguments.begin(), entry.arguments.end(),
        [](const QString &word) { return word.contains(u' '); });
    if (nameOf(entry.program) == u"npx" && spaced != entry.arguments.end()
        && isHost(host, {"claude-desktop", "cursor", "codex"}))
        findings.push_back({Kind::HostSplitsArgument,
            {host.name, entry.name, file.path,
                hosts::shownCommand(entry).value(1 + (spaced - entry.arguments.begin()))}});
    const QString path = isElsewhere(started) ? QString() : firstWordLike(entry, ofWsl);
    if (!path.isEmpty())
        findings.push_back({Kind::HostPathOfWsl, {host.name, entry.name, file.path, path}});
    const QStringList names = nameOf(started) == u"wsl" ? heldBack(entry) : QStringList();
    if (!names.isEmpty())
        findings.push_back({Kind::HostVariablesOfWsl,
            {host.name, entry.name, file.path, listText(names), passedToo(entry, names)}});
    return findings;
}

} // namespace

std::vector<DoctorFinding> judgeSystem(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, hosts::System system)
{
    static const QRegularExpression ofWindows(QStringLiteral("^[A-Za-z]:\\\\"));
    if (entry.program.isEmpty() || entry.tap) // a tap starts scripts as well
        return {};
    if (system == hosts::System::Windows)
        return judgeOnWindows(file, entry);
    const bool isOfWindows =
        entry.program.endsWith(QLatin1String(".exe"), Qt::CaseInsensitive); // started from WSL
    const QString path =
        isElsewhere(entry.program) || isOfWindows ? QString() : firstWordLike(entry, ofWindows);
    if (path.isEmpty())
        return {};
    return {{Kind::HostPathOfWindows, {file.host->name, entry.name, file.path, path}}};
}

} // namespace sonde::doctor
