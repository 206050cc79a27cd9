// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QStringList>

namespace sonde::models {
class ServerModel;
}

namespace sonde::app {

class Panels;
class StatusLine;
class ToolBar;
class Workspace;

// Shows taps in the parts of the window: the list of servers, the panels, the tool bar, the status
// line.
class TapViews : public QObject {
    Q_OBJECT
public:
    struct Parts {
        models::ServerModel &servers;
        Panels &tabs;
        ToolBar &toolBar;
        StatusLine &status;
    };
    // All outlive it.
    TapViews(Workspace &workspace, const Parts &parts, QObject *parent);

    QStringList allNames() const; // of the servers, then of the taps
    void showList();
    // If the current server is a tap, shows it and returns true.
    bool showCurrent();
    bool showState(); // only in the tool bar and the status line

Q_SIGNALS:
    void listChanged();

private:
    Workspace &m_workspace;
    const Parts m_parts;
};

} // namespace sonde::app
