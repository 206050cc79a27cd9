// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessionviews.h"

#include "look/iconengine.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>

namespace sonde::app {

using widgets::StatisticsWindow;
using widgets::TimeAxisPanel;
using widgets::TimeAxisView;
using widgets::TracePanel;

SessionViews::SessionViews(widgets::SessionWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_statisticsAction(new QAction(look::icon("table"), tr("Statistics"), this))
    , m_axisAction(new QAction(look::icon("axis"), tr("Time axis"), this))
{
    m_statisticsAction->setObjectName(QStringLiteral("sessionStatistics"));
    m_statisticsAction->setToolTip(tr("Count the listed messages by method and target"));
    m_axisAction->setObjectName(QStringLiteral("sessionAxis"));
    m_axisAction->setToolTip(tr("Show the calls of the session on a time axis (Ctrl+0)"));
    m_axisAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    m_axisAction->setCheckable(true);
    connect(m_statisticsAction, &QAction::triggered, this, &SessionViews::showStatistics);
    connect(m_axisAction, &QAction::toggled, this, &SessionViews::showAxis);
    window.addButton(m_axisAction);
    window.addButton(m_statisticsAction);
}

void SessionViews::showStatistics()
{
    if (!m_statistics) {
        TracePanel &trace = m_window.trace();
        m_statistics = new StatisticsWindow(trace.model(), trace.proxy(), &m_window);
        m_statistics->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_statistics, &StatisticsWindow::filterRequested, this,
            [&trace](const QString &filter) { trace.filterBar().edit().setText(filter); });
    }
    m_statistics->show();
    m_statistics->raise();
    m_statistics->activateWindow();
}

void SessionViews::showAxis(bool shown)
{
    if (shown && !m_axis)
        fillAxis();
    if (m_axis)
        m_axis->setVisible(shown);
    if (shown)
        m_axis->setFocus(Qt::ShortcutFocusReason);
}

// Working out its lanes takes time: when it is shown first.
void SessionViews::fillAxis()
{
    TracePanel &trace = m_window.trace();
    m_axis = new TimeAxisPanel(trace.lanes(), &m_window);
    m_window.addPart(m_axis);
    TimeAxisView *const view = &m_axis->view();
    connect(view, &TimeAxisView::numberSelected, &trace, &TracePanel::showMessage);
    connect(view, &TimeAxisView::rangeChanged, &trace,
        [&trace, view] { trace.showRange(view->range()); });
    connect(&trace, &TracePanel::messageSelected, view, &TimeAxisView::setCurrent);
}

} // namespace sonde::app
