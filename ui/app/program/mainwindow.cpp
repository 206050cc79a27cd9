// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/mainwindow.h"

#include "app/help/helpmenu.h"
#include "app/program/paletteentries.h"
#include "app/reviews/requestsdock.h"
#include "app/reviews/reviewlinks.h"
#include "app/reviews/reviews.h"
#include "app/servers/authorizationnotice.h"
#include "app/servers/servercommands.h"
#include "app/sessions/recentsessions.h"
#include "app/sessions/sessions.h"
#include "app/trace/findingviews.h"
#include "app/trace/resending.h"
#include "app/trace/timeaxisdock.h"
#include "app/trace/tracecommands.h"
#include "app/window/actions.h"
#include "app/window/appearance.h"
#include "app/window/docklayout.h"
#include "app/window/panels.h"
#include "app/window/statusline.h"
#include "app/window/toolbar.h"
#include "app/window/windowkeys.h"
#include "app/workspace/authorizations.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "look/paneltitle.h"
#include "look/theme.h"
#include "models/session/servermodel.h"
#include "models/trace/errorcount.h"
#include "models/trace/filterstore.h"
#include "models/trace/tracemodel.h"
#include "session/failure.h"
#include "widgets/activity/logspanel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/request/answerpane.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/review/requestspanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/copyasmenu.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QMouseEvent>
#include <QTimer>
#include <QVBoxLayout>

namespace sonde::app {

namespace {

constexpr QSize kSmallest(720, 480);
constexpr std::chrono::seconds kAgeStep{30};

QStringList namesOf(const std::vector<config::Profile> &profiles)
{
    QStringList names;
    for (const config::Profile &profile : profiles)
        names << profile.name;
    return names;
}

} // namespace

MainWindow::MainWindow(Workspace &workspace, QWidget *parent)
    : QMainWindow(parent)
    , m_workspace(workspace)
    , m_actions(new Actions(this))
    , m_toolBar(new ToolBar(m_actions, this))
    , m_status(new StatusLine(this))
    , m_marks(std::make_shared<models::ServerMarks>(&workspace.settings()))
    , m_serverModel(new models::ServerModel(m_marks, this))
    , m_palette(new widgets::CommandPalette(this))
{
    setWindowTitle(tr("Sonde"));
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
    // The icons of the servers are pictures, which do not follow the theme by themselves.
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        [this] { showState(m_workspace.current()); });
    showServers();
    showCurrent();
    m_layout->restore(models::Settings(&m_workspace.settings()));
    m_appearance->restore();
    m_servers->setFocus();
}

MainWindow::~MainWindow()
{
    // The dock becomes invisible after the members of this class are gone.
    m_layout->servers().disconnect(this);
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
    connect(m_warning, &look::InlineMessage::buttonClicked, this, [this] {
        m_warning->hide();
        if (!m_warnedServer.isEmpty())
            m_serverCommands->openSecrets(m_warnedServer);
    });
    m_unfinished = addMessage(layout);
    m_unfinished->hide();
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
    m_trace = new widgets::TracePanel(m_workspace.recorder(), this);
    m_overview = add(new widgets::OverviewPanel(m_tabs));
    m_tools = add(new widgets::ToolsPanel(&m_workspace.settings(), m_tabs));
    m_resources = add(new widgets::ResourcesPanel(m_tabs));
    m_prompts = add(new widgets::PromptsPanel(m_tabs));
    m_tasks = add(new widgets::TasksPanel(m_tabs));
    m_logs = add(new widgets::LogsPanel(m_trace->model(), m_tabs));
    m_auth = add(new widgets::AuthPanel(m_tabs));
    m_raw = add(new widgets::RawRequestPanel(m_tabs));
    m_findings = add(new widgets::FindingsPanel(m_trace->findings(), m_tabs));
}

