// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/piece.h"
#include "trace/record/store.h"

namespace sonde::trace {

// The frame of a message in its stream: the bytes around it, and the read or write calls that
// transferred the frame.
struct MessageFrame {
    static constexpr std::uint64_t kMaxAround = 4096; // bytes on each side

    // For a line its beginning and end; for an event of an event stream (WHATWG HTML, 9.2.5
    // "Parsing an event stream") everything from its first line through the empty line that ends
    // it.
    Bytes before;
    Bytes after;
    bool cutBefore = false; // more than kMaxAround, or dropped from memory
    bool cutAfter = false;
    Pieces pieces;

    // For a message on several data lines of an event: where the value of each line begins in the
    // message's text, which joins them, and in the stream. At most Pieces::kMax.
    struct DataLine {
        std::uint64_t place = 0;
        std::uint64_t offset = 0;
    };
    std::vector<DataLine> lines;
    bool moreLines = false;
};

// Reads from the store: do not call on the window's thread. Records that were not transferred (an
// exchange, a lifecycle line) have an empty frame.
Result<MessageFrame> readMessageFrame(const Store &store, const Record &record);

} // namespace sonde::trace
