// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "look/theme/theme.h"

#include <QStringList>

#include <optional>

namespace sonde::app {

// The options and arguments of the command line of `sonde`.
struct StartOptions {
    std::optional<look::ThemeChoice> theme; // --theme: for this run only
    QString configFolder; // --config; empty: the user's own
    QString sessionFile; // --session; empty: a new one by date
    QString browser; // --browser; empty: SONDE_BROWSER, or the desktop's
    bool keychain = true; // --no-keychain
    // At most one of these: what is opened at the start.
    QStringList command; // [--] PROGRAM ARGS…: a server
    QString url; // of a server
    QString file; // of a session, one that Import reads, or a bundle
    QString response; // --help: print this and exit
    bool version = false; // --version: print it and exit

    // The error (Domain::Usage) names the invalid option. `arguments` starts with the program.
    static Result<StartOptions> parse(const QStringList &arguments);

private:
    std::optional<Error> setStart(const QStringList &words);
};

} // namespace sonde::app
