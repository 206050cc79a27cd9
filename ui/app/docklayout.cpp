// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/docklayout.h"

#include "app/actions.h"
#include "app/dockfold.h"
#include "app/panels.h"
#include "look/paneltitle.h"
#include "models/settings/settings.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>

namespace sonde::app {

namespace {

// Raised when docks come or go: an older state would put them anywhere.
constexpr int kVersion = 1;
constexpr QSize kFirstSize(1440, 900);
// In a narrower window the result is a tab beside the form, and the tool bar lists the servers. In
// a lower window the trace has no room for the message below it.
constexpr int kResultBeside = 1100;
constexpr int kServersBeside = 900;
constexpr int kMessageBelow = 560;
constexpr int kServersWidth = 196;
constexpr int kTraceHeight = 290;
constexpr int kDetailHeight = 140;

// A widget without a focus of its own passes it to the first descendant that takes it.
void focus(QWidget *widget, const QMainWindow &window)
{
    widget->setFocus(Qt::TabFocusReason);
    if (widget->hasFocus() || widget->isAncestorOf(window.focusWidget()))
        return;
    for (QWidget *child : widget->findChildren<QWidget *>()) {
        if (child->focusPolicy() & Qt::TabFocus && child->isVisible() && child->isEnabled()) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace

DockLayout::DockLayout(QMainWindow *window, Actions &actions, Panels &tabs, const Widgets &parts)
    : QObject(window)
    , m_window(window)
    , m_actions(actions)
    , m_tabs(tabs)
    , m_tracePanel(*parts.trace)
{
    window->setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    makeDocks(parts);
    connectActions();
}

void DockLayout::makeDocks(const Widgets &parts)
{
    m_servers =
        add(QStringLiteral("servers"), tr("Servers"), parts.servers, Qt::LeftDockWidgetArea);
    m_requests = add(
        QStringLiteral("requests"), tr("Server requests"), parts.requests, Qt::RightDockWidgetArea);
    m_trace = add(QStringLiteral("trace"), tr("Trace"), parts.trace, Qt::BottomDockWidgetArea);
    m_detail = add(QStringLiteral("detail"), tr("Message"), parts.detail, Qt::BottomDockWidgetArea);
    hideDetailTitle();
    m_window->splitDockWidget(m_trace, m_detail, Qt::Vertical);
    m_axis =
        add(QStringLiteral("axis"), tr("Time axis"), new QWidget(m_window), Qt::TopDockWidgetArea);
    m_serversFold = new DockFold(m_servers, Qt::Horizontal, kServersWidth, this);
    m_detailFold = new DockFold(m_detail, Qt::Vertical, kDetailHeight, this);
    m_window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

QDockWidget *DockLayout::add(
    const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, m_window);
    dock->setObjectName(name);
    dock->setWidget(content);
    look::PanelTitle::forDock(dock);
    m_window->addDockWidget(area, dock);
    m_actions.adopt(m_actions.viewMenu, dock->toggleViewAction());
    return dock;
}

look::PanelTitle *DockLayout::titleOf(QDockWidget &dock)
{
    return static_cast<look::PanelTitle *>(dock.titleBarWidget());
}

// The three parts of the message have titles of their own; a floating dock needs a title to be
// moved by.
void DockLayout::hideDetailTitle()
{
    const auto setTitle = [dock = m_detail](QWidget *title) {
        QWidget *old = dock->titleBarWidget();
        dock->setTitleBarWidget(title);
        delete old;
    };
    setTitle(new QWidget(m_detail));
    connect(m_detail, &QDockWidget::topLevelChanged, this,
        [this, setTitle](bool floating) { setTitle(floating ? nullptr : new QWidget(m_detail)); });
}

void DockLayout::connectActions()
{
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(m_actions.layoutInspect, [this] { showInspect(); });
    on(m_actions.layoutTraceOnly, [this] { showTraceOnly(); });
    on(m_actions.layoutAxis, [this] { showAxis(); });
    on(m_actions.layoutReset, [this] {
        reset();
        unfold();
    });
    on(m_actions.messageBelow, [this] { placeDetail(Qt::Vertical); });
    on(m_actions.messageRight, [this] { placeDetail(Qt::Horizontal); });
    on(m_actions.messageOwnWindow, [this] {
        m_detail->show();
        m_detail->setFloating(true);
    });
    on(m_actions.nextPanel, [this] { moveFocus(1); });
    on(m_actions.previousPanel, [this] { moveFocus(-1); });
}

void DockLayout::showInspect()
{
    for (QDockWidget *dock : {m_servers, m_trace, m_detail})
        dock->show();
    m_window->centralWidget()->show();
}

void DockLayout::showTraceOnly()
{
    m_servers->hide();
    m_requests->hide();
    m_trace->show();
    m_detail->show();
    m_window->centralWidget()->hide();
}

void DockLayout::showAxis()
{
    for (QDockWidget *dock : {m_servers, m_requests, m_detail})
        dock->hide();
    m_window->centralWidget()->hide();
    m_axis->show();
    m_trace->show();
    m_window->resizeDocks({m_axis, m_trace}, {3, 2}, Qt::Vertical);
}

void DockLayout::placeDetail(Qt::Orientation orientation)
{
    m_detail->setFloating(false);
    m_trace->show();
    m_detail->show();
    m_window->splitDockWidget(m_trace, m_detail, orientation);
}

void DockLayout::restore(const models::Settings &settings)
{
    const models::Settings::Window stored = settings.window();
    reset();
    if (!m_window->restoreGeometry(stored.geometry))
        m_window->resize(kFirstSize.boundedTo(m_window->screen()->availableSize()));
    m_window->restoreState(stored.layout, kVersion);
    if (stored.serversFolded)
        m_servers->show();
    if (stored.messageFolded)
        m_detail->show();
    unfold();
    m_tracePanel.restoreColumns(stored.traceColumns);
}

void DockLayout::save(models::Settings settings) const
{
    settings.setWindow({m_window->saveGeometry(), m_window->saveState(kVersion),
        m_serversFold->isFolded(), m_detailFold->isFolded(), m_tracePanel.saveColumns()});
    settings.sync();
}

void DockLayout::reset()
{
    m_window->centralWidget()->show();
    for (QDockWidget *dock : {m_servers, m_trace, m_detail}) {
        dock->setFloating(false);
        dock->show();
    }
    m_axis->hide();
    m_window->addDockWidget(Qt::TopDockWidgetArea, m_axis);
    m_requests->setFloating(false);
    m_requests->hide(); // behind its badge until a request waits
    m_window->addDockWidget(Qt::RightDockWidgetArea, m_requests);
    m_window->addDockWidget(Qt::LeftDockWidgetArea, m_servers);
    m_window->addDockWidget(Qt::BottomDockWidgetArea, m_trace);
    m_window->splitDockWidget(m_trace, m_detail, Qt::Vertical);
    m_window->resizeDocks({m_servers}, {kServersWidth}, Qt::Horizontal);
    restoreHeights();
}

void DockLayout::restoreHeights()
{
    m_window->resizeDocks({m_trace, m_detail}, {kTraceHeight, kDetailHeight}, Qt::Vertical);
}

void DockLayout::fit()
{
    m_tabs.setNarrow(m_window->width() < kResultBeside);
    m_serversFold->setTight(m_window->width() < kServersBeside);
    m_detailFold->setTight(m_window->height() < kMessageBelow);
}

void DockLayout::unfold()
{
    m_serversFold->startAnew();
    m_detailFold->startAnew();
    fit();
}

void DockLayout::restoreSizesAt(const QPoint &place)
{
    const bool serversDocked = !m_servers->isHidden() && !m_servers->isFloating();
    const QRect servers = m_servers->geometry();
    if (serversDocked && place.y() >= servers.top() && place.y() <= servers.bottom())
        m_window->resizeDocks({m_servers}, {kServersWidth}, Qt::Horizontal);
    else if (m_detail->y() == m_trace->y())
        m_window->resizeDocks({m_trace, m_detail}, {1, 1}, Qt::Horizontal);
    else
        restoreHeights();
}

void DockLayout::moveFocus(int by)
{
    QList<QWidget *> parts;
    if (m_servers->isVisible())
        parts << m_servers->widget();
    if (m_window->centralWidget()->isVisible())
        parts << m_tabs.currentWidget();
    if (m_trace->isVisible())
        parts << m_trace->widget();
    if (m_detail->isVisible())
        parts << m_detail->widget();
    if (parts.isEmpty())
        return;
    const QWidget *focused = m_window->focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (focused && (parts[i] == focused || parts[i]->isAncestorOf(focused)))
            at = i;
    }
    focus(parts[(at + by + parts.size()) % parts.size()], *m_window);
}

} // namespace sonde::app
