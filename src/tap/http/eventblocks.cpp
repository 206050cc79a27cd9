// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/eventblocks.h"

#include "rpc/sseparser.h"

#include <utility>

namespace sonde::tap {

namespace {

std::size_t lineEndSize(std::string_view text, std::size_t at)
{
    return text.substr(at).starts_with("\r\n") ? 2 : 1;
}

bool isDataLine(std::string_view line)
{
    return line == "data" || line.starts_with("data:");
}

} // namespace

void EventBlocks::feed(std::string_view bytes, bool whole, const Sink &sink)
{
    if (!whole) {
        if (!m_block.empty())
            sink.pass(std::exchange(m_block, {}));
        sink.pass(bytes);
        return track(bytes);
    }
    if (std::exchange(m_skipsLineFeed, false) && bytes.starts_with('\n')) {
        if (m_block.empty())
            sink.pass(bytes.substr(0, 1));
        else
            m_block += '\n';
        bytes.remove_prefix(1);
    }
    while (!bytes.empty()) {
        const auto at = bytes.find_first_of("\r\n");
        if (at == std::string_view::npos) {
            m_isLineEmpty = false;
            keep(bytes, sink);
            return;
        }
        const std::size_t size = at + lineEndSize(bytes, at);
        const bool ends = m_isLineEmpty && at == 0;
        m_skipsLineFeed = size == bytes.size() && size == at + 1 && bytes[at] == '\r';
        m_isLineEmpty = true;
        if (ends)
            end(bytes.substr(0, size), sink);
        else
            keep(bytes.substr(0, size), sink);
        bytes.remove_prefix(size);
    }
}

// Where the blocks end, whose bytes have passed.
void EventBlocks::track(std::string_view bytes)
{
    if (std::exchange(m_skipsLineFeed, false) && bytes.starts_with('\n'))
        bytes.remove_prefix(1);
    while (!bytes.empty()) {
        const auto at = bytes.find_first_of("\r\n");
        const bool ends = m_isLineEmpty && at == 0;
        m_isLineEmpty = at != std::string_view::npos;
        m_passes = !ends;
        if (!m_isLineEmpty)
            return;
        const std::size_t size = at + lineEndSize(bytes, at);
        m_skipsLineFeed = size == bytes.size() && size == at + 1 && bytes[at] == '\r';
        bytes.remove_prefix(size);
    }
}

void EventBlocks::keep(std::string_view piece, const Sink &sink)
{
    if (!m_passes && m_block.size() + piece.size() > kMaxBlock) {
        m_passes = true;
        sink.pass(std::exchange(m_block, {}));
    }
    if (m_passes)
        sink.pass(piece);
    else
        m_block += piece;
}

void EventBlocks::end(std::string_view piece, const Sink &sink)
{
    keep(piece, sink);
    if (!m_passes)
        sink.block(std::exchange(m_block, {}));
    m_passes = false;
}

std::string EventBlocks::finish()
{
    return std::exchange(m_block, {});
}

Bytes messageInBlock(std::string_view block)
{
    Bytes message;
    rpc::SseParser parser(EventBlocks::kMaxBlock);
    const auto read = [&message](const rpc::SseEvent &event) {
        if (event.type == "message" && !event.tooLong)
            message = Bytes::copyOf(event.data.view());
    };
    parser.feed(Bytes::copyOf(block), read);
    if (const auto last = parser.finish())
        read(*last);
    return message;
}

std::size_t messageOffset(std::string_view block)
{
    std::size_t offset = 0;
    rpc::SseParser parser(EventBlocks::kMaxBlock);
    const auto read = [&offset](const rpc::SseEvent &event) {
        offset = static_cast<std::size_t>(event.dataOffset);
    };
    parser.feed(Bytes::copyOf(block), read);
    if (const auto last = parser.finish())
        read(*last);
    return offset;
}

std::string blockWithMessage(std::string_view block, std::string_view message)
{
    std::string changed;
    bool isWritten = false;
    while (!block.empty()) {
        const auto at = block.find_first_of("\r\n");
        if (at == std::string_view::npos)
            return changed.append(block);
        const std::string_view end = block.substr(at, lineEndSize(block, at));
        const bool isData = isDataLine(block.substr(0, at));
        if (!isData)
            changed.append(block.substr(0, at)).append(end);
        for (std::string_view rest = message; isData && !isWritten;) {
            const auto line = rest.find_first_of("\r\n");
            changed.append("data: ").append(rest.substr(0, line)).append(end);
            isWritten = line == std::string_view::npos;
            rest.remove_prefix(isWritten ? rest.size() : line + lineEndSize(rest, line));
        }
        block.remove_prefix(at + end.size());
    }
    return changed;
}

} // namespace sonde::tap
