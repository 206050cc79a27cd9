// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/trace/statisticswindow.h"

#include <QObject>
#include <QPointer>

class QAction;

namespace sonde::widgets {
class SessionWindow;
class TimeAxisPanel;
} // namespace sonde::widgets

namespace sonde::app {

// The statistics and the time axis of an opened session, in its window.
class SessionViews : public QObject {
    Q_OBJECT
public:
    explicit SessionViews(widgets::SessionWindow &window); // its parent

    QAction *statisticsAction() const { return m_statisticsAction; }
    QAction *axisAction() const { return m_axisAction; } // checked while it is shown
    widgets::StatisticsWindow *statistics() const { return m_statistics; } // while it is open
    widgets::TimeAxisPanel *axis() const { return m_axis; } // once it was shown

private:
    void showStatistics();
    void showAxis(bool shown);
    void fillAxis();

    widgets::SessionWindow &m_window;
    QAction *m_statisticsAction;
    QAction *m_axisAction;
    QPointer<widgets::StatisticsWindow> m_statistics;
    widgets::TimeAxisPanel *m_axis = nullptr;
};

} // namespace sonde::app
