// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <vector>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace sonde::app {

// The menus of the window and the actions of the window itself, with their shortcuts. The
// class that performs an action connects to it; panels add their own actions.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QMainWindow *window);

    // All actions in the order of the menus, for the command palette.
    const std::vector<QAction *> &all() const { return m_all; }
    // Menus that get more entries from panels, docks and servers.
    QMenu *fileMenu, *viewMenu, *serverMenu, *connectMenu, *authMenu, *columnsMenu, *traceMenu,
        *callMenu, *toolsMenu, *recentMenu, *helpMenu;

    // File
    QAction *newServer, *addFromClipboard, *openSession, *saveSession, *importTrace, *quit;
    QAction *afterImport; // a separator: the export stands above it
    // Edit
    QAction *filterHere, *filterTrace, *goToAnything;
    // View
    QAction *afterPanels; // a separator: the entries of the panels are above it
    QAction *requests, *nextRequest, *trace, *timeAxis;
    QActionGroup *theme; // data: look::ThemeChoice as int
    QAction *messageBelow, *messageRight, *messageOwnWindow;
    QAction *comfortable;
    QAction *layoutInspect, *layoutTraceOnly, *layoutAxis, *layoutReset;
    // Server
    QAction *connectServer, *startDemo, *restart, *stop, *probeAgain, *editServer, *duplicateServer,
        *editRules, *removeServer;
    // Trace
    QAction *statistics;
    // Call
    QAction *call, *callAgain, *cancelCall, *showInTrace; // run in the panel in front
    // Tools
    QAction *ping;
    // Window
    QAction *nextPanel, *previousPanel;
    // Help
    QAction *reportProblem, *about;

    // Shows an action of another part of the window in a menu and in the palette. It stands at the
    // end of the menu, or above `before`.
    void adopt(QMenu *menu, QAction *action, QAction *before = nullptr);

private:
    QAction *add(QMenu *menu, const QString &text, const char *icon = nullptr,
        const QList<QKeySequence> &keys = {});
    void makeView(QMainWindow *window);
    void makeServer(QMainWindow *window);
    void makeCall(QMainWindow *window);

    std::vector<QAction *> m_all;
};

} // namespace sonde::app
