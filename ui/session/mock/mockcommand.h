// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace sonde::session {

// How sonde-cli plays a recording as a mock.
struct MockCommand {
    QString recording; // a session file
    QString responses{}; // a file of responses; empty: there is none
    QString otherwise{}; // value of --otherwise; empty: its default
    QString speed{}; // value of --speed; empty: its default
    bool reportsUses = false; // on standard output; for HTTP
    std::optional<int> port{}; // of this computer, for HTTP, 0: any that is free; none: stdio

    QStringList arguments() const;
    // For a shell; `program` is sonde-cli.
    QString line(const QString &program) const;

    bool operator==(const MockCommand &) const = default;
};

} // namespace sonde::session
