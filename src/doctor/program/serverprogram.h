// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/program/machine.h"
#include "wire/process/launch.h"

#include <QString>
#include <QStringList>

namespace sonde::doctor {

// A server that is started, as the checks of files see it.
struct ServerProgram {
    wire::Launch launch;
    wire::Resolved resolved;
    QString folder; // the absolute working folder
    // What a process of the program has before it, when the program is a script: the words of its
    // first line.
    QStringList runBy{};

    static ServerProgram of(const config::Profile &profile);

    QString programName() const; // "node" of /usr/bin/node
    QString path() const; // the PATH of the server
    QString absolute(const QString &path) const; // in the working folder
    // The file that an interpreter (node, python, sh, …) is to run, as written; empty: none, or
    // the options of the interpreter are not known.
    QString script() const;
};

// "sh", "bash", "dash", "zsh"
bool isShell(const QString &program);
// "node", "python3.12", "bash": a program that runs a script. `name` has no folder.
bool isInterpreter(const QString &name);
// Whether an argument is code, which may contain anything.
bool isCode(const QStringList &arguments, qsizetype index);
// What to look up: "node" for the programs that are made of it (npx), else the name itself.
QString runtimeOf(const QString &program);

} // namespace sonde::doctor
