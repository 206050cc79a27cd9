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

    // `strict` also rejects syntax that PCRE2 knows and ECMA-262 does not.
    static Result<Regex> compile(std::string_view pattern, bool strict = false);
    // As compile(), but what only PCRE2 refuses is no error: each of its matches is Unknown.
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

// The expression in PCRE2's syntax. Fails only if `strict`.
Result<std::string> translated(std::string_view pattern, bool strict);

} // namespace sonde
