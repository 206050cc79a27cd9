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

// Every action of the window, with its keys and its place in a menu. What they do is connected by
// the window.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QMainWindow *window);

    // All of them, in the order of the menus: for the palette.
    const std::vector<QAction *> &all() const { return m_all; }
    // For menus that get more entries elsewhere (docks, servers, the trace's own).
    QMenu *viewMenu, *serverMenu, *connectMenu, *authMenu, *columnsMenu, *traceMenu;

    // File
    QAction *newServer, *addFromClipboard, *openSession, *saveSession, *quit;
    // Edit
    QAction *filterHere, *filterTrace, *goToAnything;
    // View
    QAction *overview, *tools, *resources, *prompts, *tasks, *logs, *auth, *raw, *trace, *timeAxis;
    QAction *requests, *nextRequest;
    QActionGroup *theme; // data: look::ThemeChoice as int
    QAction *messageBelow, *messageRight, *messageOwnWindow;
    QAction *comfortable;
    QAction *layoutInspect, *layoutTraceOnly, *layoutAxis, *layoutReset;
    // Server
    QAction *connectServer, *restart, *stop, *probeAgain, *editServer, *removeServer;
    // Trace
    QAction *statistics;
    // Call
    QAction *call, *callAgain, *callMany, *callAsTask, *askDestructive, *cancelCall,
        *askForProgress, *showInTrace, *showCallLog;
    QAction *saveCall, *savedCalls, *runSavedCall;
    QAction *formOrJson, *nextProblem, *previousProblem;
    // Tools
    QAction *reloadTools, *reloadResources, *reloadPrompts, *readUri, *ping;
    // Window
    QAction *nextPanel, *previousPanel;
    // Help
    QAction *about;

    // Puts an action that belongs to a panel into a menu and into the palette.
    void adopt(QMenu *menu, QAction *action);

private:
    QAction *add(QMenu *menu, const QString &text, const char *icon = nullptr,
        const QList<QKeySequence> &keys = {});
    void makeView(QMainWindow *window);
    void makeServer(QMainWindow *window);
    void makeCall(QMainWindow *window);

    std::vector<QAction *> m_all;
};

} // namespace sonde::app
