// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/mainwindow.h"

#include "app/help/helpmenu.h"
#include "app/program/paletteentries.h"
#include "app/program/windowtitle.h"
#include "app/reviews/requestsdock.h"
#include "app/reviews/reviewlinks.h"
#include "app/reviews/reviews.h"
#include "app/servers/authorizationnotice.h"
#include "app/servers/breakpointsource.h"
#include "app/servers/bundles.h"
#include "app/servers/debugnotice.h"
#include "app/servers/hostcommands.h"
#include "app/servers/removalnotice.h"
#include "app/servers/rootsnotice.h"
#include "app/servers/servercommands.h"
#include "app/servers/serverlinks.h"
#include "app/servers/servernotice.h"
#include "app/servers/serverviews.h"
#include "app/servers/watchcommands.h"
#include "app/sessions/recentsessions.h"
#include "app/sessions/sessions.h"
#include "app/settings/settingscommands.h"
#include "app/trace/callsintrace.h"
#include "app/trace/exerciseviews.h"
#include "app/trace/fanoutcalls.h"
#include "app/trace/pendingprocess.h"
#include "app/trace/recordingwatch.h"
#include "app/trace/resending.h"
#include "app/trace/timeaxisdock.h"
#include "app/trace/tracecommands.h"
#include "app/trace/violationcounts.h"
#include "app/window/actions.h"
#include "app/window/appearance.h"
#include "app/window/docklayout.h"
#include "app/window/filedrop.h"
#include "app/window/panels.h"
#include "app/window/statusline.h"
#include "app/window/toolbar.h"
#include "app/window/windowkeys.h"
#include "app/workspace/authorizations.h"
#include "app/workspace/places.h"
#include "app/workspace/taps.h"
#include "bundle/bundlestore.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/document/tracedocument.h"
#include "models/session/servermodel.h"
#include "models/trace/filterstore.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/activity/logspanel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/changes/changespanel.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/process/processpanel.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/request/responsepane.h"
#include "widgets/review/requestspanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tap/breakpointspanel.h"
#include "widgets/tools/savedcallsmenu.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/copyasmenu.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceworkbench.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace sonde::app {

MainWindow::MainWindow(Workspace &workspace, QWidget *parent)
    : QMainWindow(parent)
    , m_workspace(workspace)
    , m_actions(new Actions(this))
    , m_toolBar(new ToolBar(m_actions, this))
    , m_status(new StatusLine(this))
    , m_serverModel(new models::ServerModel(workspace.trace().marks(), this))
    , m_palette(new widgets::CommandPalette(this))
{
    setMinimumSize(kSmallest);
    addToolBar(m_toolBar);
    setStatusBar(m_status);
    makeCentralWidget();
    makePanels();
    makeDocks();
    makeCommands();
    connectActions();
    connectPanels();
    connectLinks();
    connectRequests();
    connectWorkspace();
    connectRecording();
    connectAuthorization();
    m_serverViews->show();
    m_layout->restore(models::Settings(&m_workspace.settings()));
    m_reviews->showWaiting();
    m_appearance->restore();
    m_settings = new SettingsCommands(m_workspace, *m_actions, *this);
    connect(m_sessions, &Sessions::opened, m_settings, &SettingsCommands::follow);
    m_servers->setFocus();
}

MainWindow::~MainWindow()
{
    // The dock becomes invisible after the members of this class are gone.
    m_layout->servers().disconnect(m_serverViews);
}

look::InlineMessage *MainWindow::addMessage(QVBoxLayout *layout)
{
    auto *message = new look::InlineMessage(centralWidget());
    layout->addWidget(message);
    return message;
}

void MainWindow::makeCentralWidget()
{
    setContentsMargins(look::metrics().margin, 0, look::metrics().margin, 0);
    auto *page = new QWidget(this);
    setCentralWidget(page);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_warning = addMessage(layout);
    connect(m_warning, &look::InlineMessage::buttonClicked, m_warning, &QWidget::hide);
    m_secrets = addMessage(layout);
    m_secrets->setObjectName(QStringLiteral("secretsNotice"));
    m_roots = addMessage(layout);
    m_unfinished = addMessage(layout);
    m_unfinished->hide();
    m_removed = addMessage(layout);
    m_authNotice = new AuthorizationNotice(m_workspace, *addMessage(layout), this);
    m_tabs = new Panels(*m_actions, page);
    layout->addWidget(m_tabs, 1);
}

