// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/docklayout.h"

#include "app/window/actions.h"
#include "app/window/dockfold.h"
#include "app/window/panelfocus.h"
#include "app/window/panels.h"
#include "look/controls/paneltitle.h"
#include "look/theme/firstsize.h"
#include "models/settings/settings.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace sonde::app {

namespace {

// Raised when docks come or go: an older state would put them anywhere.
constexpr int kVersion = 2;
constexpr QSize kFirstSize(1440, 900);
// In a narrower window the result is a tab beside the form, and the tool bar lists the servers.
constexpr int kResultBeside = 1100;
constexpr int kServersBeside = 900;
constexpr int kServersWidth = 196;
constexpr int kRequestsWidth = 230;
constexpr double kTraceShare = 0.45; // of the height
constexpr int kDetailWidth = 462;

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
    window->installEventFilter(this);
    connect(parts.detail, &widgets::MessageDetail::closeRequested, this, &DockLayout::closeDetail);
    connect(&tabs, &QTabWidget::currentChanged, this, &DockLayout::panelChanged);
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
    m_window->splitDockWidget(m_trace, m_detail, Qt::Horizontal);
    parts.detail->setClosable();
    m_axis =
        add(QStringLiteral("axis"), tr("Time axis"), new QWidget(m_window), Qt::TopDockWidgetArea);
    m_serversFold = new DockFold(m_servers, Qt::Horizontal, kServersWidth, this);
    m_requestsFold = new DockFold(m_requests, Qt::Horizontal, kRequestsWidth, this);
    // It gets its size once it is laid out.
    connect(m_requests, &QDockWidget::visibilityChanged, this, &DockLayout::widenRequests,
        Qt::QueuedConnection);
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
    dock->toggleViewAction()->setObjectName(u"toggle-" % name);
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
    on(m_actions.layoutInspect, [this] { enter(Layout::Inspect); });
    on(m_actions.layoutTraceOnly, [this] { enter(Layout::TraceOnly); });
    on(m_actions.layoutAxis, [this] { enter(Layout::Axis); });
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
    connect(&m_tracePanel, &widgets::TracePanel::messageOpened, this, &DockLayout::openDetail);
    connect(&m_tracePanel, &widgets::TracePanel::closeRequested, this, &DockLayout::closeDetail);
}

// A layout comes back as it was left.
void DockLayout::enter(Layout layout)
{
    if (layout == m_layout)
        return arrange(layout);
    m_kept[m_layout] = {m_window->saveState(kVersion), !m_window->centralWidget()->isHidden()};
    m_layout = layout;
    const auto kept = m_kept.find(layout);
    if (kept == m_kept.end())
        return arrange(layout);
    m_window->centralWidget()->setVisible(kept->second.tabs);
    m_window->restoreState(kept->second.state, kVersion);
}

void DockLayout::arrange(Layout layout)
{
    m_window->centralWidget()->setVisible(layout == Layout::Inspect);
    m_servers->setVisible(layout == Layout::Inspect);
    m_axis->setVisible(layout == Layout::Axis);
    m_requests->hide();
    m_detail->hide();
    m_trace->show();
    if (layout == Layout::Axis)
        m_window->resizeDocks({m_axis, m_trace}, {3, 2}, Qt::Vertical);
    else if (layout == Layout::Inspect)
        giveShares();
}

// To the right of the list, as a click in it shows more of the row.
void DockLayout::openDetail()
{
    if (!m_detail->isHidden())
        return;
    m_detail->show();
    if (std::exchange(m_detailPlaced, true) || m_detail->isFloating())
        return;
    const int width = qMin(kDetailWidth, m_window->width() / 2);
    m_window->resizeDocks({m_trace, m_detail}, {m_window->width() - width, width}, Qt::Horizontal);
}

void DockLayout::closeDetail()
{
    m_detail->hide();
    m_tracePanel.view().setFocus(Qt::OtherFocusReason);
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
        look::setFirstSize(m_window, kFirstSize);
    m_window->restoreState(stored.layout, kVersion);
    if (stored.serversFolded)
        m_servers->show();
    if (stored.serversWidth > 0)
        m_serversFold->setSize(stored.serversWidth);
    if (stored.requestsWidth > 0)
        m_requestsFold->setSize(stored.requestsWidth);
    m_detail->hide(); // until a message is opened
    m_requests->hide(); // until a request waits
    m_givesShares = stored.layout.isEmpty() || stored.traceHeight == 0;
    m_chosenHeight = std::max(stored.traceHeight, 0);
    unfold();
    m_tracePanel.restoreColumns(stored.traceColumns);
}

