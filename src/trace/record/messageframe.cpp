// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/messageframe.h"

#include <algorithm>
#include <optional>

namespace sonde::trace {

namespace {

constexpr std::string_view kEnds("\r\n");

// The offset after the line end at `at`: LF, CR or CRLF.
std::size_t afterEnd(std::string_view text, std::size_t at)
{
    return text.substr(at, 2) == kEnds ? at + 2 : at + 1;
}

// Where the block begins that `text` ends in: after the last empty line. `cut`: the text may begin
// inside a line.
std::size_t blockBegin(std::string_view text, bool cut)
{
    std::size_t begin = 0;
    std::size_t line = 0;
    for (auto end = text.find_first_of(kEnds); end != std::string_view::npos;
         end = text.find_first_of(kEnds, line)) {
        const bool empty = end == line && !(cut && line == 0);
        line = afterEnd(text, end);
        if (empty)
            begin = line;
    }
    return begin;
}

// The offset after the empty line that ends the block; npos if it is missing.
std::size_t blockEnd(std::string_view text)
{
    std::size_t line = std::string_view::npos; // the rest of the message's own line does not count
    for (auto end = text.find_first_of(kEnds); end != std::string_view::npos;
         end = text.find_first_of(kEnds, line)) {
        if (end == line)
            return afterEnd(text, end);
        line = afterEnd(text, end);
    }
    return std::string_view::npos;
}

bool isDataOfEvent(std::string_view before)
{
    const auto end = before.find_last_of(kEnds);
    return before.substr(end == std::string_view::npos ? 0 : end + 1).starts_with("data:");
}

bool isLine(const Record &record)
{
    return carrierOf(record) == 0;
}

bool isMoved(const Record &record)
{
    return record.kind != rpc::Kind::Exchange
        && (record.channel == rpc::Channel::Sent || record.channel == rpc::Channel::Received
            || record.channel == rpc::Channel::Stderr);
}

void findBefore(const Store &store, const Record &record, MessageFrame &frame)
{
    const auto length = std::min(record.offset, MessageFrame::kMaxAround);
    const auto read = store.read(record.stream, record.offset - length, length);
    if (!read) {
        frame.cutBefore = true;
        return;
    }
    const auto text = read->view();
    const bool cut = length < record.offset;
    std::size_t begin = text.size();
    if (isLine(record)) {
        const auto end = text.rfind('\n');
        begin = end == std::string_view::npos ? 0 : end + 1;
    } else if (isDataOfEvent(text)) {
        begin = blockBegin(text, cut);
    }
    frame.before = read->slice(begin, text.size() - begin);
    frame.cutBefore = cut && begin == 0;
}

void findAfter(const Store &store, const Record &record, MessageFrame &frame)
{
    const auto begin = record.offset + record.length;
    const auto all = store.length(record.stream);
    const auto length = std::min(all - std::min(all, begin), MessageFrame::kMaxAround);
    const auto read = store.read(record.stream, begin, length);
    if (!read) {
        frame.cutAfter = true;
        return;
    }
    const auto text = read->view();
    std::size_t end = 0;
    if (isLine(record)) {
        const auto feed = text.find('\n');
        end = feed == std::string_view::npos ? feed : feed + 1;
    } else if (isDataOfEvent(frame.before.view())) {
        end = blockEnd(text);
    }
    frame.after = read->slice(0, std::min(end, text.size()));
    frame.cutAfter = end == std::string_view::npos && begin + length < all;
}

// The value of a data line; empty for any other line.
std::optional<std::string_view> dataOf(std::string_view line)
{
    constexpr std::string_view kData("data");
    if (line == kData)
        return std::string_view();
    if (!line.starts_with("data:"))
        return {};
    line.remove_prefix(kData.size() + 1);
    return line.starts_with(' ') ? line.substr(1) : line;
}

// WHATWG HTML, 9.2.6 "Interpreting an event stream": values of data lines are joined by LF.
void findLines(const Store &store, const Record &record, MessageFrame &frame)
{
    const auto read = store.read(record.stream, record.offset, record.length);
    if (!read)
        return;
    const auto text = read->view();
    std::uint64_t place = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find_first_of(kEnds, at), text.size());
        const auto line = text.substr(at, end - at);
        const auto value = at == 0 ? line : dataOf(line); // the message begins with the first value
        if (value && frame.lines.size() == Pieces::kMax) {
            frame.moreLines = true;
            return;
        }
        if (value) {
            const auto begin = std::uint64_t(value->empty() ? end : value->data() - text.data());
            frame.lines.push_back({place, record.offset + begin});
            place += value->size() + 1;
        }
        at = end == text.size() ? end + 1 : afterEnd(text, end);
    }
}

} // namespace

Result<MessageFrame> readMessageFrame(const Store &store, const Record &record)
{
    MessageFrame frame;
    if (!isMoved(record))
        return frame;
    findBefore(store, record, frame);
    findAfter(store, record, frame);
    if (record.folded)
        findLines(store, record, frame);
    auto pieces = store.pieces(record.stream, record.offset - frame.before.size(),
        frame.before.size() + record.length + frame.after.size());
    if (!pieces)
        return pieces.error();
    frame.pieces = std::move(pieces).value();
    return frame;
}

} // namespace sonde::trace
