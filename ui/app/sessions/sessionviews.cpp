// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessionviews.h"

#include "look/painting/iconengine.h"
#include "models/document/tracedocument.h"
#include "widgets/findings/findingsview.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceworkbench.h"

#include <QAction>

namespace sonde::app {

SessionViews::SessionViews(widgets::SessionWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_statisticsAction(new QAction(look::icon("table"), tr("Statistics"), this))
    , m_findingsAction(new QAction(look::icon("findings"), tr("Findings"), this))
    , m_axisAction(new QAction(look::icon("axis"), tr("Time axis"), this))
{
    m_statisticsAction->setObjectName(QStringLiteral("sessionStatistics"));
    m_statisticsAction->setToolTip(tr("Count the listed messages by method and target"));
    m_findingsAction->setObjectName(QStringLiteral("sessionFindings"));
    m_findingsAction->setToolTip(
        tr("Show what the messages violate of the specification (Ctrl+Shift+8)"));
    m_findingsAction->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_8));
    m_findingsAction->setCheckable(true);
    m_axisAction->setObjectName(QStringLiteral("sessionAxis"));
    m_axisAction->setToolTip(tr("Show the calls of the session on a time axis (Ctrl+0)"));
    m_axisAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    m_axisAction->setCheckable(true);
    connect(m_statisticsAction, &QAction::triggered, &window.workbench(),
        &widgets::TraceWorkbench::showStatistics);
    connect(m_axisAction, &QAction::toggled, this, &SessionViews::showAxis);
    connect(m_findingsAction, &QAction::toggled, this, &SessionViews::showFindings);
    window.addButton(m_findingsAction);
    window.addButton(m_axisAction);
    window.addButton(m_statisticsAction);
}

void SessionViews::showFindings(bool shown)
{
    if (shown && !m_findings)
        fillFindings();
    if (m_findings)
        m_findings->setVisible(shown);
    if (shown)
        m_findings->setFocus(Qt::ShortcutFocusReason);
}

void SessionViews::fillFindings()
{
    widgets::TraceWorkbench &workbench = m_window.workbench();
    m_findings = new widgets::FindingsView(workbench.document().findings(), &m_window);
    m_window.addPart(m_findings);
    connect(m_findings, &widgets::FindingsView::failed, this, &SessionViews::failed);
    workbench.follow(*m_findings);
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
    widgets::TraceWorkbench &workbench = m_window.workbench();
    m_axis = new widgets::TimeAxisPanel(workbench.document().lanes(), &m_window);
    m_window.addPart(m_axis);
    m_axis->follow(workbench.trace());
}

} // namespace sonde::app
