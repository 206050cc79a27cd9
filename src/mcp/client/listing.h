// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "mcp/message/response.h"
#include "rpc/message.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace sonde::mcp {

// One item of a list; shares the document of its page.
struct ListItem {
    std::shared_ptr<const rpc::Message> page;
    json::NodeId node = json::kNoNode;
    // Why a tool must not be called over Streamable HTTP: its x-mcp-header breaks a rule. Empty: it
    // may be called.
    QString excluded{};
    json::Value value() const { return page->document.value(node); }
};

struct Listing {
    std::vector<ListItem> items; // in server order, duplicates and malformed ones included
    std::vector<std::shared_ptr<const rpc::Message>> responses; // each page's, also empty ones
    int pages = 0;
    // The cursor of the next page, as JSON text; nothing after the last page.
    std::optional<std::string> next;
    QString stopped; // why it ended early (repeated cursor, page limit), else empty
    // Why the next page could not be loaded; `next` is its cursor, unless it is the first page.
    std::optional<Error> failed;

    // Whether another page can be loaded.
    bool hasMore() const { return next && stopped.isEmpty(); }
    // Whether these are all items, provided that the first page was loaded first.
    bool isComplete() const { return pages > 0 && !next && stopped.isEmpty() && !failed; }
    // "Incomplete list: page 3 could not be loaded.", or empty. `failed` has the reason.
    QString missingPage() const;
    void append(Listing further); // the next pages
};

// Follows the cursors of a list (2026-07-28 server/utilities/pagination) without I/O: advance()
// takes each page and returns the next request. The empty string is a valid cursor; only an absent
// or null nextCursor ends the list.
class ListCursor {
public:
    static constexpr int kMaxPages = 10'000;
    static constexpr std::size_t kMaxItems = 1'000'000;

    // `judgeHeaders`: the items are tools, and ListItem::excluded is to be filled.
    explicit ListCursor(std::string member, bool judgeHeaders = false)
        : m_member(std::move(member))
        , m_judgeHeaders(judgeHeaders)
    {
    }

    // The params of the next page's request as JSON text; nothing when the list is complete.
    std::optional<std::string> advance(const Response &page);
    static std::string params(std::string_view cursor); // of the page with this cursor (JSON text)

    Listing listing; // so far
    bool repeated = false; // the server named a cursor again; the page is to be marked

private:
    std::string m_member;
    bool m_judgeHeaders = false;
    std::unordered_set<std::string> m_cursors; // as JSON text
};

// What to load of a list.
struct ListQuery {
    QString method; // "tools/list"
    QString member; // of its results: "tools"
    // The cursor of the page to begin with, as JSON text, sent byte for byte; nothing: the first
    // page.
    std::optional<std::string> cursor{};
    int pages = ListCursor::kMaxPages; // at most; Listing::next is then the cursor of the next one
};

} // namespace sonde::mcp
