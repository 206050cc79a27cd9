// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window says and does about authorization; the panel shows its steps.

#include "app/actions.h"
#include "app/authorizations.h"
#include "app/mainwindow.h"
#include "app/panels.h"
#include "look/inlinemessage.h"
#include "models/auth/authstate.h"
#include "widgets/auth/authpanel.h"
#include "widgets/overview/overviewpanel.h"

#include <QAction>
#include <QMenu>

namespace sonde::app {

void MainWindow::connectAuthorization()
{
    const auto authorize = [this] { m_workspace.authorize(m_workspace.current()); };
    connect(m_authMessage, &look::InlineMessage::buttonClicked, this, authorize);
    connect(m_overview, &widgets::OverviewPanel::authorizeRequested, this, authorize);
    connect(m_overview, &widgets::OverviewPanel::authStepsRequested, m_actions->auth,
        &QAction::trigger);
    connect(m_auth, &widgets::AuthPanel::authorizeRequested, this, authorize);
    for (QAction *action : m_auth->actions())
        m_actions->adopt(m_actions->authMenu, action);
    m_actions->authMenu->addMenu(m_auth->stopBeforeMenu());
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::showAuthorization);
    Authorizations &authorizations = m_workspace.authorizations();
    connect(&authorizations, &Authorizations::changed, this, [this](const QString &name) {
        if (name == m_workspace.current())
            showAuthorization();
    });
    connect(&m_workspace, &Workspace::secretsMissing, this, &MainWindow::warn);
    connect(&m_workspace, &Workspace::secretsMoved, this, &MainWindow::say);
    auth::CredentialCache &cache = authorizations.cache();
    connect(&cache, &auth::CredentialCache::problemChanged, this, [this, &cache] {
        warn(tr("Tokens are kept in memory only, and gone when Sonde ends: %1")
                 .arg(cache.problem()));
    });
}

// Over the tabs, where they do not say it themselves.
void MainWindow::showAuthorization()
{
    const QString &name = m_workspace.current();
    auth::ServerAuthorizer *authorizer = m_workspace.authorizations().find(name);
    const mcp::Client *client = m_workspace.currentClient();
    const bool starting = client && client->state() == mcp::ClientState::Starting;
    const bool saidByTab =
        (m_tabs->currentWidget() == m_overview && starting) || m_tabs->currentWidget() == m_auth;
    const models::AuthState state =
        authorizer ? models::AuthState::of(*authorizer) : models::AuthState();
    using Phase = models::AuthState::Phase;
    if (saidByTab || (!state.isForPerson() && state.phase != Phase::InBrowser)) {
        m_authMessage->hide();
        return;
    }
    m_authMessage->showMessage(look::InlineMessage::Kind::Info, state.sentence(name),
        state.phase == Phase::WantsPerson     ? tr("Authorize")
            : state.phase == Phase::InBrowser ? tr("Open the page again")
            : state.phase == Phase::Held      ? tr("Go on")
                                              : QString());
}

} // namespace sonde::app
