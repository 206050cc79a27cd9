// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/doctorrun.h"

#include <functional>

// Programs that are servers, healthy and faulty ones, for the connection doctor.
namespace sonde::test {

inline constexpr std::chrono::milliseconds kShort{1000};
inline constexpr std::chrono::milliseconds kUsual{10'000};

struct Fault {
    const char *name;
    const char *cause;
    std::function<config::Profile(const FaultFolder &)> prepare;
    std::chrono::milliseconds patience = kUsual;
};

inline config::Profile program(const QString &file, const QStringList &arguments = {})
{
    config::Profile profile;
    profile.program = file;
    profile.arguments = arguments;
    return profile;
}

inline config::Profile shell(const FaultFolder &folder, const QByteArray &script)
{
    return program(folder.write(QStringLiteral("server"), "#!/bin/sh\n" + script + '\n', true));
}

inline config::Profile node(const FaultFolder &folder, const QByteArray &script,
    const QString &name = QStringLiteral("server.mjs"))
{
    return program(QStringLiteral("node"), {folder.write(name, script)});
}

inline config::Profile python(const FaultFolder &folder, const QByteArray &script)
{
    return program(
        QStringLiteral("/usr/bin/python3"), {folder.write(QStringLiteral("server.py"), script)});
}

// A server in node that responds to initialize and ping as `respond` does.
inline QByteArray serving(const QByteArray &respond, const QByteArray &before = {})
{
    return before + R"(import { createInterface } from 'node:readline';
const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
const send = value => process.stdout.write(JSON.stringify(value) + '\n');
createInterface({ input: process.stdin }).on('line', line => {
    const request = JSON.parse(line);
    if (request.id === undefined) return;
    const response = { jsonrpc: '2.0', id: request.id, result: request.method === 'initialize' ? result : {} };
)" + respond
        + "\n});\n";
}

// A program of that name before all others in PATH.
inline config::Profile fake(const FaultFolder &folder, const QString &name,
    const QStringList &arguments, const QByteArray &script)
{
    folder.write(QStringLiteral("bin/") + name, "#!/bin/sh\n" + script + '\n', true);
    config::Profile profile = program(name, arguments);
    profile.environment = {
        {QStringLiteral("PATH"),
            Secret(folder.path(QStringLiteral("bin")) + QStringLiteral(":/usr/bin:/bin"))},
        {QStringLiteral("npm_config_cache"), Secret(folder.path(QStringLiteral("npm")))}};
    return profile;
}

inline std::shared_ptr<ChosenPaths> machineOf(const FaultFolder &folder)
{
    auto machine = std::make_shared<ChosenPaths>();
    machine->shell = folder.path(QStringLiteral("shell")) + QStringLiteral(":/usr/bin:/bin");
    machine->desktop = qEnvironmentVariable("PATH");
    machine->chosenHome = folder.path(QStringLiteral("home"));
    machine->chosenRoot = folder.path(QStringLiteral("root"));
    return machine;
}

} // namespace sonde::test
