// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/toollist.h"

#include "models/catalog/tooltree.h"
#include "models/settings/settings.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTreeView>

namespace sonde::widgets {

using models::ToolTree;

namespace {

constexpr QLatin1String kGroupingKey("tools/grouping");

QString headingOf(const QModelIndex &group)
{
    return group.data(ToolTree::HeadingRole).toString();
}

} // namespace

ToolList::ToolList(QSettings *settings, QWidget *parent)
    : ToolList(new ToolTree, settings, parent)
{
}

ToolList::ToolList(ToolTree *tree, QSettings *settings, QWidget *parent)
    : CatalogList(tr("Filter tools"), tree, parent)
    , m_settings(settings)
    , m_tools(tree)
{
    view().setAccessibleName(tr("Tools"));
    addGroupings();
    connect(&view(), &QTreeView::collapsed, this,
        [this](const QModelIndex &group) { remember(group, true); });
    connect(&view(), &QTreeView::expanded, this,
        [this](const QModelIndex &group) { remember(group, false); });
}

void ToolList::addGroupings()
{
    using Grouping = ToolTree::Grouping;
    QAction *const first = options().actions().constFirst();
    auto *choice = new QActionGroup(this);
    const auto add = [&](const QString &text, const QString &name, Grouping grouping) {
        auto *action = new QAction(text, choice);
        action->setObjectName(name);
        action->setCheckable(true);
        action->setData(int(grouping));
        options().insertAction(first, action);
    };
    add(tr("Group by &name"), QStringLiteral("groupByName"), Grouping::Prefix);
    add(tr("Group by &effect"), QStringLiteral("groupByEffect"), Grouping::Effect);
    add(tr("No grouping"), QStringLiteral("noGrouping"), Grouping::None);
    options().insertSeparator(first);
    const int kept = m_settings ? m_settings->value(kGroupingKey, int(Grouping::Prefix)).toInt()
                                : int(Grouping::Prefix);
    for (QAction *action : choice->actions())
        action->setChecked(action->data().toInt() == kept);
    if (!choice->checkedAction())
        choice->actions().constFirst()->setChecked(true);
    m_tools->setGrouping(Grouping(choice->checkedAction()->data().toInt()));
    connect(choice, &QActionGroup::triggered, this,
        [this](const QAction *action) { setGrouping(action->data().toInt()); });
}

void ToolList::setGrouping(int grouping)
{
    if (m_settings)
        m_settings->setValue(kGroupingKey, grouping);
    m_tools->setGrouping(ToolTree::Grouping(grouping));
    showTree();
}

void ToolList::setServer(const QString &server)
{
    m_server = server;
    const QStringList closed = models::Settings(m_settings).closedToolGroups(server);
    m_closed = QSet<QString>(closed.begin(), closed.end());
}

void ToolList::remember(const QModelIndex &group, bool closed)
{
    if (m_opening || isFiltered())
        return;
    if (closed)
        m_closed.insert(headingOf(group));
    else
        m_closed.remove(headingOf(group));
    if (m_settings)
        models::Settings(m_settings)
            .setClosedToolGroups(m_server, QStringList(m_closed.begin(), m_closed.end()));
}

void ToolList::openGroups()
{
    const QScopedValueRollback opening(m_opening, true);
    for (int row = 0; row < tree().rowCount(); ++row) {
        const QModelIndex index = tree().index(row, 0);
        if (index.data(ToolTree::HeadingRole).isValid())
            view().setExpanded(index, isFiltered() || !m_closed.contains(headingOf(index)));
    }
}

void ToolList::chooseTool(const QString &name)
{
    choose(models::CatalogKind::Tool, name);
}

} // namespace sonde::widgets
