// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "review/ruledraft.h"

#include <QObject>

#include <functional>
#include <vector>

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {
class ServerEditor;
}

namespace sonde::app {

class Actions;
class Workspace;

// The Server menu: adds, edits and removes servers, connects to them and stops them.
class ServerCommands : public QObject {
    Q_OBJECT
public:
    // The workspace, the actions and the trace outlive it.
    ServerCommands(
        Workspace &workspace, Actions &actions, models::TraceModel &trace, QWidget *window);

    void openEditor(const QString &server); // empty: a new one
    // With a secret missing: on the page where it is entered.
    void openSecrets(const QString &server);
    void duplicate(const QString &server); // in the editor, before it is added
    void openRules(const QString &server);
    void addRule(const QString &server, const review::RuleDraft &rule); // in the editor
    void addFromClipboard();
    void remove(const QString &server); // after a confirmation
    // Connects to the demo server that comes with Sonde, and adds it for this run if needed.
    void openDemo();
    void ping();
    // Enables the actions for the state of the current client.
    void updateActions();

Q_SIGNALS:
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);

private:
    void connectActions();
    void fillConnectMenu();
    using Opened = std::function<void(widgets::ServerEditor &)>;
    void openEditor(const QString &server, const Opened &opened);
    void prepare(widgets::ServerEditor &editor, const QString &server);
    void show(widgets::ServerEditor *editor);
    void save(const QString &oldName, const config::Profile &profile, bool connectNow);
    void addServers(const std::vector<config::Profile> &profiles);

    Workspace &m_workspace;
    Actions &m_actions;
    models::TraceModel &m_trace;
    QWidget *m_window;
};

} // namespace sonde::app
