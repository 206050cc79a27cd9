// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/check.h"
#include "review/ruledraft.h"

#include <QObject>

#include <functional>
#include <map>
#include <vector>

namespace sonde::bundle {
struct Bundle;
}

namespace sonde::config {
struct PastedServers;
}

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {
class ServerEditor;
}

namespace sonde::app {

class Actions;
class Bundles;
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
    void openWatch(const QString &server); // the page of what restarts it
    void addRule(const QString &server, const review::RuleDraft &rule); // in the editor
    void addFromClipboard();
    // The file of an MCPB bundle, whose settings the editor asks for.
    void openBundle(const QString &path);
    Bundles &bundles() { return *m_bundles; }
    // A command line, a URL or JSON. What needs nothing else is connected to at once, without the
    // editor.
    void connectToText(const QString &text);
    void remove(const QString &server); // after a confirmation
    // The connection doctor, in a window of its own: of a server in the list, and of settings.
    void runDoctor(const QString &server);
    void runDoctor(const config::Profile &profile);
    // Connects to the demo server that comes with Sonde, and adds it for this run if needed.
    void openDemo();
    // Each server that has no connection; what is connected stays as it is.
    void connectAll();
    void stopAll();
    void ping();
    // Enables the actions for the state of the current client.
    void updateActions();

Q_SIGNALS:
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);
    // With its secret values. `forThisRun`: it was not in the file.
    void removed(const sonde::config::Profile &profile, bool forThisRun);

private:
    void connectActions();
    void updateForAll();
    bool isIdle(const QString &server) const;
    void fillConnectMenu();
    using Opened = std::function<void(widgets::ServerEditor &)>;
    void openEditor(const QString &server, const Opened &opened);
    void prepare(widgets::ServerEditor &editor, const QString &server);
    void show(widgets::ServerEditor *editor);
    void save(const QString &oldName, const config::Profile &profile, bool connectNow);
    void removeNow(const QString &server);
    config::Profile newProfile() const;
    void showBundle(const bundle::Bundle &bundle);
    void addServers(const std::vector<config::Profile> &profiles);
    void addPasted(config::PastedServers servers);

    Workspace &m_workspace;
    Actions &m_actions;
    models::TraceModel &m_trace;
    QWidget *m_window;
    Bundles *m_bundles;
    // Of the last complete run of the doctor, by server.
    std::map<QString, std::vector<doctor::CheckResult>> m_diagnoses;
};

} // namespace sonde::app
