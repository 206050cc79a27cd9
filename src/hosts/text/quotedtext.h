// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::hosts {

// A string of TOML 1.0 (toml.io/en/v1.0.0#string), or one in quotes of YAML 1.2 (§7.3).
struct QuotedText {
    std::string text; // UTF-8
    std::size_t end = 0; // behind the closing quotes
    bool hasLines = false; // it is written over several lines, or in triple quotes
};

// `at` is the place of the first quote. Nothing: the string has no end, or an escape that the
// language does not know.
std::optional<QuotedText> readTomlString(std::string_view text, std::size_t at);
// The lines of one over several lines are joined as they are written, which a host does otherwise.
std::optional<QuotedText> readYamlString(std::string_view text, std::size_t at);

// Whether the word is a number as JSON writes it.
bool isJsonNumber(std::string_view word);

} // namespace sonde::hosts
