// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/sseparser.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::test {

// An event that a parser has given, without its buffers.
struct SeenEvent {
    std::string type;
    std::string data;
    bool hasData = false;
    std::optional<std::string> id;
    std::optional<std::chrono::milliseconds> retry;
    std::uint64_t offset = 0, length = 0, dataOffset = 0, dataLength = 0;
    bool folded = false, tooLong = false;
    bool operator==(const SeenEvent &) const = default;
};

// All that a parser says of a stream.
struct SseOutcome {
    std::vector<SeenEvent> events;
    std::string lastId;
    std::uint64_t comments = 0;
    bool insideBlock = false;
    bool operator==(const SseOutcome &) const = default;

    void add(const rpc::SseEvent &event)
    {
        events.push_back({event.type, std::string(event.data.view()), event.hasData, event.id,
            event.retry, event.offset, event.length, event.dataOffset, event.dataLength,
            event.folded, event.tooLong});
    }
    // Ends the stream.
    void finish(rpc::SseParser &parser)
    {
        if (const auto rest = parser.finish())
            add(*rest);
        lastId = parser.lastEventId();
        comments = parser.comments();
        insideBlock = parser.isInsideBlock();
    }
};

} // namespace sonde::test
