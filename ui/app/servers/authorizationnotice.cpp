// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/authorizationnotice.h"

#include "app/workspace/authorizations.h"
#include "app/workspace/workspace.h"
#include "look/controls/clipboard.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/otherway.h"
#include "models/auth/authstate.h"

namespace sonde::app {

using Phase = models::AuthState::Phase;

AuthorizationNotice::AuthorizationNotice(
    Workspace &workspace, look::InlineMessage &message, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_message(message)
    , m_otherWay(new look::OtherWay(message))
{
    message.setObjectName(QStringLiteral("authorizationNotice"));
    connect(&message, &look::InlineMessage::buttonClicked, this, &AuthorizationNotice::act);
    connect(m_otherWay, &QPushButton::clicked, this, [this] {
        if (auto *authorizer = m_workspace.authorizations().find(m_workspace.current()))
            models::AuthState::takeOtherWay(*authorizer);
    });
    connect(
        &workspace.authorizations(), &Authorizations::changed, this, [this](const QString &name) {
            if (name == m_workspace.current())
                update();
        });
}

void AuthorizationNotice::act()
{
    const QString &name = m_workspace.current();
    auth::ServerAuthorizer *authorizer = m_workspace.authorizations().find(name);
    const models::AuthState state =
        authorizer ? models::AuthState::of(*authorizer) : models::AuthState();
    if (state.browserProblem.isEmpty())
        m_workspace.authorize(name);
    else
        look::copyToClipboard(state.page.toString(QUrl::FullyEncoded));
}

void AuthorizationNotice::setFront(bool isOverview, bool isAuth)
{
    m_overviewInFront = isOverview;
    m_authInFront = isAuth;
    update();
}

bool AuthorizationNotice::isShownByTab() const
{
    const mcp::Client *client = m_workspace.currentClient();
    const bool starting = client && client->state() == mcp::ClientState::Starting;
    return m_authInFront || (m_overviewInFront && starting);
}

void AuthorizationNotice::update()
{
    const QString &name = m_workspace.current();
    auth::ServerAuthorizer *authorizer = m_workspace.authorizations().find(name);
    const models::AuthState state =
        authorizer ? models::AuthState::of(*authorizer) : models::AuthState();
    if (isShownByTab() || (!state.isForPerson() && state.phase != Phase::InBrowser)) {
        m_message.hide();
        return;
    }
    m_message.showMessage(look::InlineMessage::Kind::Info, state.sentence(name),
        !state.browserProblem.isEmpty()         ? tr("Copy URL")
            : state.phase == Phase::WantsPerson ? tr("Authorize")
            : state.phase == Phase::InBrowser   ? tr("Open the page again")
            : state.phase == Phase::Held        ? tr("Continue")
                                                : QString());
    m_otherWay->offer(state.otherWay());
}

} // namespace sonde::app
