// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/catalogmodel.h"
#include "models/catalog/groupproxy.h"

namespace sonde::models {

// A CatalogModel as a tree of two levels: its kinds, where it has more than one, and their items
// that pass the filter, in the server's order. HeadingRole is the int of the CatalogKind.
class CatalogTree : public GroupProxy {
    Q_OBJECT
public:
    using GroupProxy::GroupProxy;

    // Lets an item through when the letters typed stand in its name, title or key in that order
    // ("gwt" finds get_weather), or the words in its description.
    void setText(const QString &text);
    bool isFiltered() const { return !m_text.isEmpty(); }
    // Whether the text stands in the name, title or key of an item as it was typed.
    bool isNamed(const QModelIndex &index) const;

protected:
    Arrangement arrange() const override;
    bool passes(const QModelIndex &source) const override;

private:
    QString m_text;
};

// The plural that stands over items of the kind.
QString catalogHeading(CatalogKind kind);

} // namespace sonde::models
