// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servercommands.h"

#include "app/servers/bundles.h"
#include "app/window/actions.h"
#include "app/window/statusline.h"
#include "app/workspace/authorizations.h"
#include "app/workspace/places.h"
#include "app/workspace/usualtimeouts.h"
#include "app/workspace/workspace.h"
#include "base/formatting.h"
#include "bundle/bundlestore.h"
#include "config/pastedserver.h"
#include "doctor/program/thismachine.h"
#include "models/trace/filterwords.h"
#include "models/trace/tracemodel.h"
#include "paste/pastedtext.h"
#include "setup/clientconfig.h"
#include "setup/profilesecrets.h"
#include "widgets/doctor/doctorwindow.h"
#include "widgets/servers/pasteddialog.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/servereditor.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace sonde::app {

using widgets::ServerEditor;

namespace {

// A sentence; empty: the values of all secrets are known.
QString missingSecrets(const config::Profile *profile)
{
    const QStringList names =
        profile ? setup::ProfileSecrets::names(*profile, false) : QStringList();
    return names.isEmpty()
        ? QString()
        : ServerCommands::tr("Enter these secret values again: %1.").arg(listText(names));
}

} // namespace

ServerCommands::ServerCommands(
    Workspace &workspace, Actions &actions, models::TraceModel &trace, QWidget *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_actions(actions)
    , m_trace(trace)
    , m_window(window)
    , m_bundles(new Bundles(workspace, this))
{
    connect(m_bundles, &Bundles::opened, this, &ServerCommands::showBundle);
    connect(m_bundles, &Bundles::failed, this, &ServerCommands::failed);
    connectActions();
}

void ServerCommands::connectActions()
{
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(m_actions.newServer, [this] { openEditor({}); });
    on(m_actions.addFromClipboard, [this] { addFromClipboard(); });
    on(m_actions.openBundle, [this] { m_bundles->askOpen(m_window); });
    on(m_actions.connectServer, [this] { m_workspace.connectTo(m_workspace.current()); });
    on(m_actions.connectAll, [this] { connectAll(); });
    on(m_actions.stopAll, [this] { stopAll(); });
    on(m_actions.startDemo, [this] { openDemo(); });
    on(m_actions.restart, [this] { m_workspace.restart(m_workspace.current()); });
    on(m_actions.stop, [this] { m_workspace.stop(m_workspace.current()); });
    on(m_actions.probeAgain, [this] { m_workspace.probeAgain(m_workspace.current()); });
    on(m_actions.runDoctor, [this] { runDoctor(m_workspace.current()); });
    on(m_actions.editServer, [this] { openEditor(m_workspace.current()); });
    on(m_actions.duplicateServer, [this] { duplicate(m_workspace.current()); });
    on(m_actions.editRules, [this] { openRules(m_workspace.current()); });
    on(m_actions.removeServer, [this] { remove(m_workspace.current()); });
    on(m_actions.ping, [this] { ping(); });
    connect(m_actions.connectMenu, &QMenu::aboutToShow, this, &ServerCommands::fillConnectMenu);
    connect(&m_workspace, &Workspace::clientStateChanged, this, &ServerCommands::updateForAll);
    connect(&m_workspace, &Workspace::profilesChanged, this, &ServerCommands::updateForAll);
    updateForAll();
}

void ServerCommands::openEditor(const QString &server)
{
    openEditor(server, [](ServerEditor &) {});
}

void ServerCommands::openEditor(const QString &server, const Opened &opened)
{
    m_workspace.fetchSecrets(server, [this, server, opened](const Result<void> &) {
        const config::Profile *known = m_workspace.profiles().find(server);
        auto *editor = new ServerEditor(
            known ? *known : newProfile(), m_workspace.profiles().namesExcept(server), m_window);
        prepare(*editor, server);
        if (const QString missing = missingSecrets(known); !missing.isEmpty())
            editor->showNote(missing);
        show(editor);
        opened(*editor);
    });
}

void ServerCommands::openSecrets(const QString &server)
{
    openEditor(server, [](ServerEditor &editor) {
        const bool hasProcess = setup::endpointOf(editor.profile()).hasProcess();
        editor.lead(hasProcess ? config::ProfileField::Environment : config::ProfileField::Headers);
    });
}

void ServerCommands::openRules(const QString &server)
{
    openEditor(server, [](ServerEditor &editor) { editor.showRules(); });
}

void ServerCommands::openWatch(const QString &server)
{
    openEditor(server, [](ServerEditor &editor) { editor.showWatch(); });
}

void ServerCommands::addRule(const QString &server, const review::RuleDraft &rule)
{
    openEditor(server, [rule](ServerEditor &editor) { editor.showRules(rule); });
}

config::Profile ServerCommands::newProfile() const
{
    config::Profile profile;
    applyUsualTimeouts(profile, m_workspace.settings());
    return profile;
}

// Tokens and client secrets belong to the URL, so a copy with the same URL shares them. Secret
// headers, variables and the proxy password belong to one server.
void ServerCommands::duplicate(const QString &server)
{
    m_workspace.fetchSecrets(server, [this, server](const Result<void> &) {
        const config::Profile *known = m_workspace.profiles().find(server);
        if (!known)
            return;
        auto *editor =
            ServerEditor::ofCopy(*known, m_workspace.profiles().namesExcept({}), m_window);
        prepare(*editor, server);
        editor->setConnected(false);
        show(editor);
        QStringList notes{tr("This is a copy of %1; it is added when you save.").arg(server)};
        const QStringList copied = setup::ProfileSecrets::names(*known, true);
        if (!copied.isEmpty())
            notes << tr("It has the same secret values: %1.").arg(listText(copied));
        if (const QString missing = missingSecrets(known); !missing.isEmpty())
            notes << missing;
        editor->showNote(notes.join(u' '));
    });
}

void ServerCommands::prepare(ServerEditor &editor, const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    editor.setConnected(client
        && (client->state() == mcp::ClientState::Ready
            || client->state() == mcp::ClientState::Starting));
    widgets::RulesEdit &rules = editor.rules();
    rules.setSeen([this, server] { return m_workspace.serverRequests().of(server); },
        client ? client->negotiated().revision : QString());
    rules.setVocabulary([this, server] { return models::ruleWords(m_trace, server); });
}

void ServerCommands::show(ServerEditor *editor)
{
    Authorizations &authorizations = m_workspace.authorizations();
    const auto showStorage = [editor, &authorizations] {
        editor->setSecretStorage(authorizations.hasKeychain() ? widgets::SecretStorage::Keychain
                                                              : widgets::SecretStorage::Memory);
    };
    showStorage();
    connect(&authorizations, &Authorizations::keychainFailed, editor, showStorage);
    authorizations.probeKeychain();
    connect(editor, &ServerEditor::saved, this, &ServerCommands::save);
    connect(editor, &ServerEditor::bundleRequested, this, &ServerCommands::openBundle);
    connect(editor, &ServerEditor::doctorRequested, this,
        [this](const config::Profile &profile) { runDoctor(profile); });
    editor->show();
}

void ServerCommands::save(const QString &oldName, const config::Profile &profile, bool connectNow)
{
    if (const auto saved = m_workspace.save(oldName, profile); !saved.ok())
        Q_EMIT failed(saved.error().sentence);
    m_workspace.setCurrent(profile.name);
    if (!connectNow)
        return;
    if (m_workspace.client(profile.name))
        m_workspace.restart(profile.name);
    else
        m_workspace.connectTo(profile.name);
}

// A single server opens in the editor before it is added; of several the user chooses some.
void ServerCommands::addFromClipboard()
{
    const QString text = QGuiApplication::clipboard()->text();
    if (const QString bundle = bundle::pastedBundlePath(text); !bundle.isEmpty()) {
        openBundle(bundle);
        return;
    }
    auto servers = paste::readPastedServers(text, config::HostVariables::ofThisProcess({}));
    if (!servers.ok())
        Q_EMIT failed(servers.error().sentence);
    else
        addPasted(std::move(servers).value());
}

void ServerCommands::openBundle(const QString &path)
{
    Q_EMIT succeeded(tr("Opening %1").arg(QFileInfo(path).fileName()));
    m_bundles->open(path);
}

void ServerCommands::showBundle(const bundle::Bundle &bundle)
{
    show(ServerEditor::ofBundle(
        newProfile(), bundle, m_workspace.profiles().namesExcept({}), m_window));
}

void ServerCommands::addPasted(config::PastedServers servers)
{
    if (servers.profiles.size() == 1) {
        show(ServerEditor::ofPasted(
            newProfile(), servers, m_workspace.profiles().namesExcept({}), m_window));
        return;
    }
    auto *dialog = new widgets::PastedDialog(std::move(servers), m_window);
    connect(dialog, &widgets::PastedDialog::addRequested, this, &ServerCommands::addServers);
    dialog->show();
}

void ServerCommands::connectToText(const QString &text)
{
    if (const QString bundle = bundle::pastedBundlePath(text); !bundle.isEmpty()) {
        openBundle(bundle);
        return;
    }
    auto servers = paste::readPastedServers(text, config::HostVariables::ofThisProcess({}));
    if (!servers.ok()) {
        Q_EMIT failed(servers.error().sentence);
        return;
    }
    const QStringList names = m_workspace.profiles().namesExcept({});
    config::Profile profile = servers->profiles.front();
    profile.name = config::freeServerName(profile.name, names);
    applyUsualTimeouts(profile, m_workspace.settings());
    if (servers->profiles.size() == 1 && servers->notes.isEmpty()
        && config::validate(profile, names).empty())
        save({}, profile, true);
    else
        addPasted(std::move(servers).value());
}

void ServerCommands::addServers(const std::vector<config::Profile> &profiles)
{
    for (config::Profile profile : profiles) {
        applyUsualTimeouts(profile, m_workspace.settings());
        profile.name = config::freeServerName(profile.name, m_workspace.profiles().namesExcept({}));
        if (const auto saved = m_workspace.save({}, profile); !saved.ok())
            Q_EMIT failed(saved.error().sentence);
        m_workspace.setCurrent(profile.name);
    }
    Q_EMIT succeeded(profiles.size() == 1 ? tr("Added 1 server")
                                          : tr("Added %n servers", nullptr, int(profiles.size())));
}

// Removing a profile loses data, so it needs a confirmation.
void ServerCommands::remove(const QString &server)
{
    auto *question = new QMessageBox(QMessageBox::Question, tr("Remove server"),
        tr("Remove %1 from the list?").arg(server), QMessageBox::Cancel, m_window);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("The server is stopped and its settings are deleted."));
    question->setAttribute(Qt::WA_DeleteOnClose);
    auto *yes = question->addButton(tr("Remove"), QMessageBox::AcceptRole);
    yes->setObjectName(QStringLiteral("removeButton"));
    connect(yes, &QPushButton::clicked, this, [this, server] { removeNow(server); });
    question->setWindowModality(Qt::NonModal);
    question->show();
}

