// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/database.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

namespace sonde::trace {

// A row of an SQLite result whose columns are read in order.
class TableRow {
public:
    explicit TableRow(const Statement &statement)
        : m_statement(statement)
    {
    }
    bool number(std::int64_t &value)
    {
        const auto found = m_statement.integer(m_column++);
        value = found.value_or(0);
        return found.has_value();
    }
    bool text(char *place, std::size_t size)
    {
        const auto found = m_statement.text(m_column);
        if (found)
            std::memcpy(place, found->data(), std::min(found->size(), size));
        return m_statement.isNull(m_column++) || found;
    }

    int column() const { return m_column; } // the next column to be read

private:
    const Statement &m_statement;
    int m_column = 0;
};

// Reads the columns of a row, a TableRow or a row of MessageBlockRows, into members, and remembers
// whether any of them was invalid.
template <typename Row>
class Columns {
public:
    explicit Columns(Row &row)
        : m_row(row)
    {
    }
    template <typename T>
    void read(T &member, std::int64_t min = std::numeric_limits<T>::min(),
        std::int64_t max = std::numeric_limits<T>::max())
    {
        std::int64_t value = 0;
        if (!m_row.number(value) || value < min || value > max)
            m_good = false;
        else
            member = static_cast<T>(value);
    }
    bool good() const { return m_good; }

private:
    Row &m_row;
    bool m_good = true;
};

} // namespace sonde::trace
