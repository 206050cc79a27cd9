// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;

namespace sonde::app {

class Reviews;

// Shows the list of server requests when one waits and the window has room, unless the user has
// hidden it. It stays then: a list that comes and goes would move all panels each time.
class RequestsDock : public QObject {
    Q_OBJECT
public:
    RequestsDock(QDockWidget &dock, Reviews &reviews, QMainWindow *window); // outlive it

    void show(); // the user asked for it

    // How it stands, for the next main window.
    struct Place {
        bool isShown = false;
        bool isHiddenByUser = false;
    };
    Place place() const;
    void restore(const Place &place);

private:
    void showWaiting(int count);

    QDockWidget &m_dock;
    Reviews &m_reviews;
    QMainWindow *m_window;
    bool m_hiddenByUser = false;
};

} // namespace sonde::app
