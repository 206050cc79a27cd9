// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/brokenline.h"

#include "json/builder.h"

#include <algorithm>

namespace sonde::tap {

namespace {

// Line ends would make two messages of one.
constexpr char kHighBit = '\x80';

std::string lineEndOf(std::string_view line)
{
    const auto text = line.find_last_not_of("\r\n");
    return std::string(text == std::string_view::npos ? line : line.substr(text + 1));
}

// Every byte of a line end would stay, and no byte becomes one: only the highest bit changes.
std::string garbled(std::string text, std::size_t count)
{
    count = std::min(count, text.size());
    for (std::size_t i = 0; i < count; ++i)
        text[(2 * i + 1) * text.size() / (2 * count)] ^= kHighBit;
    return text;
}

} // namespace

Bytes brokenLine(const Bytes &line, const BreakpointAction &action)
{
    using Break = BreakpointAction::Kind;
    const std::string end = lineEndOf(line.view());
    const std::string text(line.view().substr(0, line.size() - end.size()));
    switch (action.kind) {
    case Break::Truncate:
        return Bytes::copyOf(text.substr(0, action.bytes) + end);
    case Break::Split:
        return action.bytes < text.size()
            ? Bytes::copyOf(text.substr(0, action.bytes) + end + text.substr(action.bytes) + end)
            : line;
    case Break::Garble:
        return Bytes::copyOf(garbled(text, action.bytes) + end);
    default:
        return line;
    }
}

std::optional<Bytes> responseLine(const rpc::Message &request, const std::string &text)
{
    const json::Document document = json::Document::parse(text);
    if (document.error() || !document.root().isObject() || text.find('\n') != std::string::npos)
        return std::nullopt;
    const json::Value root = document.root();
    json::Builder line;
    line.beginObject().member("jsonrpc", "2.0").rawMember("id", request.id);
    if (root["error"])
        line.rawMember("error", root["error"].raw());
    else
        line.rawMember("result", root["result"] ? root["result"].raw() : root.raw());
    return Bytes::copyOf(line.endObject().takeString() + '\n');
}

} // namespace sonde::tap
