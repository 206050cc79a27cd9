// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/workspace/automaticreconnects.h"
#include "app/workspace/automaticrestarts.h"
#include "session/restart/callsafterrestart.h"

#include <QObject>

class QMainWindow;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {
class Panel;
}

namespace sonde::app {

class Actions;
class Panels;
class ServerCommands;
class ToolBar;

// Restart on change and reconnection, in the window: the switches of the current server, what is
// watched, and the message above the tabs when a build or a restart has failed, files are not
// watched, or a server is away. Neither the panel in front nor the focus changes by itself.
class WatchCommands : public QObject {
    Q_OBJECT
public:
    struct Parts {
        ToolBar &toolBar;
        ServerCommands &servers;
        Panels &tabs;
        widgets::Panel &overview; // explains a failed start
        widgets::Panel &changes; // lists failed builds
    };
    // All of them outlive it.
    WatchCommands(Workspace &workspace, Actions &actions, const Parts &parts, QMainWindow *window);

    const AutomaticRestarts &restarts() const { return m_restarts; }
    const look::InlineMessage &message() const { return *m_message; }
    void update();
    // The saved call of that server runs at each restart, although it may change something.
    void confirm(const QString &server, const QString &call);

private:
    void setOn(bool on);
    void setReconnects(bool on);
    void store(const config::WatchSettings &settings); // of the current server
    void showSwitch();
    void showWatched();
    void showMessage();
    void showDetails(); // the button of the message
    void tell(const QString &server, const session::CallsAfterRestart::Summary &summary);
    QString toolTip(const QString &server) const;

    Workspace &m_workspace;
    Actions &m_actions;
    Parts m_parts;
    AutomaticRestarts m_restarts;
    AutomaticReconnects m_reconnects;
    session::CallsAfterRestart m_calls;
    look::InlineMessage *m_message;
    QString m_told; // the server of the message
};

} // namespace sonde::app