template <class P>
P *MainWindow::add(P *panel)
{
    m_tabs->add(panel);
    return panel;
}

// In the order of the tabs, of the View menu, and of the panels' actions in the other menus.
void MainWindow::makePanels()
{
    models::TraceDocument &document = m_workspace.trace();
    m_workbench = new widgets::TraceWorkbench(document, this);
    m_overview = add(new widgets::OverviewPanel(m_tabs));
    m_tools = add(new widgets::ToolsPanel(&m_workspace.settings(), m_tabs));
    m_resources = add(new widgets::ResourcesPanel(m_tabs));
    m_prompts = add(new widgets::PromptsPanel(m_tabs));
    m_tasks = add(new widgets::TasksPanel(m_tabs));
    m_logs = add(new widgets::LogsPanel(document.model(), m_tabs));
    const auto findProfile = [this](const QString &server) {
        return m_workspace.profiles().find(server);
    };
    m_auth = add(new widgets::AuthPanel(findProfile, m_tabs));
    m_raw = add(new widgets::RawRequestPanel(m_tabs));
    m_findings = add(new widgets::FindingsPanel(document.findings(), m_tabs));
    m_findings->setLogLevelSource([this] { return m_logs->levelBox().level(); });
    m_process = add(new widgets::ProcessPanel(document.lanes(), findProfile, m_tabs));
    m_changes = add(new widgets::ChangesPanel(m_workspace.restarts(), document.findings(), m_tabs));
    m_breakpoints = add(makeBreakpointsPanel(m_workspace, document.model(), m_tabs));
}

void MainWindow::makeDocks()
{
    m_servers = new widgets::ServersPanel(m_serverModel, this);
    m_servers->setMenu(m_actions->serverMenu);
    m_reviews = new Reviews(m_workspace, m_tabs, this);
    widgets::TracePanel *trace = &m_workbench->trace();
    m_layout = new DockLayout(
        this, *m_actions, *m_tabs, {m_servers, m_reviews->panel(), trace, &m_workbench->detail()});
    DockLayout::titleOf(m_layout->servers())->addButton(m_actions->newServer);
    look::PanelTitle *traceTitle = DockLayout::titleOf(m_layout->trace());
    trace->setButtonsVisible(false); // the title of the dock has them
    for (QAction *action : trace->titleActions())
        traceTitle->addButton(action);
    const auto sumUp = [traceTitle](const QString &summary) {
        traceTitle->setDetail(QStringLiteral("· ") % summary);
    };
    connect(trace, &widgets::TracePanel::summaryChanged, this, sumUp);
    // The rows of a window that this one replaces stay.
    if (trace->document().model().rowCount() > 0)
        sumUp(trace->summary());
    m_requestsDock = new RequestsDock(m_layout->requests(), *m_reviews, this);
    m_axisDock = new TimeAxisDock(m_layout->axis(), *trace, this);
}

