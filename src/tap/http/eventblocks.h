// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <functional>
#include <string>
#include <string_view>

namespace sonde::tap {

// The blocks of an event stream (WHATWG HTML, 9.2.5), byte for byte, while breakpoints look at
// them.
class EventBlocks {
public:
    static constexpr std::size_t kMaxBlock = std::size_t(16) << 20; // a longer one passes

    struct Sink {
        std::function<void(std::string)> block; // from its first byte through its empty line
        std::function<void(std::string_view)> pass; // belongs to no block that was kept
    };
    // While `whole` is false everything passes at once, but for what was kept of a block before.
    void feed(std::string_view bytes, bool whole, const Sink &sink);
    // Whether the beginning of a block has passed, and not its end.
    bool isInside() const { return m_passes; }
    // What was kept of a block that has no end.
    std::string finish();

private:
    void track(std::string_view bytes);
    void end(std::string_view piece, const Sink &sink);
    void keep(std::string_view piece, const Sink &sink);

    std::string m_block;
    bool m_passes = false; // the rest of a block whose beginning has passed
    bool m_isLineEmpty = true;
    bool m_skipsLineFeed = false; // the other half of a CRLF
};

// The message that a block carries; empty: none.
Bytes messageInBlock(std::string_view block);
// Where the message begins in a block that carries one.
std::size_t messageOffset(std::string_view block);
// The block with another message: all other lines stay.
std::string blockWithMessage(std::string_view block, std::string_view message);

} // namespace sonde::tap
