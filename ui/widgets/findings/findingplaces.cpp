// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingplaces.h"

#include "models/findings/findingtree.h"

#include <QTreeView>

#include <algorithm>

namespace sonde::widgets {

FindingPlaces::FindingPlaces(QTreeView &tree, const models::FindingTree &model)
    : m_tree(tree)
    , m_model(model)
{
}

void FindingPlaces::keep()
{
    m_open.clear();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex group = m_model.index(row, 0);
        if (m_tree.isExpanded(group))
            m_open << group.data().toString();
    }
    const QModelIndex current = m_tree.currentIndex();
    m_current = m_model.findingAt(current);
    m_group = m_current ? QString() : current.siblingAtColumn(0).data().toString();
    m_next =
        m_current ? m_model.findingAt(m_tree.indexBelow(current.siblingAtColumn(0))) : std::nullopt;
}

// The finding after one that moved to the accepted ones becomes the current one.
void FindingPlaces::restore()
{
    QModelIndex place = m_current ? m_model.indexOf(*m_current) : QModelIndex();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex group = m_model.index(row, 0);
        const QString title = group.data().toString();
        m_tree.setExpanded(group, m_open.contains(title));
        if (!m_group.isEmpty() && title == m_group)
            place = group;
    }
    if (m_model.isAccepted(place) && !m_tree.isExpanded(place.parent()))
        place = m_next ? m_model.indexOf(*m_next) : QModelIndex();
    if (place.isValid())
        m_tree.setCurrentIndex(place);
}

std::optional<findings::Finding> FindingPlaces::step(int by)
{
    const QModelIndex current = m_tree.currentIndex();
    const bool isGroup = !current.parent().isValid();
    int group = isGroup ? std::max(current.row(), 0) : current.parent().row();
    int row = !isGroup ? current.row() + by : by > 0 ? 0 : -1;
    while (group >= 0 && group < m_model.rowCount()) {
        const QModelIndex parent = m_model.index(group, 0);
        if (row >= 0 && row < m_model.rowCount(parent)) {
            m_tree.expand(parent);
            m_tree.setCurrentIndex(m_model.index(row, 0, parent));
            return m_model.findingAt(m_tree.currentIndex());
        }
        group += by;
        row = by > 0 || group < 0 ? 0 : m_model.rowCount(m_model.index(group, 0)) - 1;
    }
    return std::nullopt;
}

} // namespace sonde::widgets
