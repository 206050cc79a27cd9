// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/observeditems.h"

#include "content/json/jsontreeview.h"
#include "look/access/focuspass.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "session/connection/observation.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/itemheading.h"

#include <QTreeView>
#include <QVBoxLayout>

#include <memory>

namespace sonde::widgets {

namespace {
const QList<int> kShares{220, 640}; // of the width: list, definition
}

ObservedItems::ObservedItems(QWidget *parent)
    : QWidget(parent)
    , m_list(new CatalogList(tr("Filter the list"), this))
    , m_heading(new ItemHeading(this))
    , m_definition(new content::JsonTreeView(this))
{
    m_list->view().setAccessibleName(tr("What the server offers"));
    look::passFocus(*this, *m_list);
    m_definition->setAccessibleName(tr("Definition, as the server sent it"));
    auto *item = new QWidget(this);
    auto *layout = new QVBoxLayout(item);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_heading);
    layout->addWidget(m_definition, 1);
    auto *columns = new look::Splitter(Qt::Horizontal, this);
    columns->addWidget(m_list);
    columns->addWidget(item);
    columns->setChildrenCollapsible(false);
    columns->setDefaultSizes(kShares);
    columns->setStretchFactor(0, 0);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(columns);
    m_list->hideOptions();
    connect(m_list, &CatalogList::chosen, this, &ObservedItems::showItem);
}

void ObservedItems::restart()
{
    m_list->restart({});
    m_shown.clear();
    m_definition->clear();
}

void ObservedItems::show(
    const session::Observation &observation, const std::vector<models::CatalogKind> &kinds)
{
    std::vector<std::pair<const void *, std::size_t>> present;
    std::vector<models::CatalogModel::Part> parts;
    for (const models::CatalogKind kind : kinds) {
        const mcp::Listing &listing = observation.list(kind);
        present.emplace_back(listing.items.empty() ? nullptr : listing.items.front().page.get(),
            listing.items.size());
        parts.push_back({kind, listing});
    }
    if (std::exchange(m_shown, present) != present)
        m_list->setParts(parts);
}

void ObservedItems::showItem(int row)
{
    const mcp::ListItem &item = m_list->model().item(row);
    m_heading->setItem(m_list->model().kind(row), item);
    m_definition->setDocument(
        std::shared_ptr<const json::Document>(item.page, &item.page->document), item.node);
}

} // namespace sonde::widgets
