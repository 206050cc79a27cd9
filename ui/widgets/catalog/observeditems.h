// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/catalogmodel.h"

#include <QWidget>

#include <utility>
#include <vector>

namespace sonde::content {
class JsonTreeView;
}

namespace sonde::session {
class Observation;
}

namespace sonde::widgets {

class CatalogList;
class ItemHeading;

// The tools, resources or prompts that a server has listed for a host: to be read, not to be used.
class ObservedItems : public QWidget {
    Q_OBJECT
public:
    explicit ObservedItems(QWidget *parent = nullptr);

    // For the conversation of another server: the first item is chosen.
    void restart();
    void show(
        const session::Observation &observation, const std::vector<models::CatalogKind> &kinds);
    CatalogList &list() { return *m_list; }
    content::JsonTreeView &definition() { return *m_definition; }

private:
    void showItem(int row);

    CatalogList *m_list;
    ItemHeading *m_heading;
    content::JsonTreeView *m_definition;
    std::vector<std::pair<const void *, std::size_t>> m_shown; // page and length of each list
};

} // namespace sonde::widgets
