// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::hosts {

// What is wrong with a file or an entry.
struct FileProblem {
    QString sentence;
    int line = 0; // 0: it has no place
    int column = 0; // in bytes
    bool allowsEdit = false; // a tap neither touches nor hides it
};

} // namespace sonde::hosts
