// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/groupproxy.h"

#include <vector>

namespace sonde::models {

// A list of tools as a tree of two levels, in the server's order: what has a prefix in common
// stands together (files_read, files_write), or what the server says of its effects, and what is
// left over at the end. Where that would not give two groups, the list stays a list.
class ToolGroupModel : public GroupProxy {
    Q_OBJECT
public:
    enum Roles {
        HeadingRole = Qt::UserRole + 50, // of a group's row: what names it, empty for the left over
    };
    enum class Grouping { None, Prefix, Effect };
    using GroupProxy::GroupProxy;

    void setGrouping(Grouping grouping);
    Grouping grouping() const { return m_grouping; }

private:
    struct Heading {
        QString key; // empty: what is left over
        QString title;
    };
    struct Group {
        Heading heading;
        Rows rows;
    };
    Arrangement arrange() override;
    QVariant groupData(std::size_t group, int size, int role) const override;
    std::vector<Group> findGroups() const;
    Heading headingOf(int row) const; // of the source

    Grouping m_grouping = Grouping::Prefix;
    std::vector<Heading> m_headings;
};

// Up to and with the first separator that has something on both sides: "files_", "db.", "mcp__".
// Empty without one.
QString toolPrefix(const QString &name);

} // namespace sonde::models
