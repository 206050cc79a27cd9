// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/value.h"

#include <string>
#include <vector>

namespace sonde::cli {

// The words with key=text written as key:=json wherever the schema of the arguments has another
// type than a string for the key and the text is JSON of that type. An error (Domain::Usage) names
// the word whose text is not.
Result<std::vector<std::string>> typedWords(
    const std::vector<std::string> &words, const json::Value &inputSchema);

} // namespace sonde::cli
