// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/hostimport.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace sonde::session {
class HostStore;
}

namespace sonde::widgets {
class HostsWindow;
}

namespace sonde::app {

class Actions;
class Workspace;

// Opens the window of the hosts, adds their servers to those of Sonde, and servers of Sonde to
// them.
class HostCommands : public QObject {
    Q_OBJECT
public:
    // The workspace outlives it.
    HostCommands(Workspace &workspace, const Actions &actions, QWidget *window);
    ~HostCommands() override;

Q_SIGNALS:
    void succeeded(const QString &sentence);

private:
    void open();
    void exportServer(const QString &server, const QString &host, QWidget *parent);
    void import(const hosts::ImportedServer &server);

    Workspace &m_workspace;
    QWidget *m_parent;
    std::unique_ptr<session::HostStore> m_store; // while the window is open
    QPointer<widgets::HostsWindow> m_window;
};

} // namespace sonde::app
