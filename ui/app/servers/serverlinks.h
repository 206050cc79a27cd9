// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace sonde::widgets {
class OverviewPanel;
class ServersPanel;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;
class ServerCommands;
class Workspace;

// Leads from the list of servers, the overview and its start page to what performs their requests.
class ServerLinks : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    ServerLinks(
        Workspace &workspace, const Actions &actions, ServerCommands &commands, QObject *parent);

    void follow(widgets::ServersPanel &servers);
    void follow(widgets::OverviewPanel &overview);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void pinKey(const QByteArray &key);

    Workspace &m_workspace;
    const Actions &m_actions;
    ServerCommands &m_commands;
};

} // namespace sonde::app
