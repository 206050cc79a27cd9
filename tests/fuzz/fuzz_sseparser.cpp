// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "rpc/sseparser.h"
#include "support/sseoutcome.h"

#include <cstdint>
#include <string>

// The events of a stream are the same however it was split, and each of them says truly where it
// stands. The first two bytes of the input choose the limit and the split, the rest is the stream.

namespace {

using sonde::Bytes;
using sonde::rpc::SseEvent;
using sonde::rpc::SseParser;
using sonde::rpc::unfoldSseData;
using sonde::test::SeenEvent;
using sonde::test::SseOutcome;

// Pieces of 1, 2, … `longest` bytes in turn; 0 is the whole stream at once.
SseOutcome outcomeOf(std::string_view stream, std::size_t limit, std::size_t longest)
{
    SseParser parser(limit);
    SseOutcome outcome;
    const auto add = [&outcome](const SseEvent &event) { outcome.add(event); };
    std::size_t length = longest ? 1 : stream.size();
    for (std::size_t at = 0; at < stream.size();) {
        const std::string_view piece = stream.substr(at, length);
        parser.feed(Bytes::copyOf(piece), add);
        at += piece.size();
        if (longest)
            length = length % longest + 1;
    }
    require(parser.offset() == stream.size());
    outcome.finish(parser);
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

    const SseOutcome whole = outcomeOf(stream, limit, 0);
    require(whole == outcomeOf(stream, limit, 1));
    require(whole == outcomeOf(stream, limit, longest));

    std::uint64_t end = 0;
    for (const SeenEvent &event : whole.events) {
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
