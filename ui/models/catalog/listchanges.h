// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"

#include <QString>

#include <cstdint>
#include <string_view>
#include <vector>

namespace sonde::models {

// What became of a list since it was asked for the last time: items that came, went, or are
// described otherwise. Items are the same by what names them; two of one name are matched by
// their order.
class ListChanges {
public:
    enum class Kind : std::uint8_t { Added, Removed, Altered };
    struct Change {
        Kind kind = Kind::Added;
        QString name; // what it is known by; for an item without a name its place in the list
        mcp::ListItem before; // without a page when it was added
        mcp::ListItem after; // without a page when it was removed
    };

    ListChanges() = default;
    // `key`: the member that names an item: "name" of tools and prompts, "uri" of resources,
    // "uriTemplate" of templates. Only white space outside strings may differ in what is the same.
    static ListChanges between(
        const mcp::Listing &before, const mcp::Listing &after, std::string_view key);

    bool isEmpty() const { return m_changes.empty(); }
    const std::vector<Change> &changes() const { return m_changes; } // removed ones last
    void append(const ListChanges &more);
    // "3 added, 1 altered"; empty without changes.
    QString summary() const;

private:
    std::vector<Change> m_changes;
};

} // namespace sonde::models
