// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>

namespace sonde::models {

// Why a server is started again.
struct RestartCause {
    // Of files that have changed, at least one.
    static RestartCause ofFiles(const QStringList &files);

    enum class Kind : std::uint8_t {
        User,
        Files, // have changed; `words` names them
        Reconnect, // the server had gone away
    };
    bool isAutomatic() const { return kind != Kind::User && !isInUsersStart; }

    QString words; // "Restarted", "src/tools.ts", "src/tools.ts and 2 more"
    Kind kind = Kind::User;
    std::chrono::nanoseconds build{0}; // how long the build before it took; 0: nothing was built
    bool isInUsersStart = false; // it repeats a start by the user that was not over yet
};

} // namespace sonde::models
