// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/servers/hostimport.h"
#include "session/hosts/hoststore.h"

#include <QObject>
#include <QPointer>

#include <memory>

class QMenu;

namespace sonde::widgets {
class HostsWindow;
}

namespace sonde::app {

class Actions;
class Workspace;

// Opens the window of the hosts, adds their servers to those of Sonde and servers of Sonde to them,
// and removes a tap from the configuration of its host.
class HostCommands : public QObject {
    Q_OBJECT
public:
    // The workspace outlives it.
    HostCommands(Workspace &workspace, const Actions &actions, QWidget *window);
    ~HostCommands() override;

    QMenu *tapMenu() const { return m_tapMenu; } // of the current tap

Q_SIGNALS:
    void succeeded(const QString &sentence);

private:
    void open();
    void exportServer(const QString &server, const QString &host, QWidget *parent);
    void import(const hosts::ImportedServer &server);
    QMenu *makeTapMenu(const Actions &actions, QWidget *window);
    void removeTap(); // the current one
    session::HostStore::Setup storeSetup() const;

    Workspace &m_workspace;
    QWidget *m_parent;
    std::unique_ptr<session::HostStore> m_store; // while the window is open
    QPointer<widgets::HostsWindow> m_window;
    QMenu *m_tapMenu;
};

} // namespace sonde::app