// With the secret values, which the keychain forgets: the removal can be undone.
void ServerCommands::removeNow(const QString &server)
{
    m_workspace.fetchSecrets(server, [this, server](const Result<void> &) {
        const config::Profile *known = m_workspace.profiles().find(server);
        if (!known)
            return;
        const config::Profile profile = *known;
        const bool forThisRun = m_workspace.isForThisRun(server);
        if (const auto done = m_workspace.remove(server); !done.ok())
            Q_EMIT failed(done.error().sentence);
        m_diagnoses.erase(server);
        Q_EMIT removed(profile, forThisRun);
    });
}

void ServerCommands::runDoctor(const QString &server)
{
    m_workspace.fetchSecrets(server, [this, server](const Result<void> &) {
        if (const config::Profile *known = m_workspace.profiles().find(server))
            runDoctor(*known);
    });
}

void ServerCommands::runDoctor(const config::Profile &profile)
{
    auto *window =
        new widgets::DoctorWindow(profile, std::make_shared<const doctor::ThisMachine>(), m_window);
    connect(window, &widgets::DoctorWindow::editRequested, this,
        [this](const QString &server) { openEditor(server); });
    if (const auto last = m_diagnoses.find(profile.name); last != m_diagnoses.end())
        window->setBefore(last->second);
    connect(&window->doctor(), &doctor::Doctor::finished, this,
        [this, name = profile.name, its = &window->doctor()] {
            if (!name.isEmpty() && its->verdict().isComplete)
                m_diagnoses[name] = its->results();
        });
    window->show();
    window->run();
}

