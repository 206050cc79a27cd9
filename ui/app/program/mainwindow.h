// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/window/commandpalette.h"
#include "app/workspace/workspace.h"

#include <QMainWindow>
#include <QSize>

class QVBoxLayout;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::models {
class ServerModel;
} // namespace sonde::models

namespace sonde::widgets {
class AuthPanel;
class BreakpointsPanel;
class ChangesPanel;
class FindingsPanel;
class LogsPanel;
class OverviewPanel;
class Panel;
class ProcessPanel;
class PromptsPanel;
class ResourcesPanel;
class RawRequestPanel;
class ServersPanel;
class TasksPanel;
class ToolsPanel;
class TracePanel;
class TraceWorkbench;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;
class Appearance;
class AuthorizationNotice;
class CallsInTrace;
class DockLayout;
class Panels;
class RequestsDock;
class Reviews;
class ServerCommands;
class ServerViews;
class Sessions;
class SettingsCommands;
class StatusLine;
class TimeAxisDock;
class ToolBar;

// Composes the window: creates its parts, and connects them with each other.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Workspace &workspace, QWidget *parent = nullptr);
    ~MainWindow() override;

    Actions &actions() { return *m_actions; }
    widgets::OverviewPanel &overview() { return *m_overview; }
    widgets::ToolsPanel &tools() { return *m_tools; }
    widgets::ResourcesPanel &resources() { return *m_resources; }
    widgets::PromptsPanel &prompts() { return *m_prompts; }
    widgets::TasksPanel &tasks() { return *m_tasks; }
    widgets::LogsPanel &logs() { return *m_logs; }
    widgets::RawRequestPanel &raw() { return *m_raw; }
    widgets::FindingsPanel &findings() { return *m_findings; }
    widgets::AuthPanel &auth() { return *m_auth; }
    widgets::ProcessPanel &process() { return *m_process; }
    widgets::ChangesPanel &changes() { return *m_changes; }
    widgets::TraceWorkbench &workbench() { return *m_workbench; }
    widgets::TracePanel &trace();
    widgets::BreakpointsPanel &breakpoints() { return *m_breakpoints; }
    widgets::CommandPalette &palette() { return *m_palette; }
    Panels &tabs() { return *m_tabs; }
    Reviews &reviews() { return *m_reviews; }
    RequestsDock &requestsDock() { return *m_requestsDock; }
    Sessions &sessions() { return *m_sessions; }
    SettingsCommands &settings() { return *m_settings; }
    ServerCommands &serverCommands() { return *m_serverCommands; }
    CallsInTrace &callsInTrace() { return *m_callsInTrace; }

    void showPanel(widgets::Panel &panel);
    // A bundle, a session, or what Import reads.
    void openFile(const QString &path);
    void toast(const QString &sentence); // for a few seconds
    void warn(const QString &sentence); // stays until it is closed

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    static constexpr QSize kSmallest{720, 480};

    look::InlineMessage *addMessage(QVBoxLayout *layout);
    void makeCentralWidget();
    void makePanels();
    template <class P>
    P *add(P *panel);
    void makeDocks();
    void makeCommands();
    void connectActions();
    void connectPanels();
    void connectLinks();
    void connectRequests();
    void connectWorkspace();
    void connectRecording();
    void connectAuthorization();
    void openPalette();
    void updateActions();

    Workspace &m_workspace;
    Actions *m_actions;
    ToolBar *m_toolBar;
    StatusLine *m_status;
    models::ServerModel *m_serverModel;
    widgets::CommandPalette *m_palette;
    look::InlineMessage *m_warning;
    look::InlineMessage *m_secrets; // of the current server, which were lost
    look::InlineMessage *m_roots; // that the current server requests
    look::InlineMessage *m_unfinished; // sessions that a crash has left
    look::InlineMessage *m_removed; // the server that was removed
    AuthorizationNotice *m_authNotice;
    Panels *m_tabs;
    widgets::OverviewPanel *m_overview;
    widgets::ToolsPanel *m_tools;
    widgets::ResourcesPanel *m_resources;
    widgets::PromptsPanel *m_prompts;
    widgets::TasksPanel *m_tasks;
    widgets::LogsPanel *m_logs;
    widgets::AuthPanel *m_auth;
    widgets::RawRequestPanel *m_raw;
    widgets::FindingsPanel *m_findings;
    widgets::ProcessPanel *m_process;
    widgets::ChangesPanel *m_changes;
    widgets::BreakpointsPanel *m_breakpoints;
    widgets::ServersPanel *m_servers;
    widgets::TraceWorkbench *m_workbench;
    Reviews *m_reviews;
    DockLayout *m_layout;
    RequestsDock *m_requestsDock;
    TimeAxisDock *m_axisDock;
    Appearance *m_appearance;
    Sessions *m_sessions;
    ServerViews *m_serverViews;
    ServerCommands *m_serverCommands;
    CallsInTrace *m_callsInTrace;
    SettingsCommands *m_settings;
};

} // namespace sonde::app
