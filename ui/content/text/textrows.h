// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <stop_token>
#include <vector>

namespace sonde::content {

// Where the rows of a text begin, when its lines are broken at a number of columns of a
// monospaced font. Only every kEvery-th row is remembered, so that a hundred million empty lines
// cost less than their own bytes; those between are found again when they are asked for.
class TextRows {
public:
    static constexpr int kEvery = 64;
    static constexpr int kTab = 8;

    struct Row {
        std::size_t begin = 0;
        std::size_t end = 0; // without the line end
        std::size_t next = 0; // where the next one begins
        bool startsLine = true; // false: the line was broken before it
    };

    TextRows() = default;
    // Walks the whole text, half a gigabyte a second: for a BackgroundJob when it is long.
    static TextRows build(const Bytes &text, int columns, const std::stop_token &stop = {});

    qint64 count() const { return m_count; }
    int columns() const { return m_columns; }
    std::vector<Row> rows(qint64 first, int most) const;
    // The row that holds the byte.
    qint64 rowOf(std::size_t offset) const;

private:
    Row rowAt(std::size_t begin) const;

    Bytes m_text;
    int m_columns = 80;
    qint64 m_count = 0;
    std::vector<std::uint32_t> m_marks; // where the rows 0, kEvery, 2 × kEvery … begin
};

// How many columns a character takes; what cannot be seen is shown by its number and takes as many
// as that has.
int columnsOf(char32_t character);

} // namespace sonde::content
