// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the window's parts are, how they fit its size, and what of that is remembered.

#include "app/actions.h"
#include "app/dockfold.h"
#include "app/mainwindow.h"
#include "app/panels.h"
#include "look/metrics.h"
#include "look/theme.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QScreen>
#include <QSettings>

namespace sonde::app {

namespace {

// Raised when docks come or go: an older state would put them anywhere.
constexpr int kLayoutVersion = 1;
constexpr QSize kFirstSize(1440, 900);
// Narrower than this, the result is a tab beside the form, and the servers are in the tool bar,
// whose box names them all. Lower than this, the trace has no room for the message below it.
constexpr int kResultBeside = 1100;
constexpr int kServersBeside = 900;
constexpr int kMessageBelow = 560;
constexpr int kTraceHeight = 290;

} // namespace

void MainWindow::closeEvent(QCloseEvent *event)
{
    QSettings &settings = m_workspace.settings();
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), saveState(kLayoutVersion));
    settings.setValue(QStringLiteral("window/serversFolded"), m_serversFold->isFolded());
    settings.setValue(QStringLiteral("window/messageFolded"), m_detailFold->isFolded());
    settings.setValue(QStringLiteral("window/traceColumns"), m_trace->saveColumns());
    settings.sync();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    fitWidth();
}

// The handles between the docks are the window's own places: one restores what it divides.
void MainWindow::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    const bool serversDocked = !m_serversDock->isHidden() && !m_serversDock->isFloating();
    const QRect servers = m_serversDock->geometry();
    if (childAt(at) || event->button() != Qt::LeftButton)
        QMainWindow::mouseDoubleClickEvent(event);
    else if (serversDocked && at.y() >= servers.top() && at.y() <= servers.bottom())
        resizeDocks({m_serversDock}, {kServersWidth}, Qt::Horizontal);
    else if (m_detailDock->y() == m_traceDock->y())
        resizeDocks({m_traceDock, m_detailDock}, {1, 1}, Qt::Horizontal);
    else
        restoreHeights();
}

void MainWindow::restoreHeights()
{
    resizeDocks({m_traceDock, m_detailDock}, {kTraceHeight, kDetailHeight}, Qt::Vertical);
}

void MainWindow::fitWidth()
{
    m_tabs->setNarrow(width() < kResultBeside);
    m_serversFold->setTight(width() < kServersBeside);
    m_detailFold->setTight(height() < kMessageBelow);
}

void MainWindow::foldAnew()
{
    m_serversFold->startAnew();
    m_detailFold->startAnew();
    fitWidth();
}

void MainWindow::restoreLayout()
{
    QSettings &settings = m_workspace.settings();
    resetLayout();
    if (!restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray()))
        resize(kFirstSize.boundedTo(screen()->availableSize()));
    restoreState(settings.value(QStringLiteral("window/layout")).toByteArray(), kLayoutVersion);
    if (settings.value(QStringLiteral("window/serversFolded")).toBool())
        m_serversDock->show();
    if (settings.value(QStringLiteral("window/messageFolded")).toBool())
        m_detailDock->show();
    foldAnew();
    m_trace->restoreColumns(settings.value(QStringLiteral("window/traceColumns")).toByteArray());
    const bool comfortable = settings.value(QStringLiteral("view/comfortable")).toBool();
    m_actions->comfortable->setChecked(comfortable);
    if (comfortable)
        look::setDensity(look::Density::Comfortable);
    const int theme = int(look::CurrentTheme::instance().choice());
    for (QAction *action : m_actions->theme->actions())
        action->setChecked(action->data().toInt() == theme);
}

void MainWindow::placeMessage(Qt::Orientation orientation)
{
    m_detailDock->setFloating(false);
    m_traceDock->show();
    m_detailDock->show();
    splitDockWidget(m_traceDock, m_detailDock, orientation);
}

void MainWindow::resetLayout()
{
    centralWidget()->show();
    for (QDockWidget *dock : {m_serversDock, m_traceDock, m_detailDock}) {
        dock->setFloating(false);
        dock->show();
    }
    m_axisDock->hide();
    addDockWidget(Qt::TopDockWidgetArea, m_axisDock);
    m_requestsDock->setFloating(false);
    m_requestsDock->hide(); // behind its badge until something waits
    addDockWidget(Qt::RightDockWidgetArea, m_requestsDock);
    addDockWidget(Qt::LeftDockWidgetArea, m_serversDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_traceDock);
    splitDockWidget(m_traceDock, m_detailDock, Qt::Vertical);
    resizeDocks({m_serversDock}, {kServersWidth}, Qt::Horizontal);
    restoreHeights();
}

} // namespace sonde::app
