// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authpanel.h"

#include "auth/flow/flowreport.h"
#include "config/profile.h"
#include "look/access/focuspass.h"
#include "look/controls/clipboard.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/otherway.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "models/auth/authstate.h"
#include "widgets/auth/authactions.h"
#include "widgets/auth/authexchangeview.h"
#include "widgets/auth/authproblembox.h"
#include "widgets/auth/authquestion.h"
#include "widgets/auth/authrequestedit.h"
#include "widgets/auth/authsequence.h"
#include "widgets/auth/authside.h"
#include "widgets/auth/authsteplist.h"
#include "widgets/auth/authstepview.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/auth/heldrequests.h"

#include <QAction>
#include <QMenu>
#include <QVBoxLayout>

namespace sonde::widgets {

using auth::FlowRunner;
using models::AuthState;
using Kind = look::InlineMessage::Kind;
using Phase = AuthState::Phase;
using State = mcp::ClientState;

AuthPanel::AuthPanel(FindProfile findProfile, QWidget *parent)
    : Panel(parent)
    , m_findProfile(std::move(findProfile))
    , m_actions(new AuthActions(this))
    // First, and so first to get the focus: not the offer to pass a rule over.
    , m_side(new AuthSide(*m_actions, &m_model, this))
    , m_list(&m_side->list())
{
    connectActions();
    m_message = new look::InlineMessage(this);
    m_message->setObjectName(QStringLiteral("authorizationMessage"));
    m_otherWay = new look::OtherWay(*m_message);
    m_view = new AuthStepView(this);
    m_sequenceBox = makeSequence();
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(m_view);
    parts->addWidget(m_sequenceBox);
    parts->setDefaultSizes({500, 240});
    parts->setChildrenCollapsible(false);
    auto *right = new QWidget(this);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_message);
    column->addWidget(parts, 1);
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(m_side);
    both->addWidget(right);
    both->setDefaultSizes({250, 960});
    both->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(both);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) {
            if (!current.isValid())
                return;
            m_following = current.row() >= m_model.reachedCount() - 1;
            markInSequence(current.row());
            showStep();
        });
    connect(m_message, &look::InlineMessage::buttonClicked, this, [this] {
        const models::AuthState state =
            m_authorizer ? models::AuthState::of(*m_authorizer) : models::AuthState();
        if (state.browserProblem.isEmpty())
            Q_EMIT authorizeRequested();
        else
            look::copyToClipboard(state.page.toString(QUrl::FullyEncoded));
    });
    connect(m_otherWay, &QPushButton::clicked, this, [this] {
        m_following = true;
        if (m_authorizer)
            AuthState::takeOtherWay(*m_authorizer);
    });
    connect(m_view, &AuthStepView::editRequested, this, &AuthPanel::edit);
    connect(m_view, &AuthStepView::repeatRequested, this, &AuthPanel::repeat);
    connect(m_view, &AuthStepView::reportRequested, this, &AuthPanel::copyReport);
    connect(m_view, &AuthStepView::nextStepRequested, this, &AuthPanel::editRequested);
    connect(&m_view->problem(), &AuthProblemBox::overrideRequested, this, &AuthPanel::overrideRule);
    connect(&m_side->held(), &HeldRequests::messageRequested, this, &AuthPanel::messageRequested);
    connectQuestions();
    look::passFocus(*this, *m_list, *m_view);
    refresh();
}

AuthPanel::~AuthPanel() = default;

const std::vector<QAction *> &AuthPanel::actions() const
{
    return m_actions->all();
}

HeldRequests &AuthPanel::held()
{
    return m_side->held();
}

const PropertyGrid &AuthPanel::tokenFacts() const
{
    return m_side->tokens();
}

void AuthPanel::connectActions()
{
    for (QAction *action : m_actions->all())
        addToMenu(Menu::Authorization, action);
    addToMenu(Menu::Authorization, m_actions->stopBefore()->menuAction());
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(m_actions->runAll, [this] { run(auth::RunMode::All); });
    on(m_actions->step, [this] { run(auth::RunMode::Step); });
    on(m_actions->giveUp, &AuthPanel::giveUp);
    on(m_actions->refresh, &AuthPanel::refreshNow);
    on(m_actions->expire, &AuthPanel::expireNow);
    on(m_actions->dropRegistration, &AuthPanel::dropRegistration);
    on(m_actions->startOver, &AuthPanel::startOver);
    on(m_actions->logOut, &AuthPanel::logOut);
    on(m_actions->copyReport, &AuthPanel::copyReport);
    on(m_actions->credentials, &AuthPanel::openCredentials);
    connect(m_actions, &AuthActions::stopBeforeChosen, this,
        [this](auth::StepKind kind) { run(auth::RunMode::StopBefore, kind); });
}

