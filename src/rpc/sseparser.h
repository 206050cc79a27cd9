// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::rpc {

// One block of an event stream, from its first line through the empty line that ends it.
struct SseEvent {
    std::string type; // "message" when the block names none
    Bytes data; // the values of its data lines, joined by LF
    bool hasData = false; // an event without data is not dispatched, but its id and retry count
    std::optional<std::string> id; // of this block; an id with a NUL is ignored
    std::optional<std::chrono::milliseconds> retry;

    std::uint64_t offset = 0; // of the block in the stream
    std::uint64_t length = 0; // includes the empty line
    // The range of `data`: from the first data value to the end of the last. If `folded`, the range
    // spans several lines, and unfoldSseData() of its bytes returns `data`.
    std::uint64_t dataOffset = 0;
    std::uint64_t dataLength = 0;
    bool folded = false;
    bool tooLong = false; // longer than the limit; `data` holds only the beginning
};

// Parses server-sent events (WHATWG HTML, 9.2.6 "Interpreting an event stream"), however the stream
// is divided into chunks: CR, LF and CRLF, a leading BOM, comments, fields without a colon. A block
// without any of the four fields (a keep-alive) gives no event. The data of an event is a slice if
// it is one line inside one chunk.
class SseParser {
public:
    explicit SseParser(std::size_t maxData = std::size_t(256) << 20);
    ~SseParser();

    // Calls `sink(SseEvent)` for each block that this chunk ends.
    template <typename Sink>
    void feed(const Bytes &chunk, Sink &&sink)
    {
        begin(chunk);
        while (auto event = next())
            sink(std::move(*event));
    }

    // Ends the stream: returns the last block if only the LF of its final CRLF was missing.
    std::optional<SseEvent> finish();

    // The id to resume from: that of the newest block with an id.
    const std::string &lastEventId() const;
    std::uint64_t offset() const; // total bytes fed
    std::uint64_t comments() const; // number of comment lines (keep-alives)
    // Whether the stream ended inside a block, which the standard says to discard.
    bool isInsideBlock() const;

private:
    void begin(const Bytes &chunk);
    std::optional<SseEvent> next();

    struct Private;
    std::unique_ptr<Private> d;
};

// The data of a folded event, from the raw bytes of its range (see SseEvent::dataOffset).
std::string unfoldSseData(std::string_view raw);

} // namespace sonde::rpc
