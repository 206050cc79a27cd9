// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/piece.h"
#include "trace/record/store.h"

namespace sonde::trace {

// How a message stood in its stream: the bytes around it that belong to its frame, and the calls
// that moved the frame.
struct MessageFrame {
    static constexpr std::uint64_t kMaxAround = 4096; // bytes at each side

    // Of a line its beginning and its end; of an event in an event stream (WHATWG HTML, 9.2.5
    // "Parsing an event stream") all from its first line on, and the empty line that ends it.
    Bytes before;
    Bytes after;
    bool cutBefore = false; // there is more than kMaxAround, or it is not kept
    bool cutAfter = false;
    Pieces pieces;

    // Of a message on several data lines of an event: where the value of each begins, in the
    // message's text, which joins them, and in the stream. No more than Pieces::kMax.
    struct DataLine {
        std::uint64_t place = 0;
        std::uint64_t offset = 0;
    };
    std::vector<DataLine> lines;
    bool moreLines = false;
};

// Reads from the store: not for the window's thread. What nobody read or wrote (an exchange, a
// line of the lifecycle) has an empty frame.
Result<MessageFrame> readMessageFrame(const Store &store, const Record &record);

} // namespace sonde::trace
