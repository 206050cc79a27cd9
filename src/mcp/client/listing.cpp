// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/listing.h"

#include "mcp/message/mcptext.h"
#include "mcp/message/toolheaders.h"
#include "json/builder.h"

#include <QLocale>

#include <iterator>
#include <utility>

namespace sonde::mcp {

void Listing::append(Listing further)
{
    items.insert(items.end(), std::make_move_iterator(further.items.begin()),
        std::make_move_iterator(further.items.end()));
    responses.insert(responses.end(), further.responses.begin(), further.responses.end());
    pages += further.pages;
    next = std::move(further.next);
    stopped = std::move(further.stopped);
    failed = std::move(further.failed);
}

QString Listing::missingPage() const
{
    if (!failed || pages == 0)
        return {};
    return Text::tr("Incomplete list: page %1 could not be loaded.")
        .arg(QLocale().toString(pages + 1));
}

std::optional<std::string> ListCursor::advance(const Response &page)
{
    auto shared = std::make_shared<const rpc::Message>(page.message);
    const json::Value result = shared->result();
    listing.next.reset();
    listing.responses.push_back(shared);
    ++listing.pages;
    const json::Value items = result[m_member];
    const bool isList = items.isArray(); // the members of an object are no items
    for (const json::Value item : isList ? items : json::Value()) {
        listing.items.push_back({shared, item.id()});
        if (!m_judgeHeaders)
            continue;
        if (const auto headers = readToolHeaders(item["inputSchema"]); !headers)
            listing.items.back().excluded = headers.error().sentence;
    }
    if (!isList)
        listing.stopped =
            Text::tr("The response has no array \"%1\".").arg(QString::fromStdString(m_member));

    const json::Value next = result["nextCursor"];
    if (!next || next.isNull())
        return {};
    if (!next.isString()) {
        listing.stopped = QStringLiteral("\"nextCursor\" is not a string.");
        return {};
    }
    listing.next = std::string(next.raw());
    if (!m_cursors.insert(std::string(next.raw())).second) {
        repeated = true;
        listing.stopped =
            Text::tr("The server sent the cursor %1 a second time; the list would never end.")
                .arg(QString::fromUtf8(next.raw().data(), qsizetype(next.raw().size())));
        return {};
    }
    if (listing.pages >= kMaxPages || listing.items.size() >= kMaxItems) {
        listing.stopped = Text::tr("Stopped after %1 pages with %2 items.")
                              .arg(listing.pages)
                              .arg(listing.items.size());
        return {};
    }
    return params(next.raw());
}

std::string ListCursor::params(std::string_view cursor)
{
    return json::Builder().beginObject().rawMember("cursor", cursor).endObject().takeString();
}

} // namespace sonde::mcp
