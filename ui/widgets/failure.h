// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"

#include <QCoreApplication>

#include <optional>

namespace sonde::widgets {

// A cause is only named when something that was seen supports it.
struct LikelyCause {
    QString sentence;
    int line = -1; // the line of stderr that says so
};

// What is known about a server that did not start, and what can be said about it.
struct Failure {
    Q_DECLARE_TR_FUNCTIONS(Failure)

public:
    static Failure of(const mcp::Client &client);

    const mcp::StartStep *failedStep() const; // nullptr when none is marked
    QString heading() const; // names the failing step
    std::optional<LikelyCause> likelyCause() const;
    QString report() const; // plain text to copy; hidden values stay hidden

    QString server;
    wire::Launch launch;
    std::vector<mcp::StartStep> steps;
    Error error;
    wire::StartReport start;
    QStringList stderrLines;
    QString endReport;

private:
    std::optional<LikelyCause> causeInProgram() const;
    std::optional<LikelyCause> causeInStderr() const;
};

// One variable that the server got, as it may be shown.
struct ShownVariable {
    QString name;
    QString value;
    bool hidden = false;
    bool fromProfile = false;
};
// The profile's variables first, then the rest by name. A profile's values and whatever is named
// like a secret are hidden.
std::vector<ShownVariable> shownEnvironment(const wire::Launch &launch);

} // namespace sonde::widgets
