// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QString>
#include <QStringList>

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

} // namespace sonde::config