void AuthPanel::connectQuestions()
{
    AuthRequestEdit &edit = m_view->exchange().requestEdit();
    connect(&edit, &AuthRequestEdit::left, m_view, &AuthStepView::endEdit);
    connect(&edit, &AuthRequestEdit::requestMade, this, [this](const wire::HttpRequest &request) {
        m_view->endEdit();
        if (FlowRunner *const runner = this->runner(); runner && runner->held()) {
            runner->edit(request);
            runner->proceed();
        }
    });
    connect(&edit, &AuthRequestEdit::pageMade, this, [this](const QUrl &page) {
        m_view->endEdit();
        FlowRunner *const runner = this->runner();
        if (runner && runner->editPage(page))
            runner->proceed();
    });
    AuthQuestion &question = m_view->question();
    connect(&question, &AuthQuestion::chosen, this, [this](int index) {
        if (FlowRunner *const runner = this->runner(); runner && !runner->choices().isEmpty())
            runner->choose(index);
    });
    const auto give = [this](const auth::Registration &client) {
        if (FlowRunner *const runner = this->runner(); runner && !runner->clientIssuer().isEmpty())
            runner->setClient(client);
    };
    connect(&question, &AuthQuestion::clientGiven, this,
        [give](const QString &id, const QString &secret) {
            auth::Registration client;
            client.clientId = id;
            client.clientSecret = Secret(secret);
            if (!secret.isEmpty())
                client.proof = auth::ClientProof::Basic;
            give(client);
        });
    connect(&question, &AuthQuestion::noClient, this, [give] { give({}); });
}

FlowRunner *AuthPanel::runner() const
{
    return m_authorizer ? &m_authorizer->runner() : nullptr;
}

Panel::Tab AuthPanel::tab() const
{
    return {"auth", tr("Aut&h"), "key", QKeySequence(Qt::CTRL | Qt::Key_7)};
}

void AuthPanel::setServer(const QString &name, mcp::Client *client)
{
    if (m_client)
        disconnect(m_client, nullptr, this, nullptr);
    if (m_authorizer) {
        disconnect(m_authorizer, nullptr, this, nullptr);
        disconnect(&m_authorizer->runner(), nullptr, this, nullptr);
        disconnect(&m_authorizer->cache(), nullptr, this, nullptr);
    }
    if (name != m_name)
        m_allowed.clear();
    m_following = m_following || name != m_name;
    m_name = name;
    m_client = client;
    m_authorizer = AuthState::authorizerOf(client);
    if (client)
        connect(client, &mcp::Client::stateChanged, this, &AuthPanel::refresh);
    if (m_authorizer) {
        FlowRunner &run = m_authorizer->runner();
        connect(&run, &FlowRunner::stepsChanged, this, &AuthPanel::refresh);
        connect(&run, &FlowRunner::heldChanged, this, &AuthPanel::refresh);
        connect(&run, &FlowRunner::choiceRequested, this, &AuthPanel::refresh);
        connect(&run, &FlowRunner::clientRequested, this, &AuthPanel::refresh);
        connect(&run, &FlowRunner::pageRequested, this, &AuthPanel::refresh);
        connect(m_authorizer, &auth::ServerAuthorizer::changed, this, &AuthPanel::refresh);
        connect(m_authorizer, &auth::ServerAuthorizer::heldChanged, this,
            [this] { m_side->showHeld(m_authorizer); });
        connect(m_authorizer, &auth::ServerAuthorizer::runEnded, this, [this] {
            if (!m_authorizer->failure())
                m_allowed.clear();
            refresh();
        });
        connect(&m_authorizer->cache(), &auth::CredentialCache::changed, this, &AuthPanel::refresh);
        connect(&m_authorizer->cache(), &auth::CredentialCache::problemChanged, this,
            &AuthPanel::refresh);
    }
    refresh();
}

void AuthPanel::refresh()
{
    FlowRunner *const runner = this->runner();
    const AuthState state = m_authorizer ? AuthState::of(*m_authorizer) : AuthState();
    models::AuthStepModel::Run run;
    if (runner) {
        run.steps = runner->steps();
        run.running = runner->isRunning();
        run.held = runner->held() != nullptr;
        run.grant = m_authorizer->flowSetup().grant;
    }
    const bool hasRun = !run.steps.empty();
    const int before = m_list->currentIndex().row();
    m_arrows.setRun(run);
    m_model.setRun(std::move(run));
    const int newest = m_model.reachedCount() - 1;
    if (hasRun)
        chooseStep(m_following || before < 0 || before > newest ? newest : before);
    markInSequence(m_list->currentIndex().row());
    m_sequenceBox->setVisible(hasRun);
    showStep();
    m_side->showTokens(m_authorizer);
    m_side->showHeld(m_authorizer);
    enableActions(state);
    const bool waiting = state.isForPerson() || state.phase == Phase::InBrowser;
    if (waiting)
        m_message->showMessage(Kind::Info, state.sentence(m_name),
            !state.browserProblem.isEmpty()         ? tr("Copy URL")
                : state.phase == Phase::WantsPerson ? tr("Authorize")
                : state.phase == Phase::InBrowser   ? tr("Open the page again")
                                                    : QString());
    else
        m_message->hide();
    m_otherWay->offer(state.otherWay());
    if (std::exchange(m_waiting, state.isForPerson()) != m_waiting)
        Q_EMIT countChanged();
}

