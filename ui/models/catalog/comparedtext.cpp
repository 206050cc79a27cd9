// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/comparedtext.h"

#include "models/catalog/jsonlines.h"

#include <algorithm>
#include <string_view>

namespace sonde::models {

namespace {

constexpr std::string_view kPlaceholder = "\"…\"";
// The fields of MCP that name a request, its progress, a task or a session.
constexpr std::string_view kIds[] = {"requestId", "progressToken", "taskId", "elicitationId",
    "io.modelcontextprotocol/related-task", "io.modelcontextprotocol/subscriptionId"};

bool isDigits(std::string_view text, std::size_t at, std::size_t count)
{
    return at + count <= text.size()
        && std::all_of(text.begin() + std::ptrdiff_t(at), text.begin() + std::ptrdiff_t(at + count),
            [](char c) { return c >= '0' && c <= '9'; });
}

// RFC 3339: "2026-11-20T12:05:02", with more behind it; a space in place of the T is usual too.
bool isTime(std::string_view text)
{
    return isDigits(text, 0, 4) && text.size() >= 16 && text[4] == '-' && isDigits(text, 5, 2)
        && text[7] == '-' && isDigits(text, 8, 2)
        && (text[10] == 'T' || text[10] == 't' || text[10] == ' ') && isDigits(text, 11, 2)
        && text[13] == ':' && isDigits(text, 14, 2);
}

bool isIgnored(const json::Value &value)
{
    const json::Value parent = value.parent();
    if (!parent)
        return false;
    if (parent.isObject()) {
        const std::string name = value.key();
        if (name == "id" && !parent.parent()) // JSON-RPC 2.0 section 4
            return true;
        if (std::find(std::begin(kIds), std::end(kIds), name) != std::end(kIds))
            return true;
    }
    return value.isString() && value.raw().size() < 64 && isTime(value.text());
}

} // namespace

std::string withoutIdsAndTimes(const json::Document &document)
{
    const std::string_view text = document.root().raw();
    const std::uint32_t origin = document.root().node().begin;
    std::string out;
    std::uint32_t done = origin;
    // In the order of the text: the first child of a container is the next node.
    for (json::NodeId id = 0; id < document.nodeCount(); ++id) {
        const json::Value value(&document, id);
        if (value.node().begin < done || !isIgnored(value))
            continue;
        out.append(text.substr(done - origin, value.node().begin - done));
        out.append(kPlaceholder);
        done = value.node().end;
    }
    out.append(text.substr(done - origin));
    return out;
}

Bytes comparedText(const Bytes &message, bool ignoreIdsAndTimes)
{
    const auto document = json::Document::parse(message);
    if (!document.isValid())
        return message;
    return Bytes::copyOf(
        jsonLines(ignoreIdsAndTimes ? withoutIdsAndTimes(document) : message.view()));
}

} // namespace sonde::models
