// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "look/theme.h"

#include <QCoreApplication>
#include <QStringList>

#include <optional>

namespace sonde::app {

// What the command line of `sonde` asks for.
struct Options {
    Q_DECLARE_TR_FUNCTIONS(Options)

public:
    QString shotsFolder; // --shots: draw the pictures into it and leave
    std::optional<look::ThemeChoice> theme; // --theme: for this run only
    QString configFolder; // --config; empty: the person's own
    QString sessionFile; // --session; empty: a new one by date
    QString browser; // --browser; empty: SONDE_BROWSER, or the desktop's
    bool keychain = true; // --no-keychain
    QStringList command; // [--] PROGRAM ARGS…: opened straight away
    QString answer; // --help and --version: print this and leave

    // The error (Domain::Usage) says what does not fit. `arguments` starts with the program.
    static Result<Options> parse(const QStringList &arguments);
};

} // namespace sonde::app
