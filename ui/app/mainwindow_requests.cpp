// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What servers ask of the person, and where the window says so.

#include "app/actions.h"
#include "app/mainwindow.h"
#include "app/panels.h"
#include "app/reviews.h"
#include "app/statusline.h"
#include "look/paneltitle.h"
#include "models/session/requestmodel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/review/requestspanel.h"

#include <QAction>
#include <QDockWidget>

namespace sonde::app {

namespace {

constexpr int kRequestsWidth = 230;
// Where there is less room the list stays behind its count until a person wants it.
constexpr int kRequestsBeside = 1400;

} // namespace

void MainWindow::makeRequests()
{
    m_reviews = new Reviews(m_workspace, m_tabs, this);
    m_requestsDock = makeDock(
        QStringLiteral("requests"), tr("Requests"), m_reviews->panel(), Qt::RightDockWidgetArea);
    m_requestsDock->hide();
    resizeDocks({m_requestsDock}, {kRequestsWidth}, Qt::Horizontal);
    connect(m_requestsDock->toggleViewAction(), &QAction::triggered, this,
        [this](bool shown) { m_requestsUnwanted = !shown; });
    tasks().setAsks(&m_workspace.asks());
    connect(&tasks(), &widgets::TasksPanel::reviewRequested, m_reviews, &Reviews::open);
    connect(m_reviews, &Reviews::waitingChanged, this, &MainWindow::showWaiting);
    connect(m_reviews, &Reviews::opened, centralWidget(), &QWidget::show);
    connect(m_reviews, &Reviews::failed, this, &MainWindow::warn);
    connect(m_reviews, &Reviews::editRequested, this, &MainWindow::openEditor);
    connect(&m_workspace, &Workspace::rulesUnusable, this, &MainWindow::warn);
    connect(m_reviews, &Reviews::nothingWaits, this,
        [this] { say(tr("No request of a server waits.")); });
}

void MainWindow::showRequests()
{
    m_requestsUnwanted = false;
    centralWidget()->show(); // the reviews open there, and the list must not grow in its place
    m_requestsDock->show();
    m_requestsDock->raise();
    m_reviews->panel()->setFocus(Qt::ShortcutFocusReason);
}

// A new request never takes the focus: it is counted, listed, and said in the status bar.
void MainWindow::showWaiting(int count)
{
    m_status->setWaiting(count);
    static_cast<look::PanelTitle *>(m_requestsDock->titleBarWidget())->setCount(count, true);
    const bool hidden = m_requestsDock->isHidden() && !centralWidget()->isHidden();
    if (count > 0 && hidden && !m_requestsUnwanted && width() >= kRequestsBeside) {
        m_requestsDock->show();
        resizeDocks({m_requestsDock}, {kRequestsWidth}, Qt::Horizontal);
    }
}

} // namespace sonde::app
