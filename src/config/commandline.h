// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <utility>
#include <vector>

namespace sonde::config {

// A parsed command line, as people paste it from a README.
struct CommandLine {
    std::vector<std::pair<QString, QString>> environment; // leading NAME=value words
    QStringList words; // program and arguments
    QStringList notes; // sentences about syntax that only a shell supports
};

// Splits the text as a POSIX shell does (XCU 2.2: single quotes, double quotes, backslash, line
// continuations), without variables, patterns and pipes. Nothing is executed. The error
// (Domain::Usage) names the character at which parsing failed.
Result<CommandLine> splitCommandLine(QStringView text);

// Joins words to a line that splitCommandLine() splits into the same words.
QString joinCommandLine(const QStringList &words);

} // namespace sonde::config