void MainWindow::makeDocks()
{
    m_servers = new widgets::ServersPanel(m_serverModel, this);
    m_servers->setMenu(m_actions->serverMenu);
    m_reviews = new Reviews(m_workspace, m_tabs, this);
    m_detail = new widgets::MessageDetail(m_trace->model(), this);
    m_layout = new DockLayout(
        this, *m_actions, *m_tabs, {m_servers, m_reviews->panel(), m_trace, m_detail});
    DockLayout::titleOf(m_layout->servers())->addButton(m_actions->newServer);
    look::PanelTitle *traceTitle = DockLayout::titleOf(m_layout->trace());
    m_trace->setButtonsVisible(false); // the title of the dock has them
    for (QAction *action : m_trace->titleActions())
        traceTitle->addButton(action);
    connect(
        m_trace, &widgets::TracePanel::summaryChanged, this, [traceTitle](const QString &summary) {
            traceTitle->setDetail(QStringLiteral("· ") % summary);
        });
    connect(
        &m_layout->servers(), &QDockWidget::visibilityChanged, this, &MainWindow::showServerIcons);
    m_requestsDock = new RequestsDock(m_layout->requests(), *m_reviews, this);
    m_axisDock = new TimeAxisDock(m_layout->axis(), *m_trace, this);
}

void MainWindow::makeCommands()
{
    auto *filters = new models::FilterStore(&m_workspace.settings(), this);
    m_trace->setFilterStore(filters);
    m_trace->model().setServerMarks(m_marks);
    m_appearance = new Appearance(*m_actions, models::Settings(&m_workspace.settings()), this);
    m_errors = new models::ErrorCount(m_trace->model(), this);
    m_sessions = new Sessions(m_workspace, *m_trace, *filters, *m_unfinished, this);
    m_serverCommands = new ServerCommands(m_workspace, *m_actions, m_trace->model(), this);
    m_traceCommands = new TraceCommands(
        *m_actions, {*m_trace, *m_detail, *m_tools, *m_logs, m_layout->trace()}, this);
    new FindingViews(
        {*m_trace, *m_detail, *m_findings, *m_overview, *m_tabs, *m_traceCommands}, this);
    auto *resending = new Resending(
        m_workspace, {*m_trace, *m_tabs, *m_tools, *m_resources, *m_prompts, *m_raw}, this);
    connect(resending, &Resending::failed, this, &MainWindow::warn);
    auto *recent = new RecentSessions(m_actions->recentMenu, m_workspace);
    connect(recent, &RecentSessions::chosen, m_sessions, &Sessions::open);
    connect(m_sessions, &Sessions::fileOpened, recent, &RecentSessions::add);
    connect(m_sessions, &Sessions::said, this, &MainWindow::toast);
    connect(m_sessions, &Sessions::warned, this, &MainWindow::warn);
    connect(m_serverCommands, &ServerCommands::succeeded, this, &MainWindow::toast);
    connect(m_serverCommands, &ServerCommands::failed, this, &MainWindow::warn);
    connect(m_traceCommands, &TraceCommands::succeeded, this, &MainWindow::toast);
    new WindowKeys({m_actions->goToAnything, m_actions->nextRequest}, this);
    new HelpMenu(
        *m_actions, m_workspace, [this] { return m_warning->sentence(); }, this);
}

void MainWindow::connectActions()
{
    const Actions &a = *m_actions;
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(a.quit, [this] { close(); });
    on(a.openSession, [this] { m_sessions->askOpen(); });
    on(a.importTrace, [this] { m_sessions->askImport(); });
    on(a.saveSession, [this] { m_sessions->askSave(); });
    on(a.goToAnything, [this] { openPalette(); });
    on(a.requests, [this] { m_requestsDock->show(); });
    on(a.nextRequest, [this] { m_reviews->openNext(); });
    on(a.timeAxis, [this] { m_axisDock->show(); });
}

