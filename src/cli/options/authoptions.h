// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/flowsetup.h"
#include "base/result.h"
#include "cli/options/line.h"
#include "config/authsettings.h"

#include <QString>
#include <QStringList>

namespace sonde::cli {

// A value of --browser instead of a command: the window of sonde-browser.
inline constexpr char kEmbeddedBrowser[] = "embedded";

// The authorization options of a server with a URL.
struct AuthOptions {
    QString browser; // command, or kEmbeddedBrowser; empty: SONDE_BROWSER, or xdg-open where a
                     // person logs in
    bool noBrowser = false;
    bool noKeychain = false;
    bool forgetClient = false; // auth logout: not only the tokens
    QString clientDocument;
    // Secrets come from the environment: see addSecrets().
    config::AuthSettings settings;
    auth::Overrides overrides;
};

// Errors are Domain::Usage.
Result<void> readAuthOptions(const Line &line, AuthOptions &options);

// Reads SONDE_CLIENT_SECRET, SONDE_IDP_CLIENT_SECRET and SONDE_ID_TOKEN: the command line of a
// process is visible to every user of the machine.
void addSecrets(config::AuthSettings &settings);

} // namespace sonde::cli
