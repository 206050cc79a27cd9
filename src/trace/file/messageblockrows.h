// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sonde::trace {

// Reads the text of a MessageBlock message by message and column by column, without building a
// document. The text is hostile: anything that MessageBlock would not write is damage and ends the
// reading.
class MessageBlockRows {
public:
    explicit MessageBlockRows(std::string_view text);

    // Moves to the next message; returns false after the last one and on damage. A message that has
    // more columns than were read is damage as well.
    bool next();
    // Reads the next column as a number; 0 after the last column. Returns false on damage.
    bool number(std::int64_t &value);
    // Reads the next column as a text and copies as much as fits to the buffer `place`; the rest of
    // the buffer is unchanged, as is all of it for null or after the last column. Returns false on
    // damage.
    bool text(char *place, std::size_t size);
    // Whether the whole text was read without damage.
    bool isWhole() const { return m_isWhole; }

private:
    bool skip(char expected);
    bool readText(char *place, std::size_t size);
    bool unescape(char &c);
    bool endColumn();
    bool fail();

    const char *m_at;
    const char *m_end;
    bool m_inRow = false; // more columns may follow
    bool m_isFirst = true;
    bool m_isWhole = false;
};

} // namespace sonde::trace