void ServerCommands::openDemo()
{
    const auto &all = m_workspace.profiles().profiles();
    const auto known = std::find_if(all.begin(), all.end(), [](const config::Profile &profile) {
        return profile.hasProcess() && profile.program == demoServer()
            && profile.arguments.isEmpty();
    });
    QString name = known == all.end() ? QString() : known->name;
    if (name.isEmpty()) {
        config::Profile demo;
        demo.name = QStringLiteral("demo");
        demo.program = demoServer();
        name = m_workspace.addForThisRun(std::move(demo));
    }
    m_workspace.setCurrent(name);
    m_workspace.connectTo(name);
    Q_EMIT succeeded(tr("The demo server comes with Sonde. It has an example of everything that "
                        "Sonde shows."));
}

void ServerCommands::ping()
{
    mcp::Client *client = m_workspace.currentClient();
    if (!client)
        return;
    client->request(QStringLiteral("ping"), {}, {}, this,
        [this, name = m_workspace.current()](const Result<mcp::Response> &response) {
            if (!response.ok()) {
                Q_EMIT failed(response.error().sentence);
                return;
            }
            Q_EMIT succeeded(
                tr("%1 responded to the ping after %2")
                    .arg(name, durationText(std::chrono::nanoseconds(response->tookNs()))));
        });
}

