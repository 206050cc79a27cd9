// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde {

enum class RegexGrammar : std::uint8_t {
    Unicode, // with the flag u, as JSON Schema recommends (2020-12 core 6.4)
    Legacy, // without it, where more is allowed (ECMA-262 B.1.2)
};

struct RegexFault {
    QString sentence;
    std::size_t at = 0; // the byte of the pattern where it was seen
};

// What keeps a pattern (UTF-8) from being a regular expression of ECMA-262 (22.2.1), if anything
// does. Two groups may have one name where the pattern has alternatives.
std::optional<RegexFault> regexFault(std::string_view pattern, RegexGrammar grammar);

} // namespace sonde