void MainWindow::makeCommands()
{
    m_appearance = new Appearance(*m_actions, models::Settings(&m_workspace.settings()), this);
    m_sessions = new Sessions(m_workspace, *m_unfinished, this);
    m_serverViews = new ServerViews(m_workspace,
        {*m_serverModel, *m_servers, m_layout->servers(), *m_tabs, *m_overview, *m_toolBar,
            *m_status, *m_authNotice},
        this);
    connect(m_serverViews, &ServerViews::changed, this, &MainWindow::updateActions);
    m_serverCommands =
        new ServerCommands(m_workspace, *m_actions, m_workspace.trace().model(), this);
    new TraceCommands(*m_actions, *m_workbench, m_layout->trace(), this);
    m_callsInTrace = new CallsInTrace(*m_workbench, *m_tools, *m_logs, this);
    new ViolationCounts(m_workspace, *m_serverModel, *m_status, this);
    const auto *exercises = new ExerciseViews(
        {*m_tabs, *m_findings, *m_overview, *m_auth, *m_tools, *m_resources, *m_prompts, *m_logs},
        this);
    connect(exercises, &ExerciseViews::said, this, &MainWindow::toast);
    const auto *resending = new Resending(m_workspace, trace().messageActions().resending(),
        *m_tabs, {m_tools, m_resources, m_prompts}, *m_raw);
    connect(resending, &Resending::failed, this, &MainWindow::warn);
    auto *recent = new RecentSessions(m_actions->recentMenu, m_workspace);
    connect(recent, &RecentSessions::chosen, m_sessions, &Sessions::open);
    connect(m_sessions, &Sessions::fileUsed, recent, &RecentSessions::add);
    connect(m_sessions, &Sessions::said, this, &MainWindow::toast);
    connect(m_sessions, &Sessions::warned, this, &MainWindow::warn);
    auto *removal = new RemovalNotice(m_workspace, m_tools->savedCalls(), *m_removed, this);
    connect(m_serverCommands, &ServerCommands::removed, removal, &RemovalNotice::showServer);
    connect(&m_tools->savedCallsMenu(), &widgets::SavedCallsMenu::removed, removal,
        &RemovalNotice::showCall);
    connect(m_breakpoints, &widgets::BreakpointsPanel::removed, removal,
        &RemovalNotice::showBreakpoint);
    connect(&m_workspace.filters(), &models::FilterStore::ruleRemoved, removal,
        &RemovalNotice::showRule);
    connect(removal, &RemovalNotice::failed, this, &MainWindow::warn);
    connect(removal, &RemovalNotice::forgotten, &m_serverCommands->bundles(), &Bundles::remove);
    connect(m_serverCommands, &ServerCommands::succeeded, this, &MainWindow::toast);
    connect(m_serverCommands, &ServerCommands::failed, this, &MainWindow::warn);
    connect(m_workbench, &widgets::TraceWorkbench::said, this, &MainWindow::toast);
    connect(m_callsInTrace, &CallsInTrace::said, this, &MainWindow::toast);
    auto *watchCommands = new WatchCommands(m_workspace, *m_actions,
        {*m_toolBar, *m_serverCommands, *m_tabs, *m_overview, *m_changes}, this);
    connect(m_changes, &widgets::ChangesPanel::confirmRequested, watchCommands,
        &WatchCommands::confirm);
    new DebugNotice(m_workspace, this);
    const auto *hostCommands = new HostCommands(m_workspace, *m_actions, this);
    connect(hostCommands, &HostCommands::succeeded, this, &MainWindow::toast);
    m_servers->setTapMenu(hostCommands->tapMenu());
    const auto *drop = new FileDrop(this,
        [](const QString &path) { return bundle::isBundleFile(path) || isRecordingFile(path); });
    connect(drop, &FileDrop::dropped, this, &MainWindow::openFile);
    new WindowKeys({m_actions->goToAnything, m_actions->nextRequest}, this);
    new HelpMenu(
        *m_actions, m_workspace, [this] { return m_warning->sentence(); }, this);
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(m_actions->quit, [this] { close(); });
    on(m_actions->openSession, [this] { m_sessions->askOpen(); });
    on(m_actions->importTrace, [this] { m_sessions->askImport(); });
    on(m_actions->openMockResponses, [this] { m_sessions->mockLists().askOpen(); });
    on(m_actions->saveSession, [this] { m_sessions->askSave(); });
    on(m_actions->goToAnything, [this] { openPalette(); });
    on(m_actions->requests, [this] { m_requestsDock->show(); });
    on(m_actions->nextRequest, [this] { m_reviews->openNext(); });
    on(m_actions->timeAxis, [this] { m_axisDock->show(); });
}

