// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/debugger.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "json/builder.h"

#include <QRegularExpression>

#include <array>
#include <utility>

namespace sonde::config {

namespace {

constexpr std::array<std::pair<Debugger, const char *>, 4> kNames{{
    {Debugger::None, "none"},
    {Debugger::Node, "node"},
    {Debugger::Python, "debugpy"},
    {Debugger::Gdbserver, "gdbserver"},
}};

bool isNode(const QString &program)
{
    const QString name = program.section(u'/', -1);
    return name == QStringLiteral("node") || name == QStringLiteral("nodejs");
}

// "python", "python3", "python3.12", "pypy3".
bool isPython(const QString &program)
{
    static const QRegularExpression pattern(QStringLiteral("^(?:python|pypy)[0-9.]*$"));
    return pattern.match(program.section(u'/', -1)).hasMatch();
}

// How many of the arguments are options of the interpreter itself: those before the script, the
// module (-m) or the code (-c).
qsizetype interpreterOptions(const QStringList &arguments)
{
    qsizetype count = 0;
    while (count < arguments.size()) {
        const QString &argument = arguments[count];
        if (!argument.startsWith(u'-') || argument == QStringLiteral("-")
            || argument == QStringLiteral("-m") || argument == QStringLiteral("-c"))
            break;
        const bool hasValue = argument == QStringLiteral("-X") || argument == QStringLiteral("-W");
        count += hasValue ? 2 : 1;
    }
    return std::min(count, arguments.size());
}

DebugLaunch inNode(DebugLaunch launch, const QString &address)
{
    if (!isNode(launch.program)) {
        launch.problem =
            Text::tr("%1 is not Node.js. Enter node as the program and the server's script "
                     "as its argument, or choose another debugger.")
                .arg(launch.program);
        return launch;
    }
    launch.arguments.prepend(QStringLiteral("--inspect-brk=") + address);
    launch.attaching = Text::tr(
        "Open chrome://inspect, run “node inspect %1”, or attach your editor to this port.")
                           .arg(address);
    launch.address = address;
    return launch;
}

DebugLaunch inPython(DebugLaunch launch, const QString &address)
{
    if (!isPython(launch.program)) {
        launch.problem = Text::tr("%1 is not Python. Enter python as the program and the server's "
                                  "script, or -m and its module, as arguments, or choose another "
                                  "debugger.")
                             .arg(launch.program);
        return launch;
    }
    const qsizetype options = interpreterOptions(launch.arguments);
    launch.arguments = launch.arguments.mid(0, options)
        + QStringList{QStringLiteral("-m"), QStringLiteral("debugpy"), QStringLiteral("--listen"),
            address, QStringLiteral("--wait-for-client")}
        + launch.arguments.mid(options);
    launch.attaching =
        Text::tr("Attach a debugger that speaks the Debug Adapter Protocol, such as the "
                 "one of VS Code with “request”: “attach”. The package debugpy must be "
                 "installed.");
    launch.address = address;
    return launch;
}

DebugLaunch inGdbserver(DebugLaunch launch, const QString &address)
{
    launch.arguments =
        QStringList{QStringLiteral("--once"), address, launch.program} + launch.arguments;
    launch.program = QStringLiteral("gdbserver");
    launch.attaching = Text::tr("Run “gdb -ex 'target remote %1'”, then “continue”.").arg(address);
    launch.address = address;
    return launch;
}

} // namespace

QString debuggerName(Debugger debugger)
{
    return QLatin1String(kNames[static_cast<std::size_t>(debugger)].second);
}

std::optional<Debugger> debuggerFromName(QStringView name)
{
    for (const auto &[debugger, its] : kNames) {
        if (name == QLatin1String(its))
            return debugger;
    }
    return std::nullopt;
}

int usualPort(Debugger debugger)
{
    constexpr int kNodePort = 9229;
    constexpr int kDebugpyPort = 5678;
    constexpr int kGdbserverPort = 2345;
    switch (debugger) {
    case Debugger::Node:
        return kNodePort;
    case Debugger::Python:
        return kDebugpyPort;
    case Debugger::Gdbserver:
        return kGdbserverPort;
    case Debugger::None:
        break;
    }
    return 0;
}

Debugger proposedDebugger(const QString &program)
{
    // Scripts, and programs that start others (npx, uvx, docker), do not run in gdbserver as they
    // are meant to: only an executable that was given with its path is proposed for it.
    static const QRegularExpression script(QStringLiteral("\\.(?:sh|js|mjs|cjs|ts|py|rb|pl|jar)$"));
    if (isNode(program))
        return Debugger::Node;
    if (isPython(program))
        return Debugger::Python;
    return program.contains(u'/') && !script.match(program).hasMatch() ? Debugger::Gdbserver
                                                                       : Debugger::None;
}

DebugLaunch debugLaunch(
    const DebugSettings &settings, const QString &program, const QStringList &arguments)
{
    const int port = settings.port > 0 ? settings.port : usualPort(settings.debugger);
    const QString address = QStringLiteral("127.0.0.1:%1").arg(port);
    DebugLaunch launch;
    launch.program = program;
    launch.arguments = arguments;
    switch (settings.debugger) {
    case Debugger::Node:
        return inNode(std::move(launch), address);
    case Debugger::Python:
        return inPython(std::move(launch), address);
    case Debugger::Gdbserver:
        return inGdbserver(std::move(launch), address);
    case Debugger::None:
        break;
    }
    return launch;
}

std::string debugSettingsToJson(const DebugSettings &settings)
{
    json::Builder out;
    out.beginObject();
    out.member("kind", debuggerName(settings.debugger));
    if (settings.port != 0)
        out.member("port", std::int64_t(settings.port));
    out.endObject();
    return out.takeString();
}

Result<DebugSettings> debugSettingsFromJson(const json::Value &object)
{
    DebugSettings settings;
    const auto debugger = debuggerFromName(object["kind"].toString());
    if (!debugger)
        return configError(
            Text::tr("%1 must be an object whose “kind” is “none”, “node”, “debugpy” or "
                     "“gdbserver”.")
                .arg(object.path()));
    settings.debugger = *debugger;
    if (const json::Value port = object["port"]; port.exists()) {
        const auto number = port.toInt64();
        if (!number || *number < 1 || *number > kMaxDebuggerPort)
            return configError(Text::tr("%1 must be an integer from 1 to %2.")
                                   .arg(port.path())
                                   .arg(kMaxDebuggerPort));
        settings.port = static_cast<int>(*number);
    }
    return settings;
}

} // namespace sonde::config
