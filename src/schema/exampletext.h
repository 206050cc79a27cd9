// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/formfield.h"
#include "schema/seedednumbers.h"

#include <optional>
#include <string>
#include <string_view>

namespace sonde::schema {

// `count` plain English words with blanks between them.
std::string exampleWords(SeededNumbers &numbers, std::size_t count);

// A text of that format (2020-12 validation 7.3); empty for an unknown format.
std::string exampleOfFormat(std::string_view format, SeededNumbers &numbers);

// A text that the pattern matches, as far as it consists of literals, classes, groups,
// alternatives and quantifiers; nothing for other patterns.
std::optional<std::string> exampleOfPattern(std::string_view pattern, SeededNumbers &numbers);

// A text for a string member of that name: by its pattern, its format, its encoding, or else its
// name, and of a length that is allowed.
std::string exampleText(const FieldFacts &facts, std::string_view name, SeededNumbers &numbers);

} // namespace sonde::schema