void DockLayout::save(models::Settings settings) const
{
    settings.setWindow({m_window->saveGeometry(), m_window->saveState(kVersion),
        m_serversFold->isFolded(), m_tracePanel.saveColumns(), m_serversFold->size(),
        m_requestsFold->size(), heightToKeep()});
    settings.sync();
}

void DockLayout::reset()
{
    m_window->centralWidget()->show();
    m_layout = Layout::Inspect;
    m_kept.clear();
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
    m_window->splitDockWidget(m_trace, m_detail, Qt::Horizontal);
    m_detail->hide();
    m_detailPlaced = false;
    m_serversFold->setSize(kServersWidth);
    m_serversFold->restoreSize();
    m_requestsFold->setSize(kRequestsWidth);
    giveShares();
}

int DockLayout::traceHeight() const
{
    return m_chosenHeight > 0 ? m_chosenHeight : int(m_window->height() * kTraceShare);
}

// What the settings have: 0 of a share, below 0 where nothing is known.
int DockLayout::heightToKeep() const
{
    if (m_givesShares || m_chosenHeight > 0)
        return m_chosenHeight;
    return isTraceBelow() ? m_trace->height() : -1;
}

bool DockLayout::isDetailBelow() const
{
    return !m_detail->isHidden() && !m_detail->isFloating() && m_detail->y() > m_trace->y();
}

// Between the panels and the bottom of the window.
bool DockLayout::isTraceBelow() const
{
    return m_layout == Layout::Inspect && !m_trace->isHidden() && !m_trace->isFloating()
        && m_window->dockWidgetArea(m_trace) == Qt::BottomDockWidgetArea && !isDetailBelow();
}

void DockLayout::restoreHeights()
{
    const int height = traceHeight();
    if (isDetailBelow())
        m_window->resizeDocks({m_trace, m_detail}, {height / 2, height / 2}, Qt::Vertical);
    else
        m_window->resizeDocks({m_trace}, {height}, Qt::Vertical);
}

void DockLayout::giveShares()
{
    m_givesShares = true;
    m_movesHeight = false;
    m_chosenHeight = 0;
    restoreHeights();
}

// A window of another height has another trace, until the user has moved the handle.
void DockLayout::keepHeight()
{
    if (isTraceBelow() && m_detail->isHidden() && (m_givesShares || m_chosenHeight > 0))
        restoreHeights();
}

// A panel that needs more height takes it from the trace, and the next one gives it back.
void DockLayout::panelChanged()
{
    if (!isTraceBelow() || !m_window->isVisible())
        return;
    if (!m_givesShares && m_chosenHeight == 0)
        m_chosenHeight = m_trace->height(); // as an earlier version of Sonde has left it
    // Once the new panel has said what it needs.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (isTraceBelow())
                restoreHeights();
        },
        Qt::QueuedConnection);
}

// The window has a cursor of its own over the handles between its docks.
bool DockLayout::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        m_movesHeight = m_window->cursor().shape() == Qt::SplitVCursor;
        m_givesShares = m_givesShares && !m_movesHeight;
        m_serversFold->beginMove();
        m_requestsFold->beginMove();
    } else if (event->type() == QEvent::MouseButtonRelease) {
        // The window has yet to follow the last move.
        QMetaObject::invokeMethod(this, &DockLayout::takeSizes, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

// Only a hand on the handle says what size is wanted; a small window says nothing.
void DockLayout::takeSizes()
{
    if (std::exchange(m_movesHeight, false) && isTraceBelow())
        m_chosenHeight = m_trace->height();
    m_serversFold->endMove();
    m_requestsFold->endMove();
}

void DockLayout::fit()
{
    m_tabs.setNarrow(m_window->width() < kResultBeside);
    m_serversFold->setTight(m_window->width() < kServersBeside);
    m_serversFold->restoreSize();
    widenRequests();
    keepHeight();
}

// A narrow window needs the width for its panels.
void DockLayout::widenRequests()
{
    if (m_window->width() >= kResultBeside)
        m_requestsFold->restoreSize();
}

void DockLayout::unfold()
{
    m_serversFold->startAnew();
    fit();
}

void DockLayout::restoreSizesAt(const QPoint &place)
{
    const bool serversDocked = !m_servers->isHidden() && !m_servers->isFloating();
    const QRect servers = m_servers->geometry();
    if (serversDocked && place.y() >= servers.top() && place.y() <= servers.bottom()) {
        m_serversFold->setSize(kServersWidth);
        m_serversFold->restoreSize();
    } else if (!m_detail->isHidden() && m_detail->y() == m_trace->y())
        m_window->resizeDocks(
            {m_trace, m_detail}, {m_window->width() - kDetailWidth, kDetailWidth}, Qt::Horizontal);
    else
        giveShares();
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
    focusInside(*parts[(at + by + parts.size()) % parts.size()]);
}

} // namespace sonde::app
