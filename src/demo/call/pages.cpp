// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/pages.h"

#include "demo/call/toolresult.h"
#include "json/builder.h"

#include <algorithm>
#include <limits>

namespace sonde::demo {

namespace {
constexpr Milliseconds kListTtl{60'000};
}

Pages::Pages(const ServerOptions &options)
    : m_pageSize(options.pageSize > 0 ? std::size_t(options.pageSize)
                                      : std::numeric_limits<std::size_t>::max())
    , m_emptyCursor(options.emptyCursor)
{
}

std::string Pages::cursorFor(std::string_view member, std::size_t position) const
{
    // 2026-07-28 server/utilities/pagination: "" is a valid cursor; a client that takes it for the
    // end loses everything but the first page.
    if (m_emptyCursor && position == m_pageSize)
        return {};
    return base64(std::string(member) + ':' + std::to_string(position));
}

void Pages::respond(
    Call &call, std::string_view member, const std::vector<std::string> &entries) const
{
    std::size_t begin = 0;
    if (const json::Value cursor = call.params()["cursor"]; cursor && !cursor.isNull()) {
        // The cursors that were given out are few: compare instead of decoding.
        const std::string text = cursor.text();
        do {
            begin = m_pageSize > entries.size() - begin ? entries.size() : begin + m_pageSize;
        } while (begin < entries.size() && cursorFor(member, begin) != text);
        if (begin >= entries.size() || !cursor.isString())
            return call.fail(rpc::kInvalidParams, "This list has no such cursor.");
    }
    const std::size_t end = begin + std::min(m_pageSize, entries.size() - begin);
    json::Builder result;
    result.beginObject().key(member).beginArray();
    for (std::size_t i = begin; i < end; ++i)
        result.raw(entries[i]);
    result.endArray();
    if (end < entries.size())
        result.member("nextCursor", cursorFor(member, end));
    result.endObject();
    call.finish(result.view(), Freshness{kListTtl, true});
}

} // namespace sonde::demo
