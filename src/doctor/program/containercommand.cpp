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

// Where the word "run" stands, behind options of all commands, in "docker run" and "docker
// container run"; -1: it is another command, where that word means something else (exec, compose).
qsizetype placeOfRun(const QStringList &arguments)
{
    static const QStringList withValue{QStringLiteral("-c"), QStringLiteral("--context"),
        QStringLiteral("-H"), QStringLiteral("--host"), QStringLiteral("-l"),
        QStringLiteral("--log-level"), QStringLiteral("--config"), QStringLiteral("--connection"),
        QStringLiteral("--url")};
    qsizetype at = 0;
    while (at < arguments.size() && arguments[at].startsWith(u'-'))
        at += withValue.contains(arguments[at]) ? 2 : 1;
    if (arguments.value(at) == u"container")
        ++at;
    return arguments.value(at) == u"run" ? at : -1;
}

// Flags of one letter may be written together: -it, -di.
bool hasFlag(const QString &option, QChar flag)
{
    static const QRegularExpression flags(QStringLiteral("^-[a-zA-Z]+$"));
    return flags.match(option).hasMatch() && option.contains(flag);
}

} // namespace

ContainerCommand containerOf(const ServerProgram &subject)
{
    const QString name = subject.programName();
    const QStringList &arguments = subject.launch.arguments;
    const qsizetype run = placeOfRun(arguments);
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
