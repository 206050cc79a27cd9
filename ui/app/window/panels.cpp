// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"

#include "app/window/actions.h"
#include "app/window/panelfocus.h"
#include "look/painting/iconengine.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/kit/frame/tighttabbar.h"
#include "widgets/kit/label/countbadge.h"

#include <QAction>
#include <QMenu>
#include <QStringBuilder>
#include <QToolButton>

#include <utility>

namespace sonde::app {

using widgets::Panel;

Panels::Panels(Actions &actions, QWidget *parent)
    : QTabWidget(parent)
    , m_actions(actions)
    , m_bar(new widgets::TightTabBar(this))
    , m_more(new QToolButton(this))
{
    // Before the page changes.
    connect(m_bar, &QTabBar::currentChanged, this, &Panels::noteFocus);
    setTabBar(m_bar);
    setDocumentMode(true);
    setAccessibleName(tr("Panels of the current server"));
    connect(this, &QTabWidget::currentChanged, this, [this] { updateGeometry(); });
    connect(this, &QTabWidget::currentChanged, this, &Panels::moveFocus);
    makeMore();
    connectCommands();
}

void Panels::noteFocus(int next)
{
    const QWidget *focused = window()->focusWidget();
    const QWidget *page = widget(next);
    m_movesFocus = focused && currentWidget() && currentWidget()->isAncestorOf(focused);
    m_isNew = page && !page->focusWidget();
}

// A page that had the focus gets it back where it was. For another one, Qt would take the first
// control: a filter, which the next key would change.
void Panels::moveFocus()
{
    QWidget *const page = currentWidget();
    const QWidget *focused = window()->focusWidget();
    if (!std::exchange(m_movesFocus, false) || !page)
        return;
    if (m_isNew || !focused || !focused->isVisible())
        page->setFocus(Qt::OtherFocusReason);
}

// What does not fit into the bar scrolls out of sight at its end.
void Panels::makeMore()
{
    m_more->setObjectName(QStringLiteral("morePanels"));
    m_more->setIcon(look::icon("more"));
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setAccessibleName(tr("All panels and reviews"));
    m_more->setToolTip(tr("List all panels and reviews"));
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    m_fitSoon.setSingleShot(true);
    m_fitSoon.setInterval(0);
    connect(&m_fitSoon, &QTimer::timeout, this, &Panels::fitTabs);
    connect(m_bar, &widgets::TightTabBar::tabsChanged, this, [this] { m_fitSoon.start(); });
    connect(m_more->menu(), &QMenu::aboutToShow, this, &Panels::listTabs);
}

// Qt keeps room for a widget in the corner, also for one that is hidden.
void Panels::fitTabs()
{
    const bool all = m_bar->fit(width());
    if ((cornerWidget() == nullptr) != all)
        setCornerWidget(all ? nullptr : m_more);
    m_more->setVisible(!all);
}

void Panels::listTabs()
{
    QMenu *const menu = m_more->menu();
    menu->clear();
    for (int tab = 0; tab < count(); ++tab) {
        if (!isTabVisible(tab))
            continue;
        QAction *const action = menu->addAction(tabIcon(tab), tabText(tab));
        action->setCheckable(true);
        action->setChecked(tab == currentIndex());
        connect(action, &QAction::triggered, this, [this, page = widget(tab)] {
            setCurrentWidget(page);
            focusInside(*page);
        });
    }
}

void Panels::resizeEvent(QResizeEvent *event)
{
    QTabWidget::resizeEvent(event);
    fitTabs();
}

QSize Panels::minimumSizeHint() const
{
    const QSize all = QTabWidget::minimumSizeHint();
    const QWidget *front = currentWidget();
    if (!front)
        return all;
    return {all.width(), front->minimumSizeHint().height() + m_bar->sizeHint().height()};
}

void Panels::connectCommands()
{
    const auto run = [this](QAction *action, Panel::Command command) {
        connect(action, &QAction::triggered, this, [this, command] {
            if (Panel *panel = commandPanel())
                panel->runCommand(command);
        });
    };
    run(m_actions.call, Panel::Command::Call);
    run(m_actions.callAgain, Panel::Command::CallAgain);
    run(m_actions.cancelCall, Panel::Command::Cancel);
    run(m_actions.showInTrace, Panel::Command::ShowInTrace);
    connect(m_actions.filterHere, &QAction::triggered, this, [this] {
        if (Panel *panel = inFront())
            panel->focusFilter();
    });
}

void Panels::add(Panel *panel)
{
    const Panel::Tab tab = panel->tab();
    auto *show = new QAction(look::icon(tab.icon), tab.title, panel);
    show->setObjectName(u"show-" % QLatin1String(tab.name));
    show->setShortcut(tab.shortcut);
    m_actions.adopt(m_actions.viewMenu, show, m_actions.afterPanels);
    connect(show, &QAction::triggered, this, [this, panel] {
        this->show(panel);
        focusInside(*panel);
    });
    addActions(*panel);

    QString title = tab.title;
    addTab(panel, show->icon(), title.remove(QLatin1Char('&')));
    const Tab added{panel, new widgets::CountBadge(this), show};
    m_panels.push_back(added);
    added.badge->hide();
    showCount(added);
    connect(panel, &Panel::showRequested, this, [this, panel] { this->show(panel); });
    connect(panel, &Panel::countChanged, this, [this, added] { showCount(added); });
    connect(panel, &Panel::actionsChanged, this, &Panels::actionsChanged);
    connect(panel, &Panel::connectRequested, this, &Panels::connectRequested);
    connect(panel, &Panel::editRequested, m_actions.editServer, &QAction::trigger);
    connect(panel, &Panel::doingRequested, this, &Panels::doingRequested);
    connect(panel, &Panel::succeeded, this, &Panels::succeeded);
    connect(panel, &Panel::failed, this, &Panels::failed);
    connect(panel, &Panel::messageRequested, this, &Panels::messageRequested);
}

void Panels::addActions(const Panel &panel)
{
    for (const auto &[menu, action] : panel.menuActions()) {
        switch (menu) {
        case Panel::Menu::Call:
            m_actions.adopt(m_actions.callMenu, action);
            break;
        case Panel::Menu::Tools:
            m_actions.adopt(m_actions.toolsMenu, action, m_actions.ping);
            break;
        case Panel::Menu::Authorization:
            m_actions.adopt(m_actions.authMenu, action);
            break;
        }
    }
}

void Panels::show(Panel *panel)
{
    setCurrentWidget(panel);
    Q_EMIT shown();
}

void Panels::setServers(const QStringList &names)
{
    for (const Tab &tab : m_panels)
        tab.panel->setServers(names);
}

void Panels::setServer(const QString &name, mcp::Client *client)
{
    for (const Tab &tab : m_panels) {
        tab.panel->setServer(name, client);
        setOffered(tab, tab.panel->isForServers());
    }
}

void Panels::setObservation(const QString &name, session::Observation *observation)
{
    for (const Tab &tab : m_panels)
        setOffered(tab, tab.panel->setObservation(name, observation));
}

void Panels::setOffered(const Tab &tab, bool offered)
{
    tab.show->setEnabled(offered);
    if (const int at = indexOf(tab.panel); isTabVisible(at) != offered) {
        setTabVisible(at, offered);
        m_bar->moveTab(at, offered ? placeOf(tab) : 0);
    }
}

// Hidden tabs stand before all others: Qt 6.4 takes the empty rectangle of a last tab that is
// hidden for the end of the bar, and scrolls all tabs to the right. A tab that comes back goes
// before the next one in the order in which the panels were added.
int Panels::placeOf(const Tab &tab) const
{
    bool isBehind = false;
    for (const Tab &other : m_panels) {
        if (isBehind && isTabVisible(indexOf(other.panel)))
            return indexOf(other.panel) - 1;
        isBehind = isBehind || other.panel == tab.panel;
    }
    return static_cast<int>(m_panels.size()) - 1;
}

void Panels::setNarrow(bool narrow)
{
    for (const Tab &tab : m_panels)
        tab.panel->setNarrow(narrow);
}

void Panels::updateActions()
{
    for (const Tab &tab : m_panels)
        tab.panel->updateActions();
    const Panel *panel = commandPanel();
    const auto can = [panel](
                         Panel::Command command) { return panel && panel->canRunCommand(command); };
    m_actions.call->setEnabled(can(Panel::Command::Call));
    m_actions.callAgain->setEnabled(can(Panel::Command::CallAgain));
    m_actions.cancelCall->setEnabled(can(Panel::Command::Cancel));
    m_actions.showInTrace->setEnabled(can(Panel::Command::ShowInTrace));
}

Panel *Panels::inFront() const
{
    return qobject_cast<Panel *>(currentWidget());
}

Panel *Panels::commandPanel() const
{
    Panel *front = inFront();
    return front && front->hasCommands() && front->isVisibleTo(window()) ? front : nullptr;
}

void Panels::showCount(const Tab &tab)
{
    if (tab.badge->count() == tab.panel->count())
        return; // it measures all tabs, which takes a while
    tab.badge->setCount(tab.panel->count());
    const int at = indexOf(tab.panel);
    // The bar measures its tabs again only for a new button.
    m_bar->setTabButton(at, QTabBar::RightSide, nullptr);
    m_bar->setTabButton(at, QTabBar::RightSide, tab.badge);
    tab.badge->setVisible(tab.panel->count() > 0);
}

} // namespace sonde::app
