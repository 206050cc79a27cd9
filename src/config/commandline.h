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
    std::vector<std::pair<QString, QString>> environment; // NAME=value words in front
    QStringList words; // program and arguments
    QStringList notes; // sentences about what only a shell would do
};

// Splits as a POSIX shell does (XCU 2.2: single quotes, double quotes, backslash, continued
// lines), and does nothing else of a shell: no variables, no patterns, no pipes. Nothing is
// executed. The error (Domain::Usage) says at which character it went wrong.
Result<CommandLine> splitCommandLine(QStringView text);

// The words as one line, from which splitCommandLine() gives the same words.
QString joinCommandLine(const QStringList &words);

} // namespace sonde::config
