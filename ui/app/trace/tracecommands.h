// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QDockWidget;
class QMenu;

namespace sonde::widgets {
class TraceWorkbench;
}

namespace sonde::app {

class Actions;

// The Trace menu, and the dock of the list.
class TraceCommands : public QObject {
    Q_OBJECT
public:
    TraceCommands(Actions &actions, widgets::TraceWorkbench &trace, QDockWidget &dock,
        QObject *parent); // all outlive it

private:
    void fillMenu(Actions &actions);
    void fillColumns(QMenu *menu);

    widgets::TraceWorkbench &m_trace;
    QDockWidget &m_dock;
};

} // namespace sonde::app
