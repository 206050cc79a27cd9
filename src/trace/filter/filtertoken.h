// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::trace {

// Why a filter is invalid, and where: `at` and `length` in UTF-16 units of the filter's text.
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
        Word, // a name, a number, or a keyword in a place where it is none
        String, // `text` is without quotes and escapes
        Compare, // see `op`; operator words stay words until the parser decides
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
    bool spelled = false; // and, or, not written as words, which may also be plain text
    QString text;
    qsizetype at = 0;
    qsizetype length = 0;
};

// The tokens of a filter; the last one is End. If `error` is set, the tokens before it are valid
// and used for completion.
struct FilterTokens {
    static constexpr qsizetype kMaxText = 4096; // UTF-16 units in a filter

    std::vector<FilterToken> tokens;
    std::optional<FilterError> error;
};

FilterTokens tokensOf(QStringView filter);
// The text as a quoted string of a filter, with escapes.
QString quotedForFilter(QString text);

} // namespace sonde::trace
