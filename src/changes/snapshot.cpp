// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/snapshot.h"

#include "json/document.h"

#include <algorithm>

namespace sonde::changes {

const ListNames &namesOf(ListKind list)
{
    static const std::array<ListNames, kListCount> names{
        {{QLatin1String("tools/list"), QLatin1String("tools"), "name", "tools"},
            {QLatin1String("resources/list"), QLatin1String("resources"), "uri", "resources"},
            {QLatin1String("resources/templates/list"), QLatin1String("resourceTemplates"),
                "uriTemplate", "resources"},
            {QLatin1String("prompts/list"), QLatin1String("prompts"), "name", "prompts"}}};
    return names[static_cast<std::size_t>(list)];
}

QString Snapshot::serverName() const
{
    return json::Document::parse(serverInfo).root()["name"].toString();
}

void addItem(ItemList &list, ListKind kind, const json::Value &definition)
{
    if (list.items.size() >= Snapshot::kMaxItems) {
        list.isComplete = false;
        return;
    }
    list.items.push_back({definition[namesOf(kind).key].text(), Bytes::copyOf(definition.raw())});
}

void orderByKey(ItemList &list)
{
    std::stable_sort(list.items.begin(), list.items.end(),
        [](const Item &a, const Item &b) { return a.key < b.key; });
}

void adoptOpening(Snapshot &snapshot, const json::Value &result)
{
    // 2026-07-28 server/discover has it in _meta.
    const json::Value inMeta = result["_meta"]["io.modelcontextprotocol/serverInfo"];
    const auto copy = [](const json::Value &value) {
        return value ? Bytes::copyOf(value.raw()) : Bytes();
    };
    snapshot.serverInfo = copy(inMeta ? inMeta : result["serverInfo"]);
    snapshot.capabilities = copy(result["capabilities"]);
    snapshot.instructions = copy(result["instructions"]);
}

Snapshot snapshotOf(const mcp::Negotiated &negotiated)
{
    Snapshot snapshot;
    snapshot.revision = negotiated.revision;
    adoptOpening(snapshot, negotiated.response.result());
    return snapshot;
}

ItemList itemsOf(ListKind kind, const mcp::Listing &listing)
{
    ItemList list;
    list.isComplete = listing.isComplete();
    for (const mcp::ListItem &item : listing.items)
        addItem(list, kind, item.value());
    orderByKey(list);
    return list;
}

} // namespace sonde::changes
