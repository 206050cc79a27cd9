// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/flowsetup.h"
#include "base/result.h"
#include "config/authsettings.h"

#include <QString>
#include <QStringList>

namespace sonde::cli {

// In place of a command: the window of sonde-browser.
inline constexpr char kEmbeddedBrowser[] = "embedded";

// How a server that is reached by URL may be authorized at.
struct AuthOptions {
    QString browser; // command, or kEmbeddedBrowser; empty: SONDE_BROWSER, or xdg-open where a
                     // person logs in
    bool noBrowser = false;
    bool noKeychain = false;
    bool forgetClient = false; // auth logout: not only the tokens
    QString clientDocument;
    // Its secrets are in the environment: see addSecrets().
    config::AuthSettings settings;
    auth::Overrides overrides;
};

// The options above; they need --url.
bool isAuthOption(const QString &name);

// Takes the value of one of them (of a flag: empty). Errors are Domain::Usage.
Result<void> applyAuthOption(const QString &name, const QString &value, AuthOptions &options);

// Out of SONDE_CLIENT_SECRET, SONDE_IDP_CLIENT_SECRET and SONDE_ID_TOKEN: a command line can be
// read by everybody on the machine.
void addSecrets(config::AuthSettings &settings);

} // namespace sonde::cli
