// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the authorization panel does beside running: its actions, and the side they stand on.

#include "widgets/auth/authpanel.h"

#include "auth/flow/report.h"
#include "look/clipboard.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "look/paneltitle.h"
#include "models/auth/authstate.h"
#include "widgets/auth/authsequence.h"
#include "widgets/auth/authsteplist.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/auth/heldrequests.h"
#include "widgets/kit/propertygrid.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using auth::StepKind;
using models::AuthState;

QAction *AuthPanel::add(const QString &text, const char *icon, void (AuthPanel::*slot)())
{
    auto *action = icon ? new QAction(look::icon(icon), text, this) : new QAction(text, this);
    connect(action, &QAction::triggered, this, slot);
    m_actions.push_back(action);
    addToMenu(Menu::Authorization, action);
    return action;
}

void AuthPanel::makeActions()
{
    m_runAll = add(tr("&Authorize: run all steps"), "play", &AuthPanel::runAll);
    m_step = add(tr("Authorize: run one &step"), nullptr, &AuthPanel::runStep);
    m_giveUp = add(tr("&Cancel the authorization"), "cancel", &AuthPanel::giveUp);
    m_refresh = add(tr("&Refresh the token"), "restart", &AuthPanel::refreshNow);
    m_expire = add(tr("E&xpire the token"), "clock", &AuthPanel::expireNow);
    m_drop = add(tr("&Remove the registration"), "remove", &AuthPanel::dropRegistration);
    m_startOver = add(tr("Authorize again from the &beginning"), nullptr, &AuthPanel::startOver);
    m_logOut = add(tr("Log &out: revoke and remove"), nullptr, &AuthPanel::logOut);
    m_copyReport = add(tr("&Copy the authorization report"), "copy", &AuthPanel::copyReport);
    m_credentials = add(tr("Stored &credentials…"), "key", &AuthPanel::showCredentials);
    m_stopBefore = new QMenu(tr("Stop &before"), this);
    for (const StepKind kind : {StepKind::ResourceMetadata, StepKind::ServerMetadata,
             StepKind::Client, StepKind::AuthorizationRequest, StepKind::Token, StepKind::Refresh})
        connect(m_stopBefore->addAction(models::AuthStepModel::stepName(kind)), &QAction::triggered,
            this, [this, kind] { run(auth::RunMode::StopBefore, kind); });
    addToMenu(Menu::Authorization, m_stopBefore->menuAction());
}

QWidget *AuthPanel::makeSequence()
{
    auto *box = new QWidget(this);
    auto *title = new look::PanelTitle(tr("Sequence"), box);
    title->setDetail(tr("· this run, secrets redacted"));
    m_sequence = new AuthSequence(&m_arrows, box);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(m_sequence, 1);
    connect(m_sequence->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) {
            if (const int step = m_arrows.stepOf(current.row()); step >= 0)
                chooseStep(step);
        });
    return box;
}

// The row that a person has chosen stays, as long as it is of that step.
void AuthPanel::markInSequence(int step)
{
    if (m_arrows.stepOf(m_sequence->currentIndex().row()) == step)
        return;
    m_sequence->setCurrentIndex(m_arrows.index(m_arrows.rowOf(step)));
}

