// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/sseparser.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

// The events of a stream are the same however it was split, and each of them says truly where it
// stands. The first two bytes of the input choose the limit and the split, the rest is the stream.

namespace {

using sonde::Bytes;
using sonde::rpc::SseEvent;
using sonde::rpc::SseParser;
using sonde::rpc::unfoldSseData;

struct Seen {
    std::string type;
    std::string data;
    bool hasData = false;
    std::optional<std::string> id;
    std::optional<std::chrono::milliseconds> retry;
    std::uint64_t offset = 0, length = 0, dataOffset = 0, dataLength = 0;
    bool folded = false, tooLong = false;
    bool operator==(const Seen &) const = default;
};

struct Outcome {
    std::vector<Seen> events;
    std::string lastId;
    std::uint64_t comments = 0;
    bool insideBlock = false;
    bool operator==(const Outcome &) const = default;
};

void require(bool condition)
{
    if (!condition)
        std::abort();
}

// Pieces of 1, 2, … `longest` bytes in turn; 0 is the whole stream at once.
Outcome outcomeOf(std::string_view stream, std::size_t limit, std::size_t longest)
{
    SseParser parser(limit);
    Outcome outcome;
    const auto take = [&outcome](const SseEvent &event) {
        outcome.events.push_back({event.type, std::string(event.data.view()), event.hasData,
            event.id, event.retry, event.offset, event.length, event.dataOffset, event.dataLength,
            event.folded, event.tooLong});
    };
    std::size_t length = longest ? 1 : stream.size();
    for (std::size_t at = 0; at < stream.size();) {
        const std::string_view piece = stream.substr(at, length);
        parser.feed(Bytes::copyOf(piece), take);
        at += piece.size();
        if (longest)
            length = length % longest + 1;
    }
    require(parser.offset() == stream.size());
    if (const auto rest = parser.finish())
        take(*rest);
    outcome.lastId = parser.lastEventId();
    outcome.comments = parser.comments();
    outcome.insideBlock = parser.isInsideBlock();
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::size_t limit = data[0];
    const std::size_t longest = data[1] % 17 + std::size_t(1);
    const std::string_view stream(reinterpret_cast<const char *>(data) + 2, size - 2);

    const Outcome whole = outcomeOf(stream, limit, 0);
    require(whole == outcomeOf(stream, limit, 1));
    require(whole == outcomeOf(stream, limit, longest));

    std::uint64_t end = 0;
    for (const Seen &event : whole.events) {
        require(event.offset >= end);
        end = event.offset + event.length;
        require(end <= stream.size());
        require(event.data.size() <= limit);
        require(event.hasData || (event.data.empty() && !event.tooLong));
        if (!event.hasData)
            continue;
        require(event.dataOffset >= event.offset && event.dataOffset + event.dataLength <= end);
        const std::string_view raw = stream.substr(event.dataOffset, event.dataLength);
        const std::string all = event.folded ? unfoldSseData(raw) : std::string(raw);
        require(
            event.tooLong ? all.size() > limit && all.starts_with(event.data) : all == event.data);
    }
    return 0;
}
