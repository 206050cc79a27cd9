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
// class that performs an action connects to it; panels add their own actions. The object name of an
// action is what the settings know it by.
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
    QAction *newServer, *addFromClipboard, *openBundle, *openSession, *saveSession, *importTrace,
        *openMockResponses, *quit;
    QAction *afterImport; // a separator: the export stands above it
    // Edit
    QAction *filterHere, *filterTrace, *goToAnything, *settings;
    // View
    QAction *afterPanels; // a separator: the entries of the panels are above it
    QAction *requests, *nextRequest, *trace, *timeAxis;
    QActionGroup *theme; // data: look::ThemeChoice as int
    QActionGroup *language; // data: the name of a translation, "en", or empty: the desktop's
    QAction *messageBelow, *messageRight, *messageOwnWindow;
    QActionGroup *textSize; // data: percent of the desktop's size
    QAction *comfortable, *reducedMotion;
    QAction *layoutInspect, *layoutTraceOnly, *layoutAxis, *layoutReset;
    // Server
    QAction *connectServer, *connectAll, *startDemo, *restart, *stop, *stopAll, *restartOnChange,
        *reconnect, *probeAgain, *runDoctor, *editServer, *duplicateServer, *editRules,
        *exportServer, *removeServer, *hosts, *removeTap;
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
    QAction *add(QMenu *menu, const char *name, const QString &text, const char *icon = nullptr,
        const QList<QKeySequence> &keys = {});
    QAction *addChoice(QMenu *menu, QActionGroup *group, const QString &name, const QString &text,
        const QVariant &value);
    void makeView(QMainWindow *window);
    void makeThemes();
    void makeLanguages();
    void makeTextSizes();
    void makeServer(QMainWindow *window);
    void makeCall(QMainWindow *window);

    std::vector<QAction *> m_all;
};

} // namespace sonde::app