void AuthPanel::chooseStep(int row)
{
    m_list->setCurrentIndex(m_model.index(row));
}

void AuthPanel::showStep()
{
    const int row = m_list->currentIndex().row();
    const bool any = m_model.reachedCount() > 0;
    const bool ofProgram = !any && isOfProgram();
    m_list->setVisible(any);
    m_side->setVisible(!ofProgram);
    const auth::Step *const step = m_model.step(row);
    if (step) {
        const FlowRunner *const runner = this->runner();
        const AuthState state = runner ? AuthState::of(*m_authorizer) : AuthState();
        const bool isNewest = row == m_model.reachedCount() - 1;
        m_view->showStep(row + 1, *step, isNewest ? state.page : QUrl());
        if (runner)
            m_view->setState(state, runner->choices(), isNewest);
        return;
    }
    // 2025-11-25 basic/authorization: over stdio, credentials come from the environment.
    if (ofProgram)
        m_view->showNothing(tr("Authorization is for HTTP servers."),
            tr("Sonde starts this server as a program, which takes its credentials from its "
               "environment. Set the variables that it expects, such as an API key, in its "
               "settings."),
            tr("Edit server…"));
    else
        m_view->showNothing(tr("The steps of an authorization appear here."),
            any ? tr("This step was not reached.") : whyNothing());
}

bool AuthPanel::isOfProgram() const
{
    if (m_client)
        return !m_client->config().endpoint.canBeAuthorized();
    const config::Profile *const profile = m_findProfile(m_name);
    return profile && !profile->canBeAuthorized();
}

QString AuthPanel::whyNothing() const
{
    if (m_name.isEmpty())
        return tr("There is no server in the list yet.");
    if (!m_client)
        return tr("The server is not connected.");
    if (!m_authorizer)
        return tr("The server's own Authorization header is sent.");
    return m_client->state() == State::Ready
        ? tr("The server has not requested authorization. Choose Run all to see which steps it "
             "would take.")
        : tr("The server has not requested authorization.");
}

void AuthPanel::run(auth::RunMode mode, auth::StepKind before)
{
    FlowRunner *const runner = this->runner();
    if (!runner)
        return start();
    runner->setMode(mode, before);
    if (runner->held())
        runner->proceed();
    else if (!runner->isRunning())
        start();
}

// A server that does not run says itself what it wants; one that does may not ask at all.
void AuthPanel::start()
{
    m_following = true;
    if (m_authorizer && m_client && m_client->state() == State::Ready)
        m_authorizer->logIn();
    else
        Q_EMIT connectRequested();
}

void AuthPanel::overrideRule(auth::AuthRule rule)
{
    if (!m_authorizer || m_authorizer->runner().isRunning())
        return;
    m_allowed.insert(rule);
    m_authorizer->flowSetup().overrides = m_allowed;
    run(auth::RunMode::All);
}

void AuthPanel::edit()
{
    const FlowRunner *const runner = this->runner();
    if (runner && runner->held())
        m_view->edit(*runner->held());
}

void AuthPanel::repeat()
{
    FlowRunner *const runner = this->runner();
    const int row = m_list->currentIndex().row();
    m_following = true;
    if (runner && row >= 0 && !runner->repeatFrom(std::size_t(row)))
        Q_EMIT failed(tr("Cannot repeat this step: it sends no request, or its request is no "
                         "longer available. Repeat from a step with a request, or start over."));
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

void AuthPanel::enableActions(const AuthState &state)
{
    const auth::Tokens *const tokens = m_authorizer ? m_authorizer->tokens() : nullptr;
    const bool held = state.phase == Phase::Held || state.phase == Phase::WantsPerson;
    AuthActions::Possible possible;
    possible.running = m_authorizer && m_authorizer->runner().isRunning();
    possible.run = m_client ? m_authorizer && (held || !possible.running)
                            : !m_name.isEmpty() && !isOfProgram();
    possible.authorizer = m_authorizer;
    possible.token = tokens;
    possible.registration = m_authorizer && m_authorizer->hasRegistration();
    possible.inBrowser = state.phase == Phase::InBrowser || state.phase == Phase::WantsPerson;
    possible.refreshToken = tokens && !tokens->refreshToken.isEmpty();
    possible.steps = m_model.reachedCount() > 0;
    m_actions->enable(possible);
}

int AuthPanel::count() const
{
    return m_waiting ? 1 : 0;
}

void AuthPanel::setNarrow(bool narrow)
{
    m_side->setNarrow(narrow);
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
    look::copyToClipboard(report());
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
