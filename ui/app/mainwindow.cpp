// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/mainwindow.h"

#include "app/actions.h"
#include "app/statusline.h"
#include "app/toolbar.h"
#include "content/iconengine.h"
#include "content/inlinemessage.h"
#include "content/metrics.h"
#include "content/paneltitle.h"
#include "content/theme.h"
#include "models/servermodel.h"
#include "models/tracemodel.h"
#include "widgets/callpane.h"
#include "widgets/commandpalette.h"
#include "widgets/countbadge.h"
#include "widgets/failure.h"
#include "widgets/messagedetail.h"
#include "widgets/overviewpanel.h"
#include "widgets/servereditor.h"
#include "widgets/serverspanel.h"
#include "widgets/toolcall.h"
#include "widgets/toolspanel.h"
#include "widgets/tracepanel.h"
#include "widgets/traceview.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QMenu>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace sonde::app {

namespace {

constexpr QSize kSmallest(720, 480);

content::PanelTitle *titleOf(QDockWidget *dock)
{
    return static_cast<content::PanelTitle *>(dock->titleBarWidget());
}

} // namespace

MainWindow::MainWindow(Workspace &workspace, QWidget *parent)
    : QMainWindow(parent)
    , m_workspace(workspace)
    , m_actions(new Actions(this))
    , m_toolBar(new ToolBar(m_actions, this))
    , m_status(new StatusLine(this))
    , m_serverModel(new models::ServerModel(this))
    , m_palette(new widgets::CommandPalette(this))
{
    setWindowTitle(tr("Sonde"));
    setMinimumSize(kSmallest);
    addToolBar(m_toolBar);
    setStatusBar(m_status);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setDockOptions(dockOptions() & ~AnimatedDocks); // nothing slides
    makeTabs();
    makeDocks();
    connectActions();
    connectPanels();
    connectWorkspace();
    // Pictures of icons do not follow the theme by themselves.
    connect(&content::CurrentTheme::instance(), &content::CurrentTheme::changed, this,
        [this] { showState(m_workspace.current()); });
    showServers();
    showCurrent();
    restoreLayout();
    m_servers->setFocus();
}

MainWindow::~MainWindow()
{
    m_serversDock->disconnect(this); // what is left of the window must not hear that it goes
}

void MainWindow::makeTabs()
{
    setContentsMargins(content::metrics().margin, 0, content::metrics().margin, 0);
    auto *page = new QWidget(this);
    m_warning = new content::InlineMessage(page);
    connect(m_warning, &content::InlineMessage::buttonClicked, m_warning, &QWidget::hide);
    m_tabs = new QTabWidget(page);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What the current server is and offers"));
    m_overview = new widgets::OverviewPanel(m_tabs);
    m_tools = new widgets::ToolsPanel(&m_workspace.settings(), m_tabs);
    m_tabs->addTab(m_overview, content::icon("overview"), tr("Overview"));
    m_tabs->addTab(m_tools, content::icon("tool"), tr("Tools"));
    m_toolCount = new widgets::CountBadge(m_tabs);
    m_tabs->tabBar()->setTabButton(1, QTabBar::RightSide, m_toolCount);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_warning);
    layout->addWidget(m_tabs, 1);
    setCentralWidget(page);
}