void MainWindow::connectPanels()
{
    connect(m_tabs, &Panels::shown, centralWidget(), &QWidget::show);
    connect(m_tabs, &Panels::connectRequested, this,
        [this] { m_workspace.connectTo(m_workspace.current()); });
    connect(m_tabs, &Panels::succeeded, this, &MainWindow::toast);
    connect(m_tabs, &Panels::failed, this, &MainWindow::warn);
    connect(m_tabs, &Panels::messageRequested, m_traceCommands, &TraceCommands::showMessage);
    connect(m_tabs, &Panels::actionsChanged, this, &MainWindow::updateActions);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateActions);

    using widgets::ServersPanel;
    connect(m_servers, &ServersPanel::chosen, &m_workspace, &Workspace::setCurrent);
    connect(m_servers, &ServersPanel::connectRequested, &m_workspace, &Workspace::connectTo);
    connect(m_servers, &ServersPanel::removeRequested, m_serverCommands, &ServerCommands::remove);
    connect(m_servers, &ServersPanel::newServerRequested, m_actions->newServer, &QAction::trigger);
    connect(m_servers, &ServersPanel::pasteRequested, m_serverCommands,
        &ServerCommands::addFromClipboard);
    connect(m_toolBar, &ToolBar::serverChosen, &m_workspace, &Workspace::setCurrent);

    using widgets::OverviewPanel;
    connect(m_overview, &OverviewPanel::editRequested, m_actions->editServer, &QAction::trigger);
    connect(
        m_overview, &OverviewPanel::newServerRequested, m_actions->newServer, &QAction::trigger);
    connect(m_overview, &OverviewPanel::trustRequested, this, [this](const QByteArray &key) {
        const QString name = m_workspace.current();
        if (const auto pinned = m_workspace.pinKey(name, key); !pinned.ok())
            warn(pinned.error().sentence);
        m_workspace.restart(name);
    });
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
        panel->result().setSentOf([this](const session::Request &request) {
            return m_traceCommands->sentBytes(request);
        });
    connect(m_tools, &widgets::ToolsPanel::tasksRequested, this, [this] { showPanel(*m_tasks); });
    connect(m_trace, &widgets::TracePanel::said, this, &MainWindow::toast);
    m_trace->copyAs().setServerWords([this](const QString &server) {
        const config::Profile *profile = m_workspace.profiles().find(server);
        if (!profile)
            return QStringList();
        return profile->http
            ? QStringList{QStringLiteral("--url"), profile->http->url}
            : QStringList{QStringLiteral("--"), profile->program} + profile->arguments;
    });
}

void MainWindow::connectRequests()
{
    m_tasks->setServerRequests(&m_workspace.serverRequests());
    connect(m_tasks, &widgets::TasksPanel::reviewRequested, m_reviews, &Reviews::open);
    connect(m_reviews, &Reviews::waitingChanged, m_status, &StatusLine::setWaiting);
    connect(m_reviews, &Reviews::waitingChanged, m_toolBar, &ToolBar::setWaiting);
    connect(m_reviews, &Reviews::opened, centralWidget(), &QWidget::show);
    connect(m_reviews, &Reviews::failed, this, &MainWindow::warn);
    connect(m_reviews, &Reviews::rulesRequested, m_serverCommands, &ServerCommands::openRules);
    connect(m_reviews, &Reviews::ruleRequested, m_serverCommands, &ServerCommands::addRule);
    auto *links =
        new ReviewLinks(m_workspace, *m_reviews, {*m_tools, *m_resources, *m_prompts}, this);
    connect(links, &ReviewLinks::traceRequested, m_actions->trace, &QAction::trigger);
    connect(&m_workspace, &Workspace::rulesUnusable, this, &MainWindow::warn);
    connect(m_reviews, &Reviews::nothingWaits, this,
        [this] { toast(tr("No server request is waiting.")); });
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
    auto *ages = new QTimer(this); // how long ago servers ended
    connect(ages, &QTimer::timeout, this, &MainWindow::showAges);
    ages->start(kAgeStep);
    connect(&m_workspace, &Workspace::detectionChanged, this, [this](const QString &name) {
        if (name == m_workspace.current())
            m_overview->setDetected(m_workspace.detectedRevision(name));
    });
    connect(&m_workspace, &Workspace::secretsMissing, this, &MainWindow::warn);
    connect(&m_workspace, &Workspace::secretsLost, this, &MainWindow::warnAbout);
    connect(&m_workspace, &Workspace::secretsMoved, this, &MainWindow::toast);
}

