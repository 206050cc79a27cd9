// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

struct TapOptions {
    QString name; // of the server in the recording
    QString recordFile; // or a folder; empty: in the folder of Sonde's sessions
    std::size_t program = 0; // the index of the server's program among the words
};

// Whether the command of the command line is tap, for a program. With --url or --server it is one
// of the commands of parseOptions().
bool isTap(const std::vector<std::string> &words);

// All words of the command line. Errors are Domain::Usage.
Result<TapOptions> parseTapOptions(const std::vector<std::string> &words);

} // namespace sonde::cli
