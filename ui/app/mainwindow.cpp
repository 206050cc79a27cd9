// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/mainwindow.h"

#include "app/actions.h"
#include "app/commandpalette.h"
#include "app/dockfold.h"
#include "app/panels.h"
#include "app/reviews.h"
#include "app/sessions.h"
#include "app/statusline.h"
#include "app/toolbar.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "look/paneltitle.h"
#include "look/theme.h"
#include "models/session/servermodel.h"
#include "models/trace/filterstore.h"
#include "models/trace/tracemodel.h"
#include "session/failure.h"
#include "session/toolcall.h"
#include "widgets/activity/logspanel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/review/requestspanel.h"
#include "widgets/servers/servereditor.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/copyasmenu.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QMenu>
#include <QSettings>
#include <QVBoxLayout>

#include <utility>

namespace sonde::app {

namespace {

constexpr QSize kSmallest(720, 480);

look::PanelTitle *titleOf(QDockWidget *dock)
{
    return static_cast<look::PanelTitle *>(dock->titleBarWidget());
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
    connectAuthorization();
    // Pictures of icons do not follow the theme by themselves.
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
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
    setContentsMargins(look::metrics().margin, 0, look::metrics().margin, 0);
    auto *page = new QWidget(this);
    m_warning = new look::InlineMessage(page);
    connect(m_warning, &look::InlineMessage::buttonClicked, m_warning, &QWidget::hide);
    m_found = new look::InlineMessage(page);
    m_found->hide();
    m_authMessage = new look::InlineMessage(page);
    m_tabs = new Panels(page);
    m_trace = new widgets::TracePanel(m_workspace.recorder(), this);
    m_traceModel = &m_trace->model();
    m_overview = new widgets::OverviewPanel(m_tabs);
    m_tools = new widgets::ToolsPanel(&m_workspace.settings(), m_tabs);
    m_raw = new widgets::RawRequestPanel(m_tabs);
    m_tabs->add(m_overview, m_actions->overview);
    m_tabs->add(m_tools, m_actions->tools);
    m_resources = new widgets::ResourcesPanel(m_tabs);
    m_prompts = new widgets::PromptsPanel(m_tabs);
    m_tabs->add(m_resources, m_actions->resources);
    m_tabs->add(m_prompts, m_actions->prompts);
    m_tasks = new widgets::TasksPanel(m_tabs);
    m_tabs->add(m_tasks, m_actions->tasks);
    m_logs = new widgets::LogsPanel(*m_traceModel, m_tabs);
    m_tabs->add(m_logs, m_actions->logs);
    m_auth = new widgets::AuthPanel(m_tabs);
    m_tabs->add(m_auth, m_actions->auth);
    m_tabs->add(m_raw, m_actions->raw);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_warning);
    layout->addWidget(m_found);
    layout->addWidget(m_authMessage);
    layout->addWidget(m_tabs, 1);
    setCentralWidget(page);
}

void MainWindow::makeDocks()
{
    m_servers = new widgets::ServersPanel(m_serverModel, this);
    m_servers->setMenu(m_actions->serverMenu);
    m_trace->setButtonsVisible(false); // they are in the dock's title
    auto *store = new models::FilterStore(&m_workspace.settings(), this);
    m_trace->setFilterStore(store);
    m_sessions = new Sessions(m_workspace, *m_trace, *store, *m_found, this);
    m_detail = new widgets::MessageDetail(*m_traceModel, this);
    m_serversDock =
        makeDock(QStringLiteral("servers"), tr("Servers"), m_servers, Qt::LeftDockWidgetArea);
    makeRequests();
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
    m_serversFold = new DockFold(m_serversDock, Qt::Horizontal, kServersWidth, this);
    m_detailFold = new DockFold(m_detailDock, Qt::Vertical, kDetailHeight, this);
    connect(m_serversDock, &QDockWidget::visibilityChanged, this, &MainWindow::showServerIcons);
    splitDockWidget(m_traceDock, m_detailDock, Qt::Vertical);
    makeTimeAxis();
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

// Its lanes are worked out when it is first looked at.
void MainWindow::makeTimeAxis()
{
    m_axisDock =
        makeDock(QStringLiteral("axis"), tr("Time axis"), new QWidget(this), Qt::TopDockWidgetArea);
    m_axisDock->hide();
    connect(m_axisDock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (!visible || m_axis)
            return;
        delete m_axisDock->widget();
        m_axis = new widgets::TimeAxisPanel(m_trace->lanes(), m_axisDock);
        m_axisDock->setWidget(m_axis);
        connect(
            m_axis, &widgets::TimeAxisPanel::summaryChanged, this, [this](const QString &summary) {
                titleOf(m_axisDock)->setDetail(QStringLiteral("· ") % summary);
            });
        connect(&m_axis->view(), &widgets::TimeAxisView::numberSelected, m_trace,
            &widgets::TracePanel::showMessage);
        connect(&m_axis->view(), &widgets::TimeAxisView::rangeChanged, m_trace,
            [this] { m_trace->showRange(m_axis->view().range()); });
        connect(m_trace, &widgets::TracePanel::messageSelected, &m_axis->view(),
            &widgets::TimeAxisView::setCurrent);
    });
}

QDockWidget *MainWindow::makeDock(
    const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    look::PanelTitle::forDock(dock);
    addDockWidget(area, dock);
    m_actions->adopt(m_actions->viewMenu, dock->toggleViewAction());
    return dock;
}

void MainWindow::connectPanels()
{
    const auto connectCurrent = [this] { m_workspace.connectTo(m_workspace.current()); };
    connect(m_servers, &widgets::ServersPanel::chosen, &m_workspace, &Workspace::setCurrent);
    connect(
        m_servers, &widgets::ServersPanel::connectRequested, &m_workspace, &Workspace::connectTo);
    connect(m_servers, &widgets::ServersPanel::removeRequested, this, &MainWindow::removeServer);
    connect(
        m_servers, &widgets::ServersPanel::newServerRequested, this, [this] { openEditor({}); });
    connect(m_servers, &widgets::ServersPanel::pasteRequested, this, &MainWindow::addFromClipboard);
    connect(m_toolBar, &ToolBar::serverChosen, &m_workspace, &Workspace::setCurrent);
    connect(m_overview, &widgets::OverviewPanel::editRequested, this,
        [this] { openEditor(m_workspace.current()); });
    connect(
        m_overview, &widgets::OverviewPanel::newServerRequested, this, [this] { openEditor({}); });
    connect(
        m_overview, &widgets::OverviewPanel::trustRequested, this, [this](const QByteArray &key) {
            const QString name = m_workspace.current();
            if (const auto pinned = m_workspace.pinKey(name, key); !pinned.ok())
                warn(pinned.error().sentence);
            m_workspace.restart(name);
        });
    connect(m_tabs, &Panels::wanted, centralWidget(), &QWidget::show);
    connect(m_tabs, &Panels::connectRequested, this, connectCurrent);
    connect(m_tabs, &Panels::succeeded, this, &MainWindow::say);
    connect(m_tabs, &Panels::failed, this, &MainWindow::warn);
    connect(m_tabs, &Panels::messageRequested, this, &MainWindow::showInTrace);
    connect(m_tabs, &Panels::actionsChanged, this, &MainWindow::enableActions);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::enableActions);
    const auto openResource = [this](const QString &uri) {
        m_tabs->setCurrentWidget(m_resources);
        m_resources->openUri(uri);
    };
    connect(m_prompts, &widgets::PromptsPanel::resourceRequested, this, openResource);
    connect(m_tools, &widgets::ToolsPanel::linkRequested, this, openResource);
    connect(
        m_tools, &widgets::ToolsPanel::showInTraceRequested, this, &MainWindow::showCallInTrace);
    connect(m_tools, &widgets::ToolsPanel::logRequested, this, &MainWindow::showCallLog);
    connect(m_logs, &widgets::LogsPanel::numberRequested, this, &MainWindow::showInTraceList);
    connect(m_trace, &widgets::TracePanel::messageSelected, m_detail,
        &widgets::MessageDetail::showMessage);
    connect(m_trace, &widgets::TracePanel::said, this, &MainWindow::say);
    m_trace->copyAs().setServerWords([this](const QString &server) {
        const config::Profile *profile = m_workspace.profiles().find(server);
        if (!profile)
            return QStringList();
        return profile->http
            ? QStringList{QStringLiteral("--url"), profile->http->url}
            : QStringList{QStringLiteral("--"), profile->program} + profile->arguments;
    });
    connect(m_detail, &widgets::MessageDetail::messageRequested, m_trace,
        &widgets::TracePanel::showMessage);
    connect(
        m_detail, &widgets::MessageDetail::noteRequested, m_trace, &widgets::TracePanel::editNote);
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
    connect(&m_workspace, &Workspace::clientStateChanged, this, &MainWindow::showFailure);
    connect(&m_workspace, &Workspace::verdictChanged, this, [this](const QString &name) {
        if (name == m_workspace.current())
            m_overview->setVerdict(m_workspace.verdict(name));
    });
    connect(&m_workspace, &Workspace::recordingFailed, this, [this](const Error &error) {
        m_status->setRecordingFailed(error.sentence);
        warn(tr("Nothing is written to a session file: %1").arg(error.sentence));
    });
    // A disk that becomes full is the writer's news, beside us: looked for with every batch.
    connect(m_traceModel, &models::TraceModel::taken, this, [this, isTold = false]() mutable {
        const auto failure = isTold ? std::nullopt : m_workspace.recorder().failure();
        if (!failure)
            return;
        isTold = true;
        m_status->setRecordingFailed(failure->sentence);
        warn(tr("From now on nothing is written to the session file: %1").arg(failure->sentence));
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
    m_tabs->setServer(name, client);
    showState(name);
    showFailure(name);
    showAuthorization();
}

void MainWindow::showState(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    m_serverModel->setLive(server, liveOf(client));
    showServerIcons();
    if (server != m_workspace.current())
        return;
    if (!client)
        m_tabs->setServer(server, nullptr);
    const config::Profile *profile = m_workspace.profiles().find(server);
    m_toolBar->setState(client, profile && profile->http);
    m_status->setServer(server, client);
    m_status->setRecording(m_workspace.recorder().path());
    enableActions();
}

// Why a start failed is on the overview, and it comes to the front. A server that ends later
// leaves the person where they are: the answers they were looking at are still there.
void MainWindow::showFailure(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    if (server == m_workspace.current() && client && client->state() == mcp::ClientState::Failed
        && widgets::Failure::of(*client).failedStep())
        showOverview();
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
    m_warning->showMessage(look::InlineMessage::Kind::Warning, sentence, tr("Close"));
}

void MainWindow::showServerIcons()
{
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        m_toolBar->setServerIcon(profile.name,
            m_serversDock->isHidden() ? stateIcon(m_workspace.client(profile.name)) : QIcon());
}

} // namespace sonde::app
