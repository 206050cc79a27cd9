// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/tracecommands.h"

#include "app/window/actions.h"
#include "look/controls/emptymenu.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracecolumns.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"
#include "widgets/trace/traceworkbench.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include <utility>

namespace sonde::app {

TraceCommands::TraceCommands(
    Actions &actions, widgets::TraceWorkbench &trace, QDockWidget &dock, QObject *parent)
    : QObject(parent)
    , m_trace(trace)
    , m_dock(dock)
{
    fillMenu(actions);
    trace.trace().setConnectAction(actions.connectServer);
    connect(&trace, &widgets::TraceWorkbench::listRequested, &dock, &QWidget::show);
    connect(
        actions.statistics, &QAction::triggered, &trace, &widgets::TraceWorkbench::showStatistics);
    connect(actions.trace, &QAction::triggered, this, [this] {
        m_dock.show();
        m_trace.trace().view().setFocus(Qt::ShortcutFocusReason);
    });
    connect(actions.filterTrace, &QAction::triggered, this, [this] {
        m_dock.show();
        m_trace.trace().focusFilter();
    });
    connect(actions.columnsMenu, &QMenu::aboutToShow, this,
        [this, menu = actions.columnsMenu] { fillColumns(menu); });
}

void TraceCommands::fillMenu(Actions &actions)
{
    const widgets::TracePanel &trace = m_trace.trace();
    QList<QAction *> inMenu = trace.titleActions() + trace.messageActions().all();
    inMenu << trace.exportAction() << trace.reportAction() << trace.searchAction()
           << m_trace.detail().rawAction() << m_trace.detail().bytesAction();
    for (QAction *action : std::as_const(inMenu))
        actions.adopt(actions.traceMenu, action);
    actions.fileMenu->insertAction(actions.afterImport, trace.exportAction());
}

void TraceCommands::fillColumns(QMenu *menu)
{
    look::emptyMenu(*menu);
    m_trace.trace().view().columns().addActions(menu);
}

} // namespace sonde::app
