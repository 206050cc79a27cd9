// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mcp/client/listing.h"
#include "mcp/session/negotiated.h"

#include <QLatin1String>
#include <QString>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sonde::changes {

// The four lists that a server offers.
enum class ListKind : std::uint8_t { Tools, Resources, Templates, Prompts };
inline constexpr std::size_t kListCount = 4;
inline constexpr std::array<ListKind, kListCount> kLists{
    ListKind::Tools, ListKind::Resources, ListKind::Templates, ListKind::Prompts};

// What the protocol calls a list.
struct ListNames {
    QLatin1String method; // "resources/templates/list"
    QLatin1String member; // of its results, and of a snapshot: "resourceTemplates"
    const char *key; // the member that names an item: "uriTemplate"
    const char *capability; // "resources"
};
const ListNames &namesOf(ListKind list);

// A definition as the server sent it.
struct Item {
    std::string key; // its name, URI or URI template; empty if it has none
    Bytes definition; // JSON text, byte for byte
    friend bool operator==(const Item &, const Item &) = default;
};

struct ItemList {
    // Whether these are all items. What an incomplete list does not contain may still exist.
    bool isComplete = false;
    std::vector<Item> items; // ordered by key; equal keys in the order of the server
    friend bool operator==(const ItemList &, const ItemList &) = default;
};

// What a server offers at one time. Everything in it is JSON text as the server sent it; an empty
// text means that the server sent none.
struct Snapshot {
    static constexpr std::size_t kMaxItems = 100'000; // of a list; the others make it incomplete

    QString revision;
    Bytes serverInfo;
    Bytes capabilities;
    Bytes instructions; // a JSON string
    std::array<ItemList, kListCount> lists;

    ItemList &list(ListKind kind) { return lists[static_cast<std::size_t>(kind)]; }
    const ItemList &list(ListKind kind) const { return lists[static_cast<std::size_t>(kind)]; }
    QString serverName() const; // serverInfo.name
    friend bool operator==(const Snapshot &, const Snapshot &) = default;
};

// Appends an item, unless the list is full.
void addItem(ItemList &list, ListKind kind, const json::Value &definition);
void orderByKey(ItemList &list);

// Everything but the lists: the result of initialize or server/discover.
void adoptOpening(Snapshot &snapshot, const json::Value &result);
Snapshot snapshotOf(const mcp::Negotiated &negotiated);
// A list as far as it was loaded.
ItemList itemsOf(ListKind kind, const mcp::Listing &listing);

} // namespace sonde::changes
