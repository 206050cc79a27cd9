// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servernotice.h"

#include "app/workspace/workspace.h"
#include "look/controls/inlinemessage.h"

namespace sonde::app {

ServerNotice::ServerNotice(Workspace &workspace, look::InlineMessage &message, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_message(message)
{
    message.setClosable();
    message.hide();
    connect(&workspace, &Workspace::currentChanged, this, &ServerNotice::update);
    connect(&workspace, &Workspace::profilesChanged, this, &ServerNotice::dropRemoved);
    connect(&message, &look::InlineMessage::buttonClicked, this, &ServerNotice::act);
    connect(&message, &look::InlineMessage::closed, this, [this] {
        const QString server = m_workspace.current();
        drop(server);
        Q_EMIT closed(server);
    });
}

void ServerNotice::show(const QString &server, const Content &content)
{
    m_contents.insert(server, content);
    update();
}

void ServerNotice::drop(const QString &server)
{
    if (m_contents.remove(server))
        update();
}

// A server that is added later may have the name.
void ServerNotice::dropRemoved()
{
    m_contents.removeIf([this](const std::pair<const QString &, Content &> &content) {
        return !m_workspace.profiles().find(content.first);
    });
    update();
}

void ServerNotice::act()
{
    const Content content = m_contents.take(m_workspace.current());
    update();
    if (content.act)
        content.act();
}

void ServerNotice::update()
{
    const auto content = m_contents.constFind(m_workspace.current());
    if (content == m_contents.constEnd())
        m_message.hide();
    else
        m_message.showMessage(
            look::InlineMessage::Kind::Warning, content->sentence, content->button);
}

} // namespace sonde::app