void MainWindow::connectPanels()
{
    connect(m_tabs, &Panels::shown, centralWidget(), &QWidget::show);
    connect(m_tabs, &Panels::connectRequested, this,
        [this] { m_workspace.connectTo(m_workspace.current()); });
    connect(m_tabs, &Panels::succeeded, this, &MainWindow::toast);
    connect(m_tabs, &Panels::failed, this, &MainWindow::warn);
    connect(m_tabs, &Panels::messageRequested, m_callsInTrace, &CallsInTrace::showMessage);
    connect(m_breakpoints, &widgets::BreakpointsPanel::traceRequested, m_callsInTrace,
        &CallsInTrace::showHeld);
    connect(m_tabs, &Panels::actionsChanged, this, &MainWindow::updateActions);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateActions);

    connect(m_toolBar, &ToolBar::serverChosen, &m_workspace, &Workspace::setCurrent);
    auto *links = new ServerLinks(m_workspace, *m_actions, *m_serverCommands, this);
    links->follow(*m_servers);
    links->follow(*m_overview);
    connect(links, &ServerLinks::failed, this, &MainWindow::warn);
}

// From one part of the window to what another part shows.
void MainWindow::connectLinks()
{
    const auto openResource = [this](const QString &uri) {
        showPanel(*m_resources);
        m_resources->openUri(uri);
    };
    connect(m_prompts, &widgets::CatalogPanel::linkRequested, this, openResource);
    connect(m_tools, &widgets::CatalogPanel::linkRequested, this, openResource);
    for (widgets::CatalogPanel *panel :
        std::initializer_list<widgets::CatalogPanel *>{m_tools, m_resources, m_prompts})
        panel->result().setSentOf(
            [this](const session::Request &request) { return m_callsInTrace->sentBytes(request); });
    connect(m_tools, &widgets::ToolsPanel::tasksRequested, this, [this] { showPanel(*m_tasks); });
    connect(m_tools, &widgets::ToolsPanel::fanOutRequested, this, [this](auto &tool, auto &given) {
        new FanOutCalls(m_workspace, *m_callsInTrace, tool, given, this);
    });
    connect(m_tabs, &Panels::doingRequested, m_process, &widgets::ProcessPanel::showDoing);
    new PendingProcess(m_workspace, trace().messageActions().doing(), *m_process);
    connect(m_changes, &widgets::ChangesPanel::toolRequested, this, [this](const QString &tool) {
        showPanel(*m_tools);
        m_tools->openForm(models::CatalogKind::Tool, tool);
    });
    m_overview->setFindings(m_workspace.trace().findings());
    connect(m_overview, &widgets::OverviewPanel::findingsRequested, this,
        [this] { showPanel(*m_findings); });
    m_workbench->follow(m_findings->view());
    trace().messageActions().copyAs().setServerWords(
        [this](const QString &server) { return m_workspace.commandWords(server); });
}

void MainWindow::connectRequests()
{
    m_tasks->setServerRequests(&m_workspace.serverRequests());
    connect(m_tasks, &widgets::TasksPanel::reviewRequested, m_reviews, &Reviews::open);
    m_actions->nextRequest->setEnabled(false);
    connect(m_reviews, &Reviews::waitingChanged, this,
        [this](int count) { m_actions->nextRequest->setEnabled(count > 0); });
    connect(m_reviews, &Reviews::waitingChanged, m_status, &StatusLine::setWaiting);
    connect(m_reviews, &Reviews::waitingChanged, m_toolBar, &ToolBar::setWaiting);
    connect(m_reviews, &Reviews::opened, centralWidget(), &QWidget::show);
    connect(m_reviews, &Reviews::failed, this, &MainWindow::warn);
    connect(m_reviews, &Reviews::rulesRequested, m_serverCommands, &ServerCommands::openRules);
    connect(m_reviews, &Reviews::ruleRequested, m_serverCommands, &ServerCommands::addRule);
    auto *links =
        new ReviewLinks(m_workspace, *m_reviews, {*m_tools, *m_resources, *m_prompts}, this);
    connect(links, &ReviewLinks::traceRequested, m_actions->trace, &QAction::trigger);
    connect(links, &ReviewLinks::breakpointsRequested, this, [this] { showPanel(*m_breakpoints); });
    connect(&m_workspace, &Workspace::rulesUnusable, this, &MainWindow::warn);
    const auto *roots = new RootsNotice(m_workspace, *m_roots, this);
    connect(roots, &RootsNotice::failed, this, &MainWindow::warn);
    connect(m_reviews, &Reviews::nothingWaits, this,
        [this] { toast(tr("No server request is waiting.")); });
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace.taps(), &Taps::failed, this, &MainWindow::warn);
    new WindowTitle(m_workspace, *m_tabs, this);
    const auto follow = [this] {
        trace().setSelectedServer(m_workspace.current());
        m_workbench->setServer(m_workspace.current());
    };
    connect(&m_workspace, &Workspace::currentChanged, this, follow);
    follow();
    connect(&m_workspace, &Workspace::secretsMissing, this, &MainWindow::warn);
    auto *secrets = new ServerNotice(m_workspace, *m_secrets, this);
    connect(&m_workspace, &Workspace::secretsLost, this,
        [this, secrets](const QString &sentence, const QString &server) {
            secrets->show(server, {sentence, tr("Edit server…"), [this, server] {
                                       m_serverCommands->openSecrets(server);
                                   }});
        });
    connect(&m_workspace, &Workspace::secretsMoved, this, &MainWindow::toast);
}

