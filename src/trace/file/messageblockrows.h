// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sonde::trace {

// Takes the text of a MessageBlock apart, message by message and column by column, without making
// a document of it. The text is hostile: whatever MessageBlock would not write is damage, and after
// it nothing more is given.
class MessageBlockRows {
public:
    explicit MessageBlockRows(std::string_view text);

    // Goes to the next message; false behind the last one, and at damage. A message that has more
    // columns than were asked for is damage as well.
    bool next();
    // The next column as a number; 0 behind the last one. False at damage.
    bool number(std::int64_t &value);
    // The next column as a text, as much of it as fits into `place`; what is left of that is not
    // touched, nor is anything by null or behind the last column. False at damage.
    bool text(char *place, std::size_t size);
    // That all of it was taken apart and nothing was damaged.
    bool isWhole() const { return m_isWhole; }

private:
    bool skip(char expected);
    bool readText(char *place, std::size_t size);
    bool unescape(char &c);
    bool endColumn();
    bool fail();

    const char *m_at;
    const char *m_end;
    bool m_inRow = false; // columns follow
    bool m_isFirst = true;
    bool m_isWhole = false;
};

} // namespace sonde::trace
