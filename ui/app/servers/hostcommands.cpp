// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/hostcommands.h"

#include "app/window/actions.h"
#include "app/workspace/places.h"
#include "app/workspace/taps.h"
#include "app/workspace/usualtimeouts.h"
#include "app/workspace/workspace.h"
#include "config/pastedserver.h"
#include "hosts/files/hostfile.h"
#include "look/painting/iconengine.h"
#include "widgets/hosts/hostexportdialog.h"
#include "widgets/hosts/hostswindow.h"
#include "widgets/hosts/removetapdialog.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QMenu>
#include <QUrl>

namespace sonde::app {

using widgets::HostsWindow;

namespace {

// Where the host looks for the file of a project. A host of the desktop starts its servers in the
// home folder, or in the root folder.
QString projectOf(const session::Observation &tap)
{
    const QString folder = tap.ends().folder;
    const bool isProject =
        !folder.isEmpty() && folder != QDir::homePath() && folder != QDir::rootPath();
    return isProject ? folder : QDir::currentPath();
}

} // namespace

HostCommands::HostCommands(Workspace &workspace, const Actions &actions, QWidget *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_parent(window)
    , m_tapMenu(makeTapMenu(actions, window))
{
    connect(actions.hosts, &QAction::triggered, this, &HostCommands::open);
    connect(actions.exportServer, &QAction::triggered, this,
        [this] { exportServer(m_workspace.current(), {}, m_parent); });
}

// The window goes before its store.
HostCommands::~HostCommands()
{
    delete m_window;
}

// Both actions are for a tap that is the current server: only one that a host started has an entry,
// and only an ended one can leave the list.
QMenu *HostCommands::makeTapMenu(const Actions &actions, QWidget *window)
{
    auto *menu = new QMenu(window);
    menu->addAction(actions.removeTap);
    QAction *const forget = menu->addAction(look::icon("remove"), tr("Remo&ve from list"));
    forget->setObjectName(QStringLiteral("forgetTap"));
    const auto update = [this, remove = actions.removeTap, forget] {
        const auto *const tap = m_workspace.taps().find(m_workspace.current());
        remove->setEnabled(tap && tap->ends().isStartedByHost);
        forget->setEnabled(tap && !tap->isLive());
    };
    connect(&m_workspace, &Workspace::currentChanged, menu, update);
    connect(&m_workspace.taps(), &Taps::listChanged, menu, update);
    connect(&m_workspace.taps(), &Taps::changed, menu, update);
    connect(forget, &QAction::triggered, this,
        [this] { m_workspace.taps().forget(m_workspace.current()); });
    connect(actions.removeTap, &QAction::triggered, this, &HostCommands::removeTap);
    update();
    return menu;
}

void HostCommands::removeTap()
{
    const session::Observation *const tap = m_workspace.taps().find(m_workspace.current());
    if (!tap)
        return;
    session::HostStore::Setup setup = storeSetup();
    setup.surroundings.project = projectOf(*tap);
    auto *dialog = new widgets::RemoveTapDialog(
        setup, {tap->ends().name, tap->hostName(), tap->ends().address}, m_parent);
    connect(dialog, &widgets::RemoveTapDialog::succeeded, this, &HostCommands::succeeded);
    dialog->open();
}

session::HostStore::Setup HostCommands::storeSetup() const
{
    return {hosts::Surroundings::ofThisProcess(),
        {commandLineProgram(), sessionsFolder(m_workspace.givenFolder()),
            hosts::Backups::userFolder()}};
}

void HostCommands::open()
{
    if (!m_window) {
        m_store = std::make_unique<session::HostStore>(storeSetup());
        m_window = new HostsWindow(*m_store, m_parent);
        m_window->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_window, &HostsWindow::importRequested, this, &HostCommands::import);
        connect(m_window, &HostsWindow::openRequested, m_window, [this](const QString &path) {
            if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
                m_window->showMessage(
                    tr("No program opens %1. Open it in an editor.").arg(path), true);
        });
        connect(m_window, &HostsWindow::exportRequested, this,
            [this](const QString &server, const QString &host) {
                exportServer(server, host, m_window);
            });
        const auto showServers = [this] {
            m_window->setServers(m_workspace.profiles().namesExcept({}));
        };
        connect(&m_workspace, &Workspace::profilesChanged, m_window, showServers);
        showServers();
        connect(m_window, &QObject::destroyed, this, [this] { m_store.reset(); });
    }
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

// Values of secrets are not needed, because they are not written.
void HostCommands::exportServer(const QString &server, const QString &host, QWidget *parent)
{
    const config::Profile *const known = m_workspace.profiles().find(server);
    if (!known)
        return;
    auto *dialog = new widgets::HostExportDialog(
        {hosts::Surroundings::ofThisProcess(), hosts::Backups::userFolder()}, *known, parent);
    dialog->chooseHost(host);
    connect(dialog, &widgets::HostExportDialog::succeeded, this,
        [this, parent = QPointer<QWidget>(parent)](const QString &sentence) {
            if (m_window && parent == m_window)
                m_window->showMessage(sentence, false);
            else
                Q_EMIT succeeded(sentence);
        });
    dialog->show();
}

void HostCommands::import(const hosts::ImportedServer &server)
{
    config::Profile profile = server.profile;
    applyUsualTimeouts(profile, m_workspace.settings());
    profile.name = config::freeServerName(profile.name, m_workspace.profiles().namesExcept({}));
    if (const Result<void> saved = m_workspace.save({}, profile); !saved) {
        m_window->showMessage(saved.error().sentence, true);
        return;
    }
    m_workspace.setCurrent(profile.name);
    const QStringList sentences =
        QStringList{tr("Added “%1” to the servers of Sonde.").arg(profile.name)} + server.notes;
    m_window->showMessage(sentences.join(u' '), false);
}

} // namespace sonde::app