void MainWindow::makeDocks()
{
    m_servers = new widgets::ServersPanel(m_serverModel, this);
    m_servers->setMenu(m_actions->serverMenu);
    m_trace = new widgets::TracePanel(m_workspace.recorder(), this);
    m_trace->setButtonsVisible(false); // they are in the dock's title
    m_traceModel = &m_trace->model();
    m_detail = new widgets::MessageDetail(*m_traceModel, this);
    m_serversDock =
        makeDock(QStringLiteral("servers"), tr("Servers"), m_servers, Qt::LeftDockWidgetArea);
    m_traceDock = makeDock(QStringLiteral("trace"), tr("Trace"), m_trace, Qt::BottomDockWidgetArea);
    m_detailDock =
        makeDock(QStringLiteral("detail"), tr("Message"), m_detail, Qt::BottomDockWidgetArea);
    // Its three parts have titles of their own: a bar above them would say nothing.
    delete m_detailDock->titleBarWidget();
    m_detailDock->setTitleBarWidget(new QWidget(m_detailDock));
    connect(m_detailDock, &QDockWidget::topLevelChanged, this, [this](bool floating) {
        QWidget *old = m_detailDock->titleBarWidget();
        m_detailDock->setTitleBarWidget(floating ? nullptr : new QWidget(m_detailDock));
        delete old;
    });
    titleOf(m_serversDock)->addButton(m_actions->newServer);
    for (QAction *action : m_trace->titleActions())
        titleOf(m_traceDock)->addButton(action);
    connect(m_trace, &widgets::TracePanel::summaryChanged, this, [this](const QString &summary) {
        titleOf(m_traceDock)->setDetail(QStringLiteral("· ") % summary);
    });
    // A person who hides or shows it decides, whatever the width.
    connect(m_serversDock->toggleViewAction(), &QAction::triggered, this,
        [this] { m_serversFolded = false; });
    connect(m_serversDock, &QDockWidget::visibilityChanged, this, &MainWindow::showServerIcons);
    splitDockWidget(m_traceDock, m_detailDock, Qt::Vertical);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

QDockWidget *MainWindow::makeDock(
    const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    content::PanelTitle::forDock(dock);
    addDockWidget(area, dock);
    m_actions->adopt(m_actions->viewMenu, dock->toggleViewAction());
    return dock;
}

void MainWindow::connectActions()
{
    const Actions &a = *m_actions;
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(a.newServer, [this] { openEditor({}); });
    on(a.addFromClipboard, [this] { addFromClipboard(); });
    on(a.quit, [this] { close(); });
    on(a.filterHere, [this] {
        showTools();
        m_tools->focusFilter();
    });
    on(a.filterTrace, [this] {
        m_traceDock->show();
        m_trace->focusFilter();
    });
    on(a.goToAnything, [this] { openPalette(); });
    on(a.overview, [this] { showOverview(); });
    on(a.tools, [this] { showTools(); });
    on(a.trace, [this] {
        m_traceDock->show();
        m_trace->view().setFocus(Qt::ShortcutFocusReason);
    });
    connect(a.theme, &QActionGroup::triggered, this, &MainWindow::chooseTheme);
    on(a.comfortable, [this](bool comfortable) {
        content::setDensity(
            comfortable ? content::Density::Comfortable : content::Density::Compact);
        m_workspace.settings().setValue(QStringLiteral("view/comfortable"), comfortable);
    });
    on(a.layoutInspect, [this] {
        for (QDockWidget *dock : {m_serversDock, m_traceDock, m_detailDock})
            dock->show();
        centralWidget()->show();
    });
    on(a.layoutTraceOnly, [this] {
        m_serversDock->hide();
        m_traceDock->show();
        m_detailDock->show();
        centralWidget()->hide();
    });
    on(a.layoutReset, [this] {
        resetLayout();
        foldAnew();
    });
    on(a.messageBelow, [this] { placeMessage(Qt::Vertical); });
    on(a.messageRight, [this] { placeMessage(Qt::Horizontal); });
    on(a.messageOwnWindow, [this] {
        m_detailDock->show();
        m_detailDock->setFloating(true);
    });
    on(a.connectServer, [this] { m_workspace.connectTo(m_workspace.current()); });
    on(a.restart, [this] { m_workspace.restart(m_workspace.current()); });
    on(a.stop, [this] { m_workspace.stop(m_workspace.current()); });
    on(a.probeAgain, [this] { m_workspace.probeAgain(m_workspace.current()); });
    on(a.editServer, [this] { openEditor(m_workspace.current()); });
    on(a.removeServer, [this] { removeServer(m_workspace.current()); });
    on(a.call, [this] { m_tools->callPane().call(); });
    on(a.callAgain, [this] { m_tools->callPane().callAgain(); });
    on(a.cancelCall, [this] { m_tools->callPane().cancel(); });
    on(a.askForProgress, [this](bool want) { m_tools->callPane().setWantProgress(want); });
    on(a.showInTrace, [this] { showCallInTrace(); });
    on(a.reloadTools, [this] { m_tools->reload(); });
    on(a.ping, [this] { pingServer(); });
    on(a.nextPanel, [this] { movePanelFocus(1); });
    on(a.previousPanel, [this] { movePanelFocus(-1); });
    on(a.about, [this] { showAbout(); });
    for (QAction *action : {m_trace->followAction(), m_trace->pauseAction(), m_trace->clearAction(),
             m_trace->pairAction(), m_trace->exchangeAction(), m_trace->copyAction(),
             m_detail->rawAction(), m_detail->bytesAction()})
        m_actions->adopt(a.traceMenu, action);
    connect(a.columnsMenu, &QMenu::aboutToShow, this, [this] {
        m_actions->columnsMenu->clear();
        m_trace->view().addColumnActions(m_actions->columnsMenu);
    });
    connect(a.connectMenu, &QMenu::aboutToShow, this, &MainWindow::fillConnectMenu);
}

void MainWindow::connectPanels()
{
    const auto connectCurrent = [this] { m_workspace.connectTo(m_workspace.current()); };
    connect(m_servers, &widgets::ServersPanel::chosen, &m_workspace, &Workspace::setCurrent);
    connect(m_servers, &widgets::ServersPanel::connectWanted, &m_workspace, &Workspace::connectTo);
    connect(m_servers, &widgets::ServersPanel::removeWanted, this, &MainWindow::removeServer);
    connect(m_servers, &widgets::ServersPanel::newServerWanted, this, [this] { openEditor({}); });
    connect(m_servers, &widgets::ServersPanel::pasteWanted, this, &MainWindow::addFromClipboard);
    connect(m_toolBar, &ToolBar::serverChosen, &m_workspace, &Workspace::setCurrent);
    connect(m_overview, &widgets::OverviewPanel::connectWanted, this, connectCurrent);
    connect(m_overview, &widgets::OverviewPanel::editWanted, this,
        [this] { openEditor(m_workspace.current()); });
    connect(m_overview, &widgets::OverviewPanel::newServerWanted, this, [this] { openEditor({}); });
    connect(m_overview, &widgets::OverviewPanel::trustWanted, this, [this](const QByteArray &key) {
        const QString name = m_workspace.current();
        if (const auto pinned = m_workspace.pinKey(name, key); !pinned.ok())
            warn(pinned.error().sentence);
        m_workspace.restart(name);
    });
    const auto copied = [this](qint64 bytes) {
        say(bytes == 1 ? tr("Copied 1 byte") : tr("Copied %L1 bytes").arg(bytes));
    };
    connect(m_overview, &widgets::OverviewPanel::copied, this, copied);
    connect(m_tools, &widgets::ToolsPanel::copied, this, copied);
    connect(m_tools, &widgets::ToolsPanel::connectWanted, this, connectCurrent);
    connect(m_tools, &widgets::ToolsPanel::showInTraceWanted, this, &MainWindow::showCallInTrace);
    connect(m_tools, &widgets::ToolsPanel::toolsChanged, this, [this] {
        m_toolCount->setCount(m_tools->toolCount());
        // Only a new button makes the bar measure its tabs again.
        m_tabs->tabBar()->setTabButton(1, QTabBar::RightSide, nullptr);
        m_tabs->tabBar()->setTabButton(1, QTabBar::RightSide, m_toolCount);
        m_toolCount->show();
        enableActions();
    });
    connect(
        &m_tools->callPane(), &widgets::CallPane::stateChanged, this, &MainWindow::enableActions);
    connect(m_trace, &widgets::TracePanel::messageSelected, m_detail,
        &widgets::MessageDetail::showMessage);
    connect(m_trace, &widgets::TracePanel::copied, this, copied);
    connect(m_detail, &widgets::MessageDetail::messageWanted, m_trace,
        &widgets::TracePanel::showMessage);
    connect(m_detail, &widgets::MessageDetail::copied, this, copied);
    connect(m_traceModel, &models::TraceModel::taken, this, &MainWindow::showCounts);
    connect(m_traceModel, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { countErrors(first, last); });
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace, &Workspace::profilesChanged, this, &MainWindow::showServers);
    connect(&m_workspace, &Workspace::currentChanged, this, &MainWindow::showCurrent);
    connect(&m_workspace, &Workspace::clientCreated, this, [this](const QString &name) {
        if (name == m_workspace.current())
            showCurrent();
    });
    connect(&m_workspace, &Workspace::clientStateChanged, this, &MainWindow::showState);
    connect(&m_workspace, &Workspace::verdictChanged, this, [this](const QString &name) {
        if (name == m_workspace.current())
            m_overview->setVerdict(m_workspace.verdict(name));
    });
    connect(&m_workspace, &Workspace::recordingFailed, this, [this](const Error &error) {
        m_status->setRecordingFailed(error.sentence);
        warn(tr("Nothing is written to a session file: %1").arg(error.sentence));
    });
}

