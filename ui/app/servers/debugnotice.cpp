// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/debugnotice.h"

#include "app/workspace/workspace.h"
#include "look/controls/clipboard.h"
#include "look/controls/inlinemessage.h"
#include "setup/clientconfig.h"

#include <QBoxLayout>
#include <QMainWindow>

namespace sonde::app {

namespace {

config::DebugLaunch launchOf(const Workspace &workspace)
{
    const config::Profile *profile = workspace.profiles().find(workspace.current());
    return profile && setup::endpointOf(*profile).hasProcess()
        ? config::debugLaunch(profile->debug, profile->program, profile->arguments)
        : config::DebugLaunch();
}

} // namespace

DebugNotice::DebugNotice(Workspace &workspace, QMainWindow *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_message(new look::InlineMessage(window->centralWidget()))
{
    m_message->setObjectName(QStringLiteral("debugNotice"));
    m_message->hide();
    if (auto *layout = qobject_cast<QBoxLayout *>(window->centralWidget()->layout()))
        layout->insertWidget(0, m_message);
    connect(m_message, &look::InlineMessage::buttonClicked, this, &DebugNotice::copyAddress);
    connect(&workspace, &Workspace::currentChanged, this, &DebugNotice::update);
    connect(&workspace, &Workspace::profilesChanged, this, &DebugNotice::update);
    connect(&workspace, &Workspace::clientStateChanged, this, &DebugNotice::update);
}

void DebugNotice::update()
{
    const mcp::Client *client = m_workspace.currentClient();
    const config::DebugLaunch launch = launchOf(m_workspace);
    if (!client || client->state() != mcp::ClientState::Starting || launch.address.isEmpty()) {
        m_message->hide();
        return;
    }
    m_message->showMessage(look::InlineMessage::Kind::Info,
        tr("%1 waits for a debugger at %2. %3")
            .arg(m_workspace.current(), launch.address, launch.attaching),
        tr("Copy address"));
}

void DebugNotice::copyAddress()
{
    look::copyToClipboard(launchOf(m_workspace).address);
}

} // namespace sonde::app
