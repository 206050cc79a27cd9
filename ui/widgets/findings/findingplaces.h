// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QStringList>

#include <optional>

class QTreeView;

namespace sonde::models {
class FindingTree;
} // namespace sonde::models

namespace sonde::widgets {

// Where a person is in a tree of findings: the current row and the open groups, also while the tree
// is listed anew.
class FindingPlaces {
public:
    // Both outlive it.
    FindingPlaces(QTreeView &tree, const models::FindingTree &model);

    void keep(); // before the model is reset
    void restore(); // after it
    // Makes the next finding (by: 1) or the one before (-1) the current one, over the borders of
    // groups. Nothing where there is none.
    std::optional<findings::Finding> step(int by);

private:
    QTreeView &m_tree;
    const models::FindingTree &m_model;
    QStringList m_open; // titles of groups
    std::optional<findings::Finding> m_current;
    QString m_group; // its title, where a group is the current one
    std::optional<findings::Finding> m_next; // below the current one
};

} // namespace sonde::widgets
