// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

// Of tap with a program. With --url or --server it is one of the commands with a server.
struct TapOptions {
    QString name; // of the server in the recording
    QString recordFile; // or a folder; empty: in the folder of Sonde's sessions
};

// Whether the command of the command line is tap with a program.
bool isTap(const std::vector<std::string> &words);

// Of its line, whose `rest` is the program with its arguments. Errors are Domain::Usage.
Result<TapOptions> tapOptions(const Line &line);

} // namespace sonde::cli
