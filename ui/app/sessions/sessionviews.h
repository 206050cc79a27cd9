// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QAction;

namespace sonde::widgets {
class FindingsView;
class SessionWindow;
class TimeAxisPanel;
} // namespace sonde::widgets

namespace sonde::app {

// The statistics, the findings and the time axis of an opened session, in its window.
class SessionViews : public QObject {
    Q_OBJECT
public:
    explicit SessionViews(widgets::SessionWindow &window); // its parent

    QAction *statisticsAction() const { return m_statisticsAction; }
    QAction *findingsAction() const { return m_findingsAction; } // checked while they are shown
    QAction *axisAction() const { return m_axisAction; } // checked while it is shown
    widgets::TimeAxisPanel *axis() const { return m_axis; } // once it was shown
    widgets::FindingsView *findings() const { return m_findings; } // once they were shown

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void showFindings(bool shown);
    void fillFindings();
    void showAxis(bool shown);
    void fillAxis();

    widgets::SessionWindow &m_window;
    QAction *m_statisticsAction;
    QAction *m_findingsAction;
    QAction *m_axisAction;
    widgets::TimeAxisPanel *m_axis = nullptr;
    widgets::FindingsView *m_findings = nullptr;
};

} // namespace sonde::app
