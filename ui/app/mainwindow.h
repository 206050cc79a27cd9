// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/commandpalette.h"
#include "app/workspace.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>

class QDockWidget;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::models {
class ServerModel;
class TraceModel;
} // namespace sonde::models

namespace sonde::widgets {
class AuthPanel;
class LogsPanel;
class MessageDetail;
class CatalogPanel;
class OverviewPanel;
class PromptsPanel;
class ResourcesPanel;
class RawRequestPanel;
class ServerEditor;
class ServersPanel;
class StatisticsWindow;
class TasksPanel;
class TimeAxisPanel;
class ToolsPanel;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;
class DockFold;
class Panels;
class Reviews;
class Sessions;
class StatusLine;
class ToolBar;

// Puts the panels together: docks, tabs, menus, and who tells whom.
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
    widgets::AuthPanel &auth() { return *m_auth; }
    widgets::TracePanel &trace() { return *m_trace; }
    widgets::CommandPalette &palette() { return *m_palette; }
    Panels &tabs() { return *m_tabs; }
    Reviews &reviews() { return *m_reviews; }
    Sessions &sessions() { return *m_sessions; }

    void showOverview();
    void showTools();
    void showInTrace(qint64 steadyNs, rpc::Channel channel);
    void resetLayout();
    void openEditor(const QString &server); // empty: a new one
    void addFromClipboard();
    void say(const QString &sentence); // what succeeded
    void warn(const QString &sentence); // stays until it is closed
    void showCallInTrace();
    void showCallLog(); // what the server said while the newest call of the tool ran
    void showStatistics();

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    static constexpr int kServersWidth = 196;
    static constexpr int kDetailHeight = 140;

    void makeTabs();
    void makeDocks();
    void makeTimeAxis();
    QDockWidget *makeDock(
        const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area);
    void connectActions();
    void connectPanels();
    void connectWorkspace();
    void makeRequests();
    void showRequests();
    void showWaiting(int count);
    void restoreLayout();
    void restoreHeights();
    void fitWidth();
    void foldAnew();
    void showServerIcons();
    void placeMessage(Qt::Orientation orientation); // beside the trace
    void showCurrent();
    void showState(const QString &server);
    void showFailure(const QString &server);
    void showServers();
    void connectAuthorization();
    void showAuthorization();
    void showCounts();
    trace::Number findNewest(const std::function<bool(const trace::Record &)> &isIt);
    trace::Number findCall(); // of the chosen tool; its answer, if there is one; 0: none
    void showInTraceList(trace::Number number); // 0: says that it is gone
    void countErrors(int first, int last);
    void enableActions();
    widgets::CatalogPanel *catalogInFront() const; // nullptr: another panel is
    void fillConnectMenu();
    void openPalette();
    void addToPalette(
        widgets::CatalogPanel &panel, std::vector<widgets::CommandPalette::Entry> &entries);
    void chooseTheme(QAction *action);
    void showAbout();
    void pingServer();
    void movePanelFocus(int by);
    void removeServer(const QString &name);
    void watchEditor(widgets::ServerEditor *editor);
    void addServers(const std::vector<config::Profile> &profiles);

    Workspace &m_workspace;
    Actions *m_actions;
    ToolBar *m_toolBar;
    StatusLine *m_status;
    models::ServerModel *m_serverModel;
    models::TraceModel *m_traceModel;
    look::InlineMessage *m_warning;
    look::InlineMessage *m_found; // sessions that an unexpected end has left
    look::InlineMessage *m_authMessage; // the current server waits for a person to log in
    Sessions *m_sessions;
    Panels *m_tabs;
    widgets::OverviewPanel *m_overview;
    widgets::ToolsPanel *m_tools;
    widgets::ResourcesPanel *m_resources;
    widgets::PromptsPanel *m_prompts;
    widgets::TasksPanel *m_tasks;
    widgets::LogsPanel *m_logs;
    widgets::RawRequestPanel *m_raw;
    widgets::AuthPanel *m_auth;
    widgets::ServersPanel *m_servers;
    widgets::TracePanel *m_trace;
    widgets::MessageDetail *m_detail;
    widgets::CommandPalette *m_palette;
    widgets::TimeAxisPanel *m_axis = nullptr; // once it is shown
    QPointer<widgets::StatisticsWindow> m_statistics; // while it is open
    QDockWidget *m_serversDock;
    Reviews *m_reviews;
    QDockWidget *m_requestsDock;
    QDockWidget *m_traceDock;
    QDockWidget *m_axisDock;
    QDockWidget *m_detailDock;
    bool m_requestsUnwanted = false; // a person has hidden them
    DockFold *m_serversFold;
    DockFold *m_detailFold;
    std::uint64_t m_errors = 0;
};

} // namespace sonde::app
