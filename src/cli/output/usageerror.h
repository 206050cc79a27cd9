// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/domainerror.h"

#include <QString>

#include <string>

namespace sonde::cli {

// Helpers for the errors of the command line.

// A word of the command line, whose bytes are UTF-8.
QString decodedWord(const std::string &bytes);

// “word”, harmless for a terminal.
QString quotedWord(const QString &word);

} // namespace sonde::cli
