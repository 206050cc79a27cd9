// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/findingtree.h"
#include "widgets/findings/findingsview.h"

#include <QTest>
#include <QTreeView>

namespace sonde::tests {

// The first finding of the group of a rule; invalid: there is none.
inline QModelIndex findingOf(const models::FindingTree &tree, const QString &rule)
{
    for (int row = 0; row < tree.rowCount(); ++row) {
        if (tree.index(row, 0).data(models::FindingTree::RuleRole).toString() == rule)
            return tree.index(0, 0, tree.index(row, 0));
    }
    return {};
}

// Follows the first finding of a rule with the keyboard.
inline void openFinding(widgets::FindingsView &view, const QString &rule)
{
    const QModelIndex index = findingOf(view.model(), rule);
    QVERIFY2(index.isValid(), qPrintable(rule));
    view.tree().expandAll();
    view.tree().setCurrentIndex(index);
    QTest::keyClick(&view.tree(), Qt::Key_Return);
}

} // namespace sonde::tests
