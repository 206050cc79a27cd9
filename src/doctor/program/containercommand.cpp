// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/containercommand.h"

#include <QRegularExpression>

namespace sonde::doctor {

namespace {

// Whether the next word is the value of this option.
bool hasValue(const QString &option)
{
    static const QRegularExpression bare(QStringLiteral(
        "^(-[itdP]+|--(rm|init|interactive|tty|detach|privileged|read-only|no-healthcheck))$"));
    return option.startsWith(u'-') && !option.contains(u'=') && !bare.match(option).hasMatch();
}

// Flags of one letter may be written together: -it, -di.
bool hasFlag(const QString &option, QChar flag)
{
    static const QRegularExpression flags(QStringLiteral("^-[a-zA-Z]+$"));
    return flags.match(option).hasMatch() && option.contains(flag);
}

} // namespace

ContainerCommand containerOf(const Subject &subject)
{
    const QString name = subject.programName();
    const QStringList &arguments = subject.launch.arguments;
    const auto run = arguments.indexOf(QStringLiteral("run"));
    if ((name != u"docker" && name != u"podman") || run < 0)
        return {};
    ContainerCommand command;
    command.program = name;
    for (qsizetype i = run + 1; i < arguments.size(); ++i) {
        if (!arguments[i].startsWith(u'-')) {
            command.image = arguments[i]; // what follows are the arguments of the server
            break;
        }
        command.options << arguments[i];
        if (hasValue(arguments[i]))
            ++i;
    }
    return command;
}

std::vector<DoctorFinding> judgeContainer(const ContainerCommand &command)
{
    std::vector<DoctorFinding> findings;
    if (command.program.isEmpty())
        return findings;
    bool hasInput = false;
    for (const QString &option : command.options) {
        hasInput = hasInput || option == u"--interactive" || option == u"--interactive=true"
            || hasFlag(option, u'i');
        if (option == u"--detach" || hasFlag(option, u'd'))
            findings.push_back({Kind::DockerDetached, {command.program, option}});
        if (option == u"--tty" || hasFlag(option, u't'))
            findings.push_back({Kind::DockerTerminal, {command.program, option}});
    }
    if (!hasInput)
        findings.push_back({Kind::DockerNoInput, {command.program}});
    return findings;
}

} // namespace sonde::doctor