QWidget *AuthPanel::makeSide()
{
    auto *side = new QWidget(this);
    const auto button = [side](QAction *action, const QString &text) {
        auto *made = new QPushButton(action->icon(), text, side);
        QObject::connect(made, &QPushButton::clicked, action, &QAction::trigger);
        QObject::connect(action, &QAction::changed, made,
            [made, action] { made->setEnabled(action->isEnabled()); });
        return made;
    };
    auto *more = new QToolButton(side);
    more->setIcon(look::icon("more"));
    more->setToolTip(tr("More actions for this authorization"));
    more->setAccessibleName(tr("More actions for this authorization"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(more);
    menu->addMenu(m_stopBefore);
    for (QAction *action : m_actions) {
        if (action != m_runAll && action != m_step)
            menu->addAction(action);
    }
    more->setMenu(menu);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    row->setSpacing(look::metrics().gap);
    row->addWidget(button(m_runAll, tr("&Run all")));
    row->addWidget(button(m_step, tr("S&tep")));
    row->addStretch();
    row->addWidget(more);
    m_list = new AuthStepList(&m_model, side);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_held = new HeldRequests(side);
    connect(m_held, &HeldRequests::messageRequested, this, &AuthPanel::messageRequested);
    auto *tokens = new QWidget(side);
    m_tokens = new PropertyGrid(tokens);
    auto *heading = new QLabel(tr("Tokens for this server"), tokens);
    heading->setFont(look::boldFont());
    auto *facts = new QVBoxLayout(tokens);
    facts->setContentsMargins(8, 4, 4, 4);
    facts->addWidget(heading);
    facts->addWidget(m_tokens);
    facts->addStretch();
    auto *scroll = new QScrollArea(side);
    scroll->setAccessibleName(tr("Tokens for this server"));
    scroll->setWidgetResizable(true);
    scroll->setWidget(tokens);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addLayout(row);
    layout->addWidget(m_list, 3);
    layout->addWidget(m_held);
    layout->addWidget(scroll, 1);
    return side;
}

void AuthPanel::enableActions(const AuthState &state)
{
    const bool running = m_authorizer && m_authorizer->runner().isRunning();
    const bool held =
        state.phase == AuthState::Phase::Held || state.phase == AuthState::Phase::WantsPerson;
    const bool canRun = m_client ? m_authorizer && (held || !running) : !m_name.isEmpty();
    const auth::Tokens *const tokens = m_authorizer ? m_authorizer->tokens() : nullptr;
    m_runAll->setEnabled(canRun);
    m_step->setEnabled(canRun);
    m_stopBefore->setEnabled(canRun);
    m_giveUp->setEnabled(running);
    m_expire->setEnabled(tokens && !running);
    m_refresh->setEnabled(tokens && !tokens->refreshToken.isEmpty() && !running);
    m_drop->setEnabled(tokens && !running);
    m_startOver->setEnabled(m_authorizer && !running);
    m_logOut->setEnabled(tokens && !running);
    m_copyReport->setEnabled(m_model.reachedCount() > 0);
    m_credentials->setEnabled(m_authorizer);
}

int AuthPanel::count() const
{
    return m_waiting ? 1 : 0;
}

void AuthPanel::setNarrow(bool narrow)
{
    m_tokens->parentWidget()->setVisible(!narrow);
}

void AuthPanel::runAll()
{
    run(auth::RunMode::All);
}

void AuthPanel::runStep()
{
    run(auth::RunMode::Step);
}

void AuthPanel::giveUp()
{
    if (m_authorizer)
        m_authorizer->runner().cancel();
}

void AuthPanel::expireNow()
{
    m_authorizer->expireNow();
    Q_EMIT succeeded(
        tr("The token is marked as expired; the next request triggers authorization."));
}

void AuthPanel::refreshNow()
{
    m_following = true;
    m_authorizer->refreshNow();
}

void AuthPanel::dropRegistration()
{
    m_authorizer->dropRegistration();
    Q_EMIT succeeded(
        tr("The registration was removed; the next authorization registers the client again."));
}

void AuthPanel::startOver()
{
    m_following = true;
    m_authorizer->startOver();
}

void AuthPanel::logOut()
{
    m_following = true;
    m_authorizer->logOut();
}

QString AuthPanel::report() const
{
    return auth::reportOf(m_model.run().steps,
        m_authorizer ? m_authorizer->held() : std::vector<wire::HeldRequest>());
}

void AuthPanel::copyReport()
{
    const QString text = report();
    look::copyToClipboard(text);
}

void AuthPanel::showCredentials()
{
    openCredentials();
}

CredentialsWindow *AuthPanel::openCredentials()
{
    if (!m_authorizer)
        return nullptr;
    if (!m_window) {
        m_window = new CredentialsWindow(m_authorizer->cache(), this);
        m_window->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
    return m_window;
}

} // namespace sonde::widgets
