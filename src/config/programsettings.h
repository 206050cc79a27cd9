// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "config/profilefield.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <utility>
#include <vector>

namespace sonde::config {

// The command that starts a server, and what its process gets. Plain data, as typed.
struct ProgramSettings {
    QString program;
    QStringList arguments;
    QString workingDirectory; // empty: Sonde's own
    std::vector<std::pair<QString, Secret>> environment; // added to Sonde's own
    // Variables whose values belong in the keychain. If the value of such a variable is empty, it
    // is in the keychain and has not been loaded.
    QStringList secretVariables;
};

inline constexpr qsizetype kMaxVariables = 10'000;
// Linux limits an argument or NAME=value to this length (MAX_ARG_STRLEN, 32 pages).
inline constexpr qsizetype kMaxArgumentBytes = 131'071;

// Whether a variable with this name usually holds a secret: *TOKEN*, *KEY*, *SECRET*, *PASSWORD*, …
bool isSecretVariable(QStringView name);
// Marks the variables with such a name that have a value.
void markSecretVariables(ProgramSettings &command);

// A name for the server, such as "server-x" for `npx -y @scope/server-x@1.0 --flag`.
QString nameOfCommand(const ProgramSettings &command);

// Checks every field. No sentence contains a value that may be secret.
std::vector<FieldProblem> validate(const ProgramSettings &command);

} // namespace sonde::config
