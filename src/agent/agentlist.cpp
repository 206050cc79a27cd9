// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/agentlist.h"

#include "agent/pending.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <algorithm>
#include <memory>

namespace sonde::agent {

namespace {

constexpr std::chrono::milliseconds kListTimeout{60'000};

struct ListKind {
    QString method;
    QString member;
    const char *key; // the member that names an item
};

ListKind listKind(const json::Value &what)
{
    if (what.equals("resources"))
        return {QStringLiteral("resources/list"), QStringLiteral("resources"), "uri"};
    if (what.equals("templates"))
        return {QStringLiteral("resources/templates/list"), QStringLiteral("resourceTemplates"),
            "uriTemplate"};
    if (what.equals("prompts"))
        return {QStringLiteral("prompts/list"), QStringLiteral("prompts"), "name"};
    return {QStringLiteral("tools/list"), QStringLiteral("tools"), "name"};
}

std::string whyIncomplete(const mcp::Listing &listing)
{
    if (listing.failed)
        return listing.failed->sentence.toStdString();
    return listing.stopped.toStdString();
}

void finishList(const AgentToolCall &tool, const ListKind &kind, const mcp::Listing &listing)
{
    const json::Value name = tool.argument("name");
    std::vector<std::string> items;
    for (const mcp::ListItem &item : listing.items) {
        if (!name || item.value()[kind.key].equals(name.text()))
            items.push_back(json::singleLine(item.value().raw()));
    }
    const auto skip = std::size_t(tool.integer("skip", 0));
    json::Builder out;
    out.beginObject().key("items").beginArray();
    std::size_t at = std::min(skip, items.size());
    for (std::size_t size = 0; at < items.size(); ++at) {
        size += items[at].size();
        if (at > skip && size > kBudget)
            break;
        out.raw(items[at].size() <= kBudget * 2
                ? items[at]
                : json::quoted("This item has " + std::to_string(items[at].size())
                    + " bytes. Read it with trace and message."));
    }
    out.endArray().member("total", std::int64_t(items.size()));
    if (at < items.size())
        out.member("next", std::int64_t(at));
    if (const std::string problem = whyIncomplete(listing); !problem.empty())
        out.member("problem", beginningOf(problem, kMaxLine * 2));
    tool.finish(out.endObject().takeString());
}

} // namespace

void list(const AgentToolCall &tool, Inspected &server)
{
    const auto pending = std::make_shared<Pending>();
    tool.call().employ(pending);
    const ListKind kind = listKind(tool.argument("what"));
    mcp::CallOptions options;
    options.totalTimeout = kListTimeout;
    pending->request = server.client().list({kind.method, kind.member}, options, pending.get(),
        [tool, kind, inspected = QPointer(&server)](const mcp::Listing &listing) {
            if (inspected && kind.method == u"tools/list")
                inspected->rememberTools(listing);
            if (listing.pages == 0 && listing.failed)
                return tool.fail(listing.failed->sentence);
            finishList(tool, kind, listing);
        });
}

} // namespace sonde::agent