void MainWindow::connectRecording()
{
    connect(&m_workspace, &Workspace::recordingFailed, this, [this](const Error &error) {
        m_status->setRecordingFailed(error.sentence);
        warn(tr("Nothing is written to a session file: %1").arg(error.sentence));
    });
    // The writer's thread reports a full disk by a flag, which is read with every batch.
    connect(
        &m_trace->model(), &models::TraceModel::taken, this, [this, isReported = false]() mutable {
            const trace::Recorder &recorder = m_workspace.recorder();
            m_status->setCounts(recorder.messageCount(), recorder.byteCount(), m_errors->count());
            const auto failure = isReported ? std::nullopt : recorder.failure();
            if (!failure)
                return;
            isReported = true;
            m_status->setRecordingFailed(failure->sentence);
            warn(tr("Sonde no longer writes to the session file: %1").arg(failure->sentence));
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
        warn(tr("Tokens are kept in memory for this run only: %1").arg(cache.problem()));
    });
    m_authNotice->setFront(m_tabs->currentWidget() == m_overview, false);
}

void MainWindow::openPalette()
{
    PaletteEntries entries(m_workspace, *m_actions);
    entries.addAll(*m_tools, *m_resources, *m_prompts);
    m_palette->open(std::move(entries).result());
}

void MainWindow::showServers()
{
    const auto &profiles = m_workspace.profiles().profiles();
    m_serverModel->setProfiles(profiles);
    for (const config::Profile &profile : profiles)
        m_serverModel->setLive(profile.name, liveOf(m_workspace.client(profile.name)));
    m_toolBar->setServers(namesOf(profiles), m_workspace.current());
    m_servers->setCurrent(m_workspace.current());
    showServerIcons();
    updateActions();
}

void MainWindow::showCurrent()
{
    const QString &name = m_workspace.current();
    m_serverModel->setCurrent(name);
    m_trace->setSelectedServer(name);
    m_servers->setCurrent(name);
    m_toolBar->setServers(namesOf(m_workspace.profiles().profiles()), name);
    showServerIcons();
    m_overview->setDetected(m_workspace.detectedRevision(name));
    m_tabs->setServer(name, m_workspace.currentClient());
    showState(name);
    showFailure(name);
    m_authNotice->update();
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
    updateActions();
}

void MainWindow::showAges()
{
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        const mcp::Client *client = m_workspace.client(profile.name);
        if (client && client->state() == mcp::ClientState::Failed)
            showState(profile.name);
    }
}

// A failed start brings the overview to the front, which explains it. A server that ends later
// leaves the panel in front, whose responses are still of interest.
void MainWindow::showFailure(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    if (server == m_workspace.current() && client && client->state() == mcp::ClientState::Failed
        && session::Failure::of(*client).failedStep())
        m_tabs->setCurrentWidget(m_overview);
}

void MainWindow::showServerIcons()
{
    const bool listed = !m_layout->servers().isHidden();
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        m_toolBar->setServerIcon(
            profile.name, listed ? QIcon() : stateIcon(m_workspace.client(profile.name)));
}

void MainWindow::updateActions()
{
    m_serverCommands->updateActions();
    m_tabs->updateActions();
}

void MainWindow::showPanel(widgets::Panel &panel)
{
    m_tabs->show(&panel);
}

void MainWindow::toast(const QString &sentence)
{
    m_status->toast(sentence);
}

void MainWindow::warn(const QString &sentence)
{
    m_warnedServer.clear();
    m_warning->showMessage(look::InlineMessage::Kind::Warning, sentence, tr("Close"));
}

void MainWindow::warnAbout(const QString &sentence, const QString &server)
{
    m_warnedServer = server;
    m_warning->showMessage(look::InlineMessage::Kind::Warning, sentence, tr("Edit server…"));
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
