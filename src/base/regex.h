// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sonde {

// A regular expression of ECMA-262 (2020-12 core 6.4), run by PCRE2 with limits, so that every
// match ends.
class Regex {
public:
    // Unknown: ECMA-262 allows the expression, PCRE2 cannot run it.
    enum class Match : std::uint8_t { No, Yes, TooComplex, Unknown };

    // Of an error of compileForeign(): PCRE2 or ECMA-262 without the flag u takes the expression.
    static constexpr int kOtherDialect = -1;

    // Of a person: what PCRE2 knows and ECMA-262 does not is allowed.
    static Result<Regex> compile(std::string_view pattern);
    // Of a schema: refuses what `new RegExp(pattern, 'u')` of JavaScript refuses (as ajv does it;
    // 2020-12 core 6.4), and nothing else. What only PCRE2 refuses matches nothing: Unknown.
    static Result<Regex> compileForeign(std::string_view pattern);
    Regex(Regex &&) noexcept;
    Regex &operator=(Regex &&) noexcept;
    ~Regex();

    Match find(std::string_view utf8) const; // matches anywhere in the text
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    // The first match at or after the byte offset `from`; empty if there is none or the match is
    // too complex.
    std::optional<Range> findFrom(std::string_view utf8, std::size_t from) const;

private:
    struct Private;
    explicit Regex(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace sonde
