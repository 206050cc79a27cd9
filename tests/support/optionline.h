// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/parseoptions.h"
#include "support/clicommands.h"

namespace sonde::test {

// The options of a command line, whose words have no blanks.
inline Result<cli::Options> optionsOf(const QString &line)
{
    std::vector<std::string> words;
    for (const QString &word : line.split(u' ', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return cli::parseOptions(words);
}

} // namespace sonde::test