void MainWindow::showServers()
{
    const auto &profiles = m_workspace.profiles().profiles();
    QStringList names;
    for (const config::Profile &profile : profiles)
        names << profile.name;
    m_serverModel->setProfiles(profiles);
    for (const QString &name : names)
        m_serverModel->setLive(name, liveOf(m_workspace.client(name)));
    m_toolBar->setServers(names, m_workspace.current());
    m_servers->setCurrent(m_workspace.current());
    showServerIcons();
    enableActions();
}

void MainWindow::showCurrent()
{
    const QString &name = m_workspace.current();
    mcp::Client *client = m_workspace.currentClient();
    m_serverModel->setCurrent(name);
    m_servers->setCurrent(name);
    QStringList names;
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        names << profile.name;
    m_toolBar->setServers(names, name);
    showServerIcons();
    m_overview->setVerdict(m_workspace.verdict(name));
    m_overview->setServer(name, client);
    m_tools->setServer(name, client);
    showState(name);
}

void MainWindow::showState(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    m_serverModel->setLive(server, liveOf(client));
    showServerIcons();
    if (server != m_workspace.current())
        return;
    if (!client) {
        m_overview->setServer(server, nullptr);
        m_tools->setServer(server, nullptr);
    }
    const config::Profile *profile = m_workspace.profiles().find(server);
    m_toolBar->setState(client, profile && profile->http);
    m_status->setServer(server, client);
    m_status->setRecording(m_workspace.recorder().path());
    // Why a start failed is on the overview, and it comes to the front. A server that ends later
    // leaves the person where they are: the answers they were looking at are still there.
    if (client && client->state() == mcp::ClientState::Failed
        && widgets::Failure::of(*client).failedStep())
        showOverview();
    enableActions();
}