void ServerCommands::fillConnectMenu()
{
    QMenu *menu = m_actions.connectMenu;
    menu->clear();
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        const QString name = profile.name;
        QString text = name;
        QAction *action = menu->addAction(stateIcon(m_workspace.client(name)),
            text.replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, name] {
            m_workspace.setCurrent(name);
            m_workspace.connectTo(name);
        });
    }
    menu->addSeparator();
    menu->addAction(m_actions.connectAll);
    menu->addAction(m_actions.newServer);
}

bool ServerCommands::isIdle(const QString &server) const
{
    const mcp::Client *client = m_workspace.client(server);
    return !client || client->state() == mcp::ClientState::Stopped
        || client->state() == mcp::ClientState::Failed;
}

void ServerCommands::connectAll()
{
    for (const QString &name : m_workspace.profiles().namesExcept({})) {
        if (isIdle(name))
            m_workspace.connectTo(name);
    }
}

void ServerCommands::stopAll()
{
    for (const QString &name : m_workspace.profiles().namesExcept({}))
        m_workspace.stop(name);
}

void ServerCommands::updateForAll()
{
    const QStringList names = m_workspace.profiles().namesExcept({});
    const auto idle = std::count_if(
        names.begin(), names.end(), [this](const auto &name) { return isIdle(name); });
    m_actions.connectAll->setEnabled(idle > 0);
    m_actions.stopAll->setEnabled(idle < names.size());
}

void ServerCommands::updateActions()
{
    const mcp::Client *client = m_workspace.currentClient();
    const auto state = client ? client->state() : mcp::ClientState::Stopped;
    const bool any = m_workspace.profiles().find(m_workspace.current()) != nullptr;
    const bool idle = isIdle(m_workspace.current());
    const bool ready = state == mcp::ClientState::Ready;
    m_actions.connectServer->setEnabled(any && idle);
    m_actions.startDemo->setEnabled(!demoServer().isEmpty());
    m_actions.restart->setEnabled(any && client);
    m_actions.stop->setEnabled(any && !idle);
    m_actions.probeAgain->setEnabled(any);
    for (QAction *action : {m_actions.runDoctor, m_actions.editServer, m_actions.duplicateServer,
             m_actions.editRules, m_actions.exportServer})
        action->setEnabled(any);
    m_actions.removeServer->setEnabled(any);
    // 2026-07-28 has no ping: its requests need no connection that could be checked.
    const bool stateless = ready && client->negotiated().era == mcp::Era::Modern;
    m_actions.ping->setEnabled(ready && !stateless);
    m_actions.ping->setToolTip(
        stateless ? tr("Revision %1 has no ping.").arg(client->negotiated().revision) : QString());
}

} // namespace sonde::app
