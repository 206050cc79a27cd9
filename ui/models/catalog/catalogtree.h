// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/catalogmodel.h"
#include "models/catalog/groupproxy.h"

#include <vector>

namespace sonde::models {

// A CatalogModel as a tree of two levels: its kinds, where it has more than one, and their items
// that pass the filter, in the server's order.
class CatalogTree : public GroupProxy {
    Q_OBJECT
public:
    enum Roles {
        HeadingRole = Qt::UserRole + 50, // of a group's row: int of CatalogKind
    };
    using GroupProxy::GroupProxy;

    // Lets an item through when the letters typed stand in its name, title or URI in that order,
    // or the words in its description.
    void setText(const QString &text);

private:
    Arrangement arrange() override;
    QVariant groupData(std::size_t group, int size, int role) const override;
    bool passes(const QModelIndex &source) const;

    QString m_text;
    std::vector<CatalogKind> m_kinds; // only those with an item that passes
};

// The plural that stands over items of the kind.
QString catalogHeading(CatalogKind kind);

} // namespace sonde::models
