// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/timeaxisdock.h"

#include "look/controls/paneltitle.h"
#include "look/theme/metrics.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/tracepanel.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QStringBuilder>

namespace sonde::app {

using widgets::TimeAxisPanel;
using widgets::TracePanel;

namespace {
constexpr int kLeastRows = 8;
}

TimeAxisDock::TimeAxisDock(QDockWidget &dock, TracePanel &trace, QObject *parent)
    : QObject(parent)
    , m_dock(dock)
    , m_trace(trace)
{
    dock.hide();
    connect(&dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible && !m_panel)
            fill();
        if (visible)
            makeRoom();
    });
}

void TimeAxisDock::fill()
{
    delete m_dock.widget();
    m_panel = new TimeAxisPanel(m_trace.document().lanes(), &m_dock);
    m_panel->follow(m_trace);
    m_dock.setWidget(m_panel);
    const auto sumUp = [this](const QString &summary) {
        static_cast<look::PanelTitle *>(m_dock.titleBarWidget())
            ->setDetail(QStringLiteral("· ") % summary);
    };
    connect(m_panel, &TimeAxisPanel::summaryChanged, this, sumUp);
    sumUp(m_panel->summary());
}

// An axis of one row tells nothing.
void TimeAxisDock::makeRoom()
{
    auto *window = qobject_cast<QMainWindow *>(m_dock.parentWidget());
    const int least = look::metrics().row * kLeastRows;
    if (window && !m_dock.isFloating() && m_dock.height() < least)
        window->resizeDocks({&m_dock}, {least}, Qt::Vertical);
}

void TimeAxisDock::show()
{
    m_dock.show();
    m_dock.raise();
    m_dock.widget()->setFocus(Qt::ShortcutFocusReason);
}

} // namespace sonde::app
