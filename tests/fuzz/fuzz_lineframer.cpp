// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "rpc/lineframer.h"

#include <cstdint>
#include <string>
#include <vector>

// The frames of a stream are the same however it was split, and each of them says truly where it
// began. The first two bytes of the input choose the limit and the split, the rest is the stream.

namespace {

using sonde::Bytes;
using sonde::rpc::Frame;
using sonde::rpc::LineFramer;

struct Seen {
    std::string text;
    std::uint64_t offset = 0;
    bool tooLong = false;
    bool unfinished = false;
    bool operator==(const Seen &) const = default;
};

Seen seen(const Frame &frame)
{
    return {std::string(frame.text.view()), frame.offset, frame.tooLong, frame.unfinished};
}

// Pieces of 1, 2, … `longest` bytes in turn; 0 is the whole stream at once.
std::vector<Seen> framesOf(std::string_view stream, std::size_t limit, std::size_t longest)
{
    LineFramer framer(limit);
    std::vector<Seen> frames;
    const auto take = [&frames](const Frame &frame) { frames.push_back(seen(frame)); };
    std::size_t length = longest ? 1 : stream.size();
    for (std::size_t at = 0; at < stream.size();) {
        const std::string_view piece = stream.substr(at, length);
        framer.feed(Bytes::copyOf(piece), take);
        at += piece.size();
        if (longest)
            length = length % longest + 1;
    }
    require(framer.offset() == stream.size());
    if (const auto rest = framer.finish())
        frames.push_back(seen(*rest));
    return frames;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::size_t limit = data[0] + std::size_t(1);
    const std::size_t longest = data[1] % 17 + std::size_t(1);
    const std::string_view stream(reinterpret_cast<const char *>(data) + 2, size - 2);

    const std::vector<Seen> whole = framesOf(stream, limit, 0);
    require(whole == framesOf(stream, limit, 1));
    require(whole == framesOf(stream, limit, longest));

    for (const Seen &frame : whole) {
        require(frame.offset <= stream.size());
        require(stream.substr(frame.offset, frame.text.size()) == frame.text);
        require(frame.text.find('\n') == std::string::npos);
        require(frame.text.size() <= limit);
    }
    return 0;
}
