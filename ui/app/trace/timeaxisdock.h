// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QDockWidget;

namespace sonde::widgets {
class TimeAxisPanel;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

// Fills the dock of the time axis when it is shown first: working out its lanes takes time.
class TimeAxisDock : public QObject {
    Q_OBJECT
public:
    TimeAxisDock(QDockWidget &dock, widgets::TracePanel &trace, QObject *parent); // outlive it

    void show(); // with the focus

private:
    void fill();
    void makeRoom();

    QDockWidget &m_dock;
    widgets::TracePanel &m_trace;
    widgets::TimeAxisPanel *m_panel = nullptr; // once it is shown
};

} // namespace sonde::app
