// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QTabWidget;
class QWidget;

namespace sonde::app {

class Actions;
class Tour;
class Workspace;

// The Help menu: the help pages, the shortcuts, what a problem report needs, and About. The key of
// "Help on this view" works in the windows and dialogs of the window, too.
class HelpMenu : public QObject {
    Q_OBJECT
public:
    // The actions and the workspace outlive it. `lastWarning`: what the window warned of last.
    HelpMenu(const Actions &actions, Workspace &workspace, std::function<QString()> lastWarning,
        QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void notePress(const QWidget &pressed);
    const QWidget *partOfUser() const;
    void showHere();
    void startTour();
    void showShortcuts();
    void reportProblem();
    void showAbout();

    const Actions &m_actions;
    Workspace &m_workspace;
    std::function<QString()> m_lastWarning;
    QWidget *m_window;
    QAction *m_here = nullptr;
    Tour *m_tour = nullptr; // from the first one on
    // The tabs that were clicked last, until the user goes to another part of their window.
    QPointer<QTabWidget> m_clickedTabs;
};

} // namespace sonde::app
