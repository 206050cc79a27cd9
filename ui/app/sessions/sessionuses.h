// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/workspace/workspace.h"

#include <QObject>
#include <QPointer>

class QAction;

namespace sonde::widgets {
class ReplayWindow;
class SessionWindow;
} // namespace sonde::widgets

namespace sonde::app {

// What an opened session is good for besides reading it: it is replayed against a server, or served
// as a mock.
class SessionUses : public QObject {
    Q_OBJECT
public:
    // The window is its parent; the workspace outlives it.
    SessionUses(Workspace &workspace, widgets::SessionWindow &window);

    QAction *replayAction() const { return m_replayAction; }
    QAction *mockAction() const { return m_mockAction; }

private:
    void openReplay();
    void openMock();
    void start(const QString &server);
    void clientChanged(const QString &server);
    void giveUp(const QString &why); // the connection that is waited for

    Workspace &m_workspace;
    widgets::SessionWindow &m_window;
    QAction *m_replayAction;
    QAction *m_mockAction;
    QPointer<widgets::ReplayWindow> m_replay;
    QString m_server; // of the newest replay
    bool m_isWaiting = false; // for its connection
};

} // namespace sonde::app
