// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace sonde::config {

// What the references in a host's configuration stand for.
struct HostVariables {
    // Of this program's environment.
    static HostVariables ofThisProcess(const QString &workspace);

    std::function<std::optional<QString>(const QString &name)> environment;
    QString home;
    QString workspace; // the folder of the project; may be unknown
    bool hasPlainNames = false; // $NAME is a reference as well
};

inline constexpr qsizetype kMaxFilled = 1 << 20; // characters with values; others stay references
inline constexpr qsizetype kMaxUnknown = 20; // references of one server

// `text` with the values of the references that hosts write: ${NAME}, ${NAME:-default} and
// ${env:NAME} (Claude Code, Gemini, Cursor, VS Code), {env:NAME} (opencode),
// ${localEnv:NAME} (containers), ${{ secrets.NAME }} (Continue), ${userHome}, ${workspaceFolder},
// ${workspaceFolderBasename}, ${pathSeparator}, ${/}. ${input:NAME}, for which a host asks, has the
// value of the environment variable of that name. A value is not searched for references again.
// References without a value stay as they are, and are added to `unknown` once, at most
// kMaxUnknown; ${command:…}, ${config:…} and {file:…}, which only the host can resolve, too.
QString withVariables(const QString &text, const HostVariables &variables, QStringList &unknown);

// Fills in the references in the program, its arguments, folder and environment, the URL and the
// headers, as withVariables() does.
// Returns the references without a value.
QStringList fillVariables(Profile &profile, const HostVariables &variables);

// The environment variable that would give a reference its value; empty if there is none.
QString variableOf(const QString &reference);
// A sentence: which server has which reference, and why it has no value.
QString unresolvedText(const QString &server, const QString &reference);

} // namespace sonde::config
