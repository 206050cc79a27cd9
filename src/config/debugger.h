// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>

namespace sonde::config {

// What a server is started in, so that a debugger can be attached before its first statement.
enum class Debugger : std::uint8_t {
    None,
    Node, // node --inspect-brk
    Python, // python -m debugpy
    Gdbserver,
};
QString debuggerName(Debugger debugger); // "none", "node", "debugpy", "gdbserver"
std::optional<Debugger> debuggerFromName(QStringView name);

struct DebugSettings {
    Debugger debugger = Debugger::None;
    int port = 0; // on which it waits; 0: its usual one

    friend bool operator==(const DebugSettings &, const DebugSettings &) = default;
};

inline constexpr int kMaxDebuggerPort = 65'535;

int usualPort(Debugger debugger);
// What fits a command, by its program; None if that is not known.
Debugger proposedDebugger(const QString &program);

// A command that starts another one in a debugger.
struct DebugLaunch {
    QString program;
    QStringList arguments;
    QString address; // where it waits: "127.0.0.1:9229"; empty: it does not
    QString attaching; // what attaches to it, as a sentence
    QString problem; // why the debugger does not fit the command, as a sentence; empty: it does
};
// Only on this computer's own address. The command is started as it is if the debugger does not
// fit.
DebugLaunch debugLaunch(
    const DebugSettings &settings, const QString &program, const QStringList &arguments);

// Convert to and from the JSON of a profile, without defaults.
std::string debugSettingsToJson(const DebugSettings &settings);
Result<DebugSettings> debugSettingsFromJson(const json::Value &object);

} // namespace sonde::config