void MainWindow::connectRecording()
{
    auto *recording = new RecordingWatch(m_workspace, *m_status, this);
    connect(recording, &RecordingWatch::failed, this, &MainWindow::warn);
    connect(&m_workspace.taps(), &Taps::watchStarted, this, [this](const QString &problem) {
        if (m_warning->sentence() == problem)
            m_warning->hide();
    });
}

void MainWindow::connectAuthorization()
{
    const auto authorize = [this] { m_workspace.authorize(m_workspace.current()); };
    connect(m_overview, &widgets::OverviewPanel::authorizeRequested, this, authorize);
    connect(m_auth, &widgets::AuthPanel::authorizeRequested, this, authorize);
    connect(m_overview, &widgets::OverviewPanel::authStepsRequested, this,
        [this] { showPanel(*m_auth); });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        const QWidget *front = m_tabs->currentWidget();
        m_authNotice->setFront(front == m_overview, front == m_auth);
    });
    auth::CredentialCache &cache = m_workspace.authorizations().cache();
    connect(&cache, &auth::CredentialCache::problemChanged, this, [this, &cache] {
        if (!cache.problem().isEmpty())
            warn(tr("Tokens are kept in memory for this run only: %1").arg(cache.problem()));
    });
    const QString waiting = tr("Waiting for the keychain. If it asks for its password, enter it: "
                               "Sonde continues then.");
    const auth::TokenStore &store = m_workspace.authorizations().store();
    connect(&store, &auth::TokenStore::waiting, this, [this, waiting] {
        m_warning->showMessage(look::InlineMessage::Kind::Info, waiting, tr("Close"));
    });
    connect(&store, &auth::TokenStore::waited, this, [this, waiting] {
        if (m_warning->sentence() == waiting)
            m_warning->hide();
    });
    m_authNotice->setFront(m_tabs->currentWidget() == m_overview, false);
}

void MainWindow::openPalette()
{
    PaletteEntries entries(m_workspace, *m_actions);
    entries.addAll(*m_tools, *m_resources, *m_prompts);
    m_palette->open(std::move(entries).result());
}

void MainWindow::updateActions()
{
    m_serverCommands->updateActions();
    m_tabs->updateActions();
}

widgets::TracePanel &MainWindow::trace()
{
    return m_workbench->trace();
}

void MainWindow::showPanel(widgets::Panel &panel)
{
    m_tabs->show(&panel);
}

void MainWindow::openFile(const QString &path)
{
    if (bundle::isBundleFile(path))
        m_serverCommands->openBundle(path);
    else
        m_sessions->open(path);
}

void MainWindow::toast(const QString &sentence)
{
    m_status->toast(sentence);
}

void MainWindow::warn(const QString &sentence)
{
    m_warning->showMessage(look::InlineMessage::Kind::Warning, sentence, tr("Close"));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_layout->save(models::Settings(&m_workspace.settings()));
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_layout->fit();
}

// The handles between the docks are places of the window itself.
void MainWindow::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (childAt(at) || event->button() != Qt::LeftButton)
        QMainWindow::mouseDoubleClickEvent(event);
    else
        m_layout->restoreSizesAt(at);
}

} // namespace sonde::app
