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
    std::function<std::optional<QString>(const QString &name)> environment;
    QString home;
    QString workspace; // the folder of the project
};

// `text` with the values of the references that hosts write: ${NAME}, ${NAME:-default} and
// ${env:NAME} (Claude Code, Gemini, Cursor, VS Code), {env:NAME} (opencode), ${userHome},
// ${workspaceFolder}, ${workspaceFolderBasename}. A value is not searched for references again.
// References without a value stay as they are, and are added to `unknown` once. $NAME without
// braces is text.
QString withVariables(const QString &text, const HostVariables &variables, QStringList &unknown);

// The same for the program, its arguments, folder and environment, the URL and the headers.
// Returns the references without a value.
QStringList fillVariables(Profile &profile, const HostVariables &variables);

} // namespace sonde::config
