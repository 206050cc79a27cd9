// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::doctor {

// Who looks for the program of a server in which folders, and which file is found there.
struct FoundBy {
    enum class Who : std::uint8_t {
        Server, // with a PATH of its own in the settings
        Sonde, // this process
        LoginShell, // of a terminal
        Desktop, // hosts that were started from the desktop
    };
    Who who = Who::Sonde;
    QString path; // its PATH; empty: not known
    QString file; // empty: not found

    friend bool operator==(const FoundBy &a, const FoundBy &b)
    {
        return a.who == b.who && a.path == b.path && a.file == b.file;
    }
};

using FoundByAll = std::vector<FoundBy>;

QString finderId(FoundBy::Who who); // "login-shell"; never translated
QString finderWord(FoundBy::Who who); // "Login shell"
// The file, "not found in 3 folders", or "PATH not known".
QString foundText(const FoundBy &found);

} // namespace sonde::doctor
