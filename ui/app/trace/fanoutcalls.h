// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/fanout/fanservermodel.h"
#include "session/fanout/revisionconnections.h"
#include "trace/record/record.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

class QWidget;

namespace sonde::session {
class ArgumentFits;
class ToolStore;
} // namespace sonde::session

namespace sonde::widgets {
class FanOutWindow;
}

namespace sonde::app {

class CallsInTrace;
class Workspace;

// A window that calls a tool on several servers, with the servers of the workspace, in further
// revisions as well, and with what the rules have found in the messages of its calls. Goes with the
// window.
class FanOutCalls : public QObject {
    Q_OBJECT
public:
    // Opens the window. The workspace and the trace outlive it.
    FanOutCalls(Workspace &workspace, CallsInTrace &trace, const QString &tool,
        const Bytes &arguments, QWidget *parent);

private:
    void showServers();
    models::FanServer serverOf(const QString &name);
    models::FanServer serverIn(const QString &name, const QString &revision);
    void addStore(session::ToolStore &store, models::FanServer &server);
    void switchRevision(const QString &name, const QString &revision, bool on);
    void call(const std::vector<models::FanServer> &servers);
    void findMessages();
    void showFindings();

    Workspace &m_workspace;
    CallsInTrace &m_trace;
    widgets::FanOutWindow *m_window; // the parent
    session::ArgumentFits *m_fits;
    session::RevisionConnections m_revisions;
    std::map<QString, bool> m_destructive; // by title: whether the last list said so of the tool
    std::vector<std::vector<trace::Number>> m_messages; // of the calls, by result
    bool m_isChecked = true; // the rules have seen all messages of the calls
};

} // namespace sonde::app
