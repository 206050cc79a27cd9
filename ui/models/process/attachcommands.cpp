// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/attachcommands.h"

#include "models/process/processtext.h"
#include "models/signs/modeltext.h"

#include <algorithm>

namespace sonde::models {

namespace {

// Options of the Python interpreter; what follows the script is for the script.
struct PythonOptions {
    bool hasFaultHandler = false; // -X faulthandler
    bool ignoresEnvironment = false; // -E, -I
};

PythonOptions pythonOptions(const QStringList &command)
{
    PythonOptions options;
    for (qsizetype i = 1; i < command.size(); ++i) {
        const QString &word = command[i];
        if (word.size() < 2 || !word.startsWith(u'-'))
            return options;
        for (qsizetype at = 1; at < word.size(); ++at) {
            if (word[at] == u'c' || word[at] == u'm') // the program follows
                return options;
            options.ignoresEnvironment |= word[at] == u'E' || word[at] == u'I';
            if (word[at] != u'X' && word[at] != u'W')
                continue;
            const QString value =
                at + 1 < word.size() ? word.mid(at + 1) : command.value(++i); // -Xvalue, -X value
            options.hasFaultHandler |= word[at] == u'X' && value == u"faulthandler";
            break;
        }
    }
    return options;
}

// docs.python.org/3/library/faulthandler: SIGABRT then prints the stacks of all threads on stderr,
// before it ends the process. Without the handler it only ends the process.
bool hasFaultHandler(const SampledProcess &process, const std::vector<SampledVariable> &environment)
{
    const PythonOptions options = pythonOptions(process.command);
    if (options.hasFaultHandler || options.ignoresEnvironment)
        return options.hasFaultHandler;
    return std::any_of(environment.begin(), environment.end(), [](const SampledVariable &variable) {
        return variable.name == u"PYTHONFAULTHANDLER" && !variable.value.isEmpty();
    });
}

} // namespace

std::vector<AttachCommand> attachCommands(
    const SampledProcess &process, const std::vector<SampledVariable> &environment)
{
    const QString pid = QString::number(process.info.id.pid);
    std::vector<AttachCommand> commands;
    if (runsProgram(process, u"node") || runsProgram(process, u"nodejs")) {
        commands.push_back(
            {Text::tr("Open the Node.js inspector"), QStringLiteral("kill -USR1 ") % pid});
        commands.push_back(
            {Text::tr("Attach the Node.js debugger"), QStringLiteral("node inspect -p ") % pid});
    }
    if (runsProgram(process, u"python")) {
        commands.push_back(
            {Text::tr("Print the Python stacks"), QStringLiteral("py-spy dump --pid ") % pid});
        if (hasFaultHandler(process, environment))
            commands.push_back({Text::tr("Print the Python stacks on stderr, and end the server"),
                QStringLiteral("kill -ABRT ") % pid});
    }
    commands.push_back({Text::tr("Attach the GNU debugger"), QStringLiteral("gdb -p ") % pid});
    commands.push_back({Text::tr("Print each system call"), QStringLiteral("strace -f -p ") % pid});
    return commands;
}

} // namespace sonde::models