void MainWindow::enableActions()
{
    const mcp::Client *client = m_workspace.currentClient();
    const auto state = client ? client->state() : mcp::ClientState::Stopped;
    const bool any = !m_workspace.current().isEmpty();
    const bool idle = state == mcp::ClientState::Stopped || state == mcp::ClientState::Failed;
    const bool ready = state == mcp::ClientState::Ready;
    const widgets::ToolCall *call = m_tools->currentCall();
    const bool pending = call && call->isPending();
    m_actions->connectServer->setEnabled(any && idle);
    m_actions->restart->setEnabled(any && client);
    m_actions->stop->setEnabled(any && !idle);
    m_actions->probeAgain->setEnabled(any);
    m_actions->editServer->setEnabled(any);
    m_actions->removeServer->setEnabled(any);
    m_actions->reloadTools->setEnabled(ready);
    // 2026-07-28 has no ping: every request stands for itself.
    const bool stateless = ready && client->negotiated().era == mcp::Era::Stateless;
    m_actions->ping->setEnabled(ready && !stateless);
    m_actions->ping->setToolTip(
        stateless ? tr("Revision %1 has no ping.").arg(client->negotiated().revision) : QString());
    m_actions->call->setEnabled(call && m_tools->callPane().canCall());
    const bool called = call && call->state() != widgets::ToolCall::State::Idle;
    m_actions->callAgain->setEnabled(called && m_tools->callPane().canCall());
    m_actions->cancelCall->setEnabled(pending);
    m_actions->showInTrace->setEnabled(called);
}

void MainWindow::countErrors(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const trace::Record &record = m_traceModel->record(row);
        const bool toolError =
            record.kind == rpc::Kind::Response && record.state == trace::State::ToolError;
        if (toolError || record.kind == rpc::Kind::ErrorResponse
            || record.kind == rpc::Kind::Invalid || record.problem != rpc::Problem::None)
            ++m_errors;
    }
}

void MainWindow::showCounts()
{
    const trace::Recorder &recorder = m_workspace.recorder();
    m_status->setCounts(recorder.messageCount(), recorder.byteCount(), m_errors);
}

void MainWindow::showOverview()
{
    m_tabs->setCurrentWidget(m_overview);
}

void MainWindow::showTools()
{
    m_tabs->setCurrentWidget(m_tools);
}

void MainWindow::say(const QString &sentence)
{
    m_status->toast(sentence);
}

void MainWindow::warn(const QString &sentence)
{
    m_warning->showMessage(content::InlineMessage::Kind::Warning, sentence, tr("Close"));
}

void MainWindow::showServerIcons()
{
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        m_toolBar->setServerIcon(profile.name,
            m_serversDock->isHidden() ? stateIcon(m_workspace.client(profile.name)) : QIcon());
}

} // namespace sonde::app
