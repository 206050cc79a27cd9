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

// One block of an event stream, from its first line to the empty line that ends it.
struct SseEvent {
    std::string type; // "message" when the block names none
    Bytes data; // the values of its data lines, joined by LF
    bool hasData = false; // without a data line nothing is dispatched, but id and retry count
    std::optional<std::string> id; // the block's own; one with a NUL is ignored
    std::optional<std::chrono::milliseconds> retry;

    std::uint64_t offset = 0; // of the block in the stream
    std::uint64_t length = 0; // with the empty line
    // Where `data` stands: from the first data value to the end of the last. When `folded` it was
    // on several lines, and unfoldSseData() of that range gives `data`.
    std::uint64_t dataOffset = 0;
    std::uint64_t dataLength = 0;
    bool folded = false;
    bool tooLong = false; // more than the limit; `data` is then only the beginning
};

// Reads server-sent events (WHATWG HTML, 9.2.6 "Interpreting an event stream"), however the stream
// is split: CR, LF and CRLF, a BOM at the start, comments, fields without a colon. A block without
// any of the four fields (a keep-alive) gives no event. An event whose data is one line inside one
// chunk is a slice of it.
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

    // The stream has ended: the last block, when nothing but the LF of its last CRLF was missing.
    std::optional<SseEvent> finish();

    // The id to resume from: of the newest block that had one.
    const std::string &lastEventId() const;
    std::uint64_t offset() const; // bytes fed so far
    std::uint64_t comments() const; // comment lines so far: keep-alives
    // The stream ended inside a block, which the standard says to discard.
    bool isInsideBlock() const;

private:
    void begin(const Bytes &chunk);
    std::optional<SseEvent> next();

    struct Private;
    std::unique_ptr<Private> d;
};

// The data of a folded event, out of the raw bytes of its range (see SseEvent::dataOffset).
std::string unfoldSseData(std::string_view raw);

} // namespace sonde::rpc
