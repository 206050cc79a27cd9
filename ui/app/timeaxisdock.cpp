// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/timeaxisdock.h"

#include "look/paneltitle.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/tracepanel.h"

#include <QDockWidget>
#include <QStringBuilder>

namespace sonde::app {

using widgets::TimeAxisPanel;
using widgets::TimeAxisView;
using widgets::TracePanel;

TimeAxisDock::TimeAxisDock(QDockWidget &dock, TracePanel &trace, QObject *parent)
    : QObject(parent)
    , m_dock(dock)
    , m_trace(trace)
{
    dock.hide();
    connect(&dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible && !m_panel)
            fill();
    });
}

void TimeAxisDock::fill()
{
    delete m_dock.widget();
    m_panel = new TimeAxisPanel(m_trace.lanes(), &m_dock);
    m_dock.setWidget(m_panel);
    connect(m_panel, &TimeAxisPanel::summaryChanged, this, [this](const QString &summary) {
        static_cast<look::PanelTitle *>(m_dock.titleBarWidget())
            ->setDetail(QStringLiteral("· ") % summary);
    });
    TimeAxisView *view = &m_panel->view();
    connect(view, &TimeAxisView::numberSelected, &m_trace, &TracePanel::showMessage);
    connect(view, &TimeAxisView::rangeChanged, &m_trace,
        [this, view] { m_trace.showRange(view->range()); });
    connect(&m_trace, &TracePanel::messageSelected, view, &TimeAxisView::setCurrent);
}

void TimeAxisDock::show()
{
    m_dock.show();
    m_dock.raise();
    m_dock.widget()->setFocus(Qt::ShortcutFocusReason);
}

} // namespace sonde::app
