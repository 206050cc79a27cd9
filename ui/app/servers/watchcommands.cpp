// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/watchcommands.h"

#include "app/servers/servercommands.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/window/toolbar.h"
#include "app/workspace/workspace.h"
#include "base/formatting.h"
#include "look/controls/inlinemessage.h"
#include "session/call/savedcallstore.h"
#include "setup/clientconfig.h"

#include <QAction>
#include <QBoxLayout>
#include <QMainWindow>

namespace sonde::app {

using session::RestartOnChange;
using session::WatchPlan;

WatchCommands::WatchCommands(
    Workspace &workspace, Actions &actions, const Parts &parts, QMainWindow *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_actions(actions)
    , m_parts(parts)
    , m_restarts(workspace)
    , m_reconnects(workspace)
    , m_calls(workspace.restarts(),
          {[this](const QString &server) {
               session::SavedCallStore store(&m_workspace.settings());
               store.setServer(server);
               return store.calls();
           },
              [this](const QString &server) { return m_workspace.client(server); },
              [this](const QString &server, const config::SavedCall &call) {
                  session::SavedCallStore store(&m_workspace.settings());
                  store.setServer(server);
                  return store.isConfirmed(call);
              }})
    , m_message(new look::InlineMessage(window->centralWidget()))
{
    m_message->setObjectName(QStringLiteral("restartTrouble"));
    m_message->hide();
    if (auto *layout = qobject_cast<QBoxLayout *>(window->centralWidget()->layout()))
        layout->insertWidget(0, m_message);
    connect(m_message, &look::InlineMessage::buttonClicked, this, &WatchCommands::showDetails);
    connect(actions.restartOnChange, &QAction::triggered, this, &WatchCommands::setOn);
    connect(actions.reconnect, &QAction::triggered, this, &WatchCommands::setReconnects);
    connect(&m_reconnects, &AutomaticReconnects::changed, this, &WatchCommands::update);
    connect(&workspace, &Workspace::currentChanged, this, &WatchCommands::update);
    connect(&workspace, &Workspace::profilesChanged, this, &WatchCommands::update);
    connect(&m_restarts, &AutomaticRestarts::changed, this, &WatchCommands::update);
    connect(&m_calls, &session::CallsAfterRestart::finished, this, &WatchCommands::tell);
    update();
}

// What the saved calls have come to.
void WatchCommands::tell(const QString &server, const session::CallsAfterRestart::Summary &summary)
{
    if (!summary.failed.isEmpty()) {
        Q_EMIT m_parts.servers.failed(summary.failed.size() == 1
                ? tr("A saved call of %1 failed after the restart: %2")
                      .arg(server, summary.failed.first())
                : tr("%n saved calls of %1 failed after the restart. The first one: %2", nullptr,
                    int(summary.failed.size()))
                      .arg(server, summary.failed.first()));
        return;
    }
    QStringList parts{summary.ok == 1
            ? tr("%1: 1 saved call ran").arg(server)
            : tr("%1: %n saved calls ran", nullptr, summary.ok).arg(server)};
    if (summary.different > 0)
        parts << (summary.different == 1
                ? tr("1 result is different")
                : tr("%n results are different", nullptr, summary.different));
    if (summary.unconfirmed > 0)
        parts << (summary.unconfirmed == 1
                ? tr("1 was not run, because it may change something: see Changes")
                : tr("%n were not run, because they may change something: see Changes", nullptr,
                    summary.unconfirmed));
    if (summary.leftOut > 0)
        parts << tr("%1 more were left out").arg(summary.leftOut);
    Q_EMIT m_parts.servers.succeeded(listText(parts));
}

void WatchCommands::confirm(const QString &server, const QString &call)
{
    session::SavedCallStore store(&m_workspace.settings());
    store.setServer(server);
    const config::SavedCall *found = store.find(call);
    if (!found) {
        Q_EMIT m_parts.servers.failed(tr("The saved call “%1” no longer exists.").arg(call));
        return;
    }
    store.confirm(*found);
    Q_EMIT m_parts.servers.succeeded(tr("%1 runs at the next restart of %2").arg(call, server));
}

void WatchCommands::update()
{
    showSwitch();
    showWatched();
    showMessage();
}

void WatchCommands::setOn(bool on)
{
    const QString server = m_workspace.current();
    const config::Profile *profile = m_workspace.profiles().find(server);
    if (!profile)
        return;
    if (on && WatchPlan::of(*profile).paths.isEmpty()) {
        update();
        m_parts.servers.openWatch(server);
        return;
    }
    config::WatchSettings settings = profile->watch;
    settings.isOn = on;
    store(settings);
}

void WatchCommands::setReconnects(bool on)
{
    const config::Profile *profile = m_workspace.profiles().find(m_workspace.current());
    if (!profile)
        return;
    config::WatchSettings settings = profile->watch;
    settings.reconnects = on;
    store(settings);
}

void WatchCommands::store(const config::WatchSettings &settings)
{
    if (const auto stored = m_workspace.setWatch(m_workspace.current(), settings); !stored)
        Q_EMIT m_parts.servers.failed(stored.error().sentence);
}

void WatchCommands::showSwitch()
{
    const QString &server = m_workspace.current();
    const config::Profile *profile = m_workspace.profiles().find(server);
    QAction &action = *m_actions.restartOnChange;
    const bool isOwn = profile && setup::endpointOf(*profile).hasProcess();
    // The files of one with a URL are known once they are entered.
    const bool hasFiles = isOwn || (profile && !WatchPlan::of(*profile).paths.isEmpty());
    action.setVisible(hasFiles);
    action.setEnabled(hasFiles);
    action.setChecked(hasFiles && profile->watch.isOn);
    action.setToolTip(hasFiles ? toolTip(server) : QString());
    const bool isRemote = profile && !isOwn;
    m_actions.reconnect->setVisible(isRemote);
    m_actions.reconnect->setEnabled(isRemote);
    m_actions.reconnect->setChecked(isRemote && profile->watch.reconnects);
}

QString WatchCommands::toolTip(const QString &server) const
{
    const config::Profile &profile = *m_workspace.profiles().find(server);
    const WatchPlan plan = WatchPlan::of(profile);
    if (plan.paths.isEmpty())
        return tr("Choose the files whose changes restart %1").arg(server);
    QStringList sentences{(profile.hasProcess()
            ? tr("Restarts %1 when files of %2 change, once they are quiet for %3.")
            : tr("Connects to %1 again when files of %2 change, once they are quiet for "
                 "%3, and tries until it is back."))
                              .arg(server, listText(plan.paths), limitText(plan.quiet))};
    if (plan.hasBuild())
        sentences << tr("First, “%1” runs.").arg(profile.watch.build.join(u' '));
    if (const RestartOnChange *restarts = m_restarts.find(server))
        sentences << (restarts->fileCount() == 1
                ? tr("1 file is watched now.")
                : tr("%1 files are watched now.", nullptr, int(restarts->fileCount()))
                      .arg(countText(restarts->fileCount())))
                  << restarts->problem();
    else if (profile.watch.isOn)
        sentences << tr("The files are watched while the server is connected.");
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

// Behind what was negotiated.
void WatchCommands::showWatched()
{
    const RestartOnChange *restarts = m_restarts.find(m_workspace.current());
    if (!restarts) {
        m_parts.toolBar.setWatching({}, false);
        return;
    }
    using State = RestartOnChange::State;
    const QString paths = restarts->plan().shortText();
    const std::size_t files = restarts->fileCount();
    m_parts.toolBar.setWatching(restarts->state() == State::Building ? tr("building…")
            : restarts->state() == State::Looking                    ? tr("watching %1").arg(paths)
            : files == 1
            ? tr("watching %1, 1 file").arg(paths)
            : tr("watching %1, %2 files", nullptr, int(files)).arg(paths, countText(files)),
        !restarts->problem().isEmpty());
}

// Of the current server, or else of the one with the newest trouble.
void WatchCommands::showMessage()
{
    const QStringList all = m_reconnects.waiting() + m_restarts.troubled();
    m_told = all.contains(m_workspace.current()) ? m_workspace.current()
        : all.isEmpty()                          ? QString()
                                                 : all.last();
    using Kind = look::InlineMessage::Kind;
    const AutomaticRestarts::Trouble trouble = m_restarts.trouble(m_told);
    const RestartOnChange *restarts = m_restarts.find(m_told);
    if (m_told.isEmpty())
        m_message->hide();
    else if (const QString away = m_reconnects.state(m_told); !away.isEmpty())
        m_message->showMessage(Kind::Warning, away, tr("Connect now"));
    else if (!trouble.sentence.isEmpty())
        m_message->showMessage(Kind::Error, trouble.sentence,
            trouble.isBuild ? tr("Show in Changes") : tr("Show the failure"));
    else
        m_message->showMessage(Kind::Warning, restarts ? restarts->problem() : QString(),
            tr("Edit server…"), m_told + u':');
}

void WatchCommands::showDetails()
{
    const QString server = m_told;
    const AutomaticRestarts::Trouble trouble = m_restarts.trouble(server);
    m_workspace.setCurrent(server);
    if (!m_reconnects.state(server).isEmpty())
        m_workspace.connectTo(server);
    else if (trouble.sentence.isEmpty())
        m_parts.servers.openWatch(server);
    else
        m_parts.tabs.show(trouble.isBuild ? &m_parts.changes : &m_parts.overview);
}

} // namespace sonde::app
