// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

// The values of options of a program. Errors are usage errors, and repeat no value: it may be a
// secret.

// --env NAME=VALUE
Result<void> applyEnvironment(const std::string &value, Options &options);
// --setting KEY=VALUE
Result<void> applySetting(const std::string &value, Options &options);

// Removes the last word, if it is the file of a bundle: no program has such a name. Returns it;
// empty: it is something else.
QString takeBundle(std::vector<std::string> &words);

} // namespace sonde::cli
