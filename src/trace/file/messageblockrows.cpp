// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/messageblockrows.h"

#include <charconv>

namespace sonde::trace {

MessageBlockRows::MessageBlockRows(std::string_view text)
    : m_at(text.data())
    , m_end(text.data() + text.size())
{
    if (!skip('['))
        fail();
}

bool MessageBlockRows::next()
{
    if (m_inRow)
        return fail();
    if (!m_isFirst && skip(']')) {
        m_isWhole = m_at == m_end;
        return fail();
    }
    if (!m_isFirst && !skip(','))
        return fail();
    if (!skip('['))
        return fail();
    m_isFirst = false;
    m_inRow = true;
    return true;
}

bool MessageBlockRows::number(std::int64_t &value)
{
    value = 0;
    if (!m_inRow)
        return true;
    const auto [end, error] = std::from_chars(m_at, m_end, value);
    if (error != std::errc())
        return fail();
    m_at = end;
    return endColumn();
}

bool MessageBlockRows::text(char *place, std::size_t size)
{
    if (!m_inRow)
        return true;
    constexpr std::string_view kNull = "null";
    if (std::string_view(m_at, static_cast<std::size_t>(m_end - m_at)).starts_with(kNull)) {
        m_at += kNull.size();
        return endColumn();
    }
    return readText(place, size) && endColumn();
}

bool MessageBlockRows::readText(char *place, std::size_t size)
{
    if (!skip('"'))
        return fail();
    while (m_at != m_end && *m_at != '"') {
        char c = *m_at++;
        if (c == '\\' && !unescape(c))
            return fail();
        if (size > 0) {
            *place++ = c;
            --size;
        }
    }
    return skip('"') || fail();
}

// Decodes the JSON escapes that MessageBlock writes, and no others: \" \\ \u00XX.
bool MessageBlockRows::unescape(char &c)
{
    if (skip('"') || skip('\\')) {
        c = m_at[-1];
        return true;
    }
    constexpr std::ptrdiff_t kDigits = 4;
    if (!skip('u') || m_end - m_at < kDigits)
        return false;
    unsigned char byte = 0;
    const auto [end, error] = std::from_chars(m_at, m_at + kDigits, byte, 16);
    const bool good = error == std::errc() && end == m_at + kDigits;
    m_at += kDigits;
    c = static_cast<char>(byte);
    return good;
}

bool MessageBlockRows::skip(char expected)
{
    if (m_at == m_end || *m_at != expected)
        return false;
    ++m_at;
    return true;
}

bool MessageBlockRows::endColumn()
{
    m_inRow = skip(',');
    return m_inRow || skip(']') || fail();
}

// Drops the rest of the text, so that reading ends here.
bool MessageBlockRows::fail()
{
    m_at = m_end;
    m_inRow = false;
    return false;
}

} // namespace sonde::trace
