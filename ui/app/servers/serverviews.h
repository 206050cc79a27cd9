// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QObject>
#include <QTimer>

#include <cstdint>

class QDockWidget;

namespace sonde::models {
class ServerModel;
struct ServerLive;
} // namespace sonde::models

namespace sonde::widgets {
class OverviewPanel;
class ServersPanel;
} // namespace sonde::widgets

namespace sonde::app {

class AuthorizationNotice;
class Panels;
class StatusLine;
class TapViews;
class ToolBar;
class Workspace;

// Shows the servers and the state of the current one in the parts of the window: the list of
// servers, the panels, the tool bar, the status line.
class ServerViews : public QObject {
    Q_OBJECT
public:
    struct Parts {
        models::ServerModel &servers;
        widgets::ServersPanel &list;
        QDockWidget &listDock;
        Panels &tabs;
        widgets::OverviewPanel &overview;
        ToolBar &toolBar;
        StatusLine &status;
        AuthorizationNotice &notice;
    };
    // All outlive it.
    ServerViews(Workspace &workspace, const Parts &parts, QObject *parent);

    void show(); // all of it

Q_SIGNALS:
    void changed(); // what the actions of the window depend on

private:
    void showList();
    void showCurrent();
    void showState(const QString &server);
    void showFailure(const QString &server);
    void showAges();
    void showIcons();
    void showElapsed();
    models::ServerLive live(const QString &server);

    Workspace &m_workspace;
    const Parts m_parts;
    TapViews *m_taps;
    QHash<QString, std::int64_t> m_startingSince; // steady nanoseconds, by server
    QTimer m_second; // while one of them is starting
};

} // namespace sonde::app
