// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde::rpc {

// What a process was started with. The detail of the lines lifecycle::kProcessStarted is its
// recordedText(), so secrets are hidden before they get here.
struct ProcessStart {
    QString program; // as it was given
    qint64 pid = 0; // 0: not recorded
    QStringList command; // the file that was executed, and its arguments
    QString folder; // it was started in; empty: not recorded
    QStringList variables; // that were added, as "NAME=(hidden, 9 characters)"

    // The text of session files: the program and its pid, then each word of the command, the folder
    // and each variable on a line of its own. A word with line breaks is read as several.
    QString recordedText() const;
    // Of any text, also one whose end is missing: what it does not say stays empty.
    static ProcessStart read(const QString &detail);

    friend bool operator==(const ProcessStart &, const ProcessStart &) = default;
};

} // namespace sonde::rpc
