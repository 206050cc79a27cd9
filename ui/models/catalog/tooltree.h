// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/catalogtree.h"

namespace sonde::models {

// The tools of a CatalogModel as a tree of two levels, in the server's order: what has a prefix in
// common stands together (files_read, files_write), or what the server says of its effects, and
// what is left over at the end. Where that would not give two groups, the list stays a list.
// HeadingRole is the QString that names the group, empty for the left over.
class ToolTree : public CatalogTree {
    Q_OBJECT
public:
    enum class Grouping { None, Prefix, Effect };
    using CatalogTree::CatalogTree;

    void setGrouping(Grouping grouping);
    Grouping grouping() const { return m_grouping; }

private:
    Arrangement arrange() const override;
    std::vector<Group> findGroups() const;
    Group groupOf(int row) const; // of the source; without rows

    Grouping m_grouping = Grouping::Prefix;
};

// Up to and with the first separator that has something on both sides: "files_", "db.", "mcp__".
// Empty without one.
QString toolPrefix(const QString &name);

} // namespace sonde::models
