// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/options/options.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

// The options of a program or of a bundle. Errors are usage errors, and repeat no value: it may be
// a secret.
Result<void> readProgramOptions(const Line &line, Options &options);

// Removes the last word, if it is the file of a bundle: no program has such a name. Returns it;
// empty: it is something else.
QString takeBundle(std::vector<std::string> &words);

} // namespace sonde::cli
