// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::trace {

// Why a filter cannot be used, and where: `at` and `length` in UTF-16 units of the filter's text.
struct FilterError {
    QString sentence;
    qsizetype at = 0;
    qsizetype length = 0;
};

enum class FilterOp : std::uint8_t {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Contains,
    Matches,
    In,
    Exists,
};

struct FilterToken {
    enum class Kind : std::uint8_t {
        Word, // a name, a number, a keyword that is none in its place
        String, // quoted; `text` is without quotes and escapes
        Compare, // `op` says which; the words among them stay words until the parser asks
        And,
        Or,
        Not,
        Open,
        Close,
        Comma,
        End,
    };
    Kind kind = Kind::End;
    FilterOp op = FilterOp::Equal;
    bool spelled = false; // and, or, not as a word, which may be meant as text
    QString text;
    qsizetype at = 0;
    qsizetype length = 0;
};

// The tokens of a filter, the last one is End. `error` is set when the text stops making sense;
// the tokens before that place are there all the same, for the completion.
struct FilterTokens {
    static constexpr qsizetype kMaxText = 4096; // UTF-16 units of a filter

    std::vector<FilterToken> tokens;
    std::optional<FilterError> error;
};

FilterTokens tokensOf(QStringView filter);
// The text as a string of a filter: in quotation marks, with what they need escaped.
QString quotedForFilter(QString text);

} // namespace sonde::trace
