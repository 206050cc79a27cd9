// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authpanel.h"

#include "auth/flow/report.h"
#include "look/inlinemessage.h"
#include "look/splitter.h"
#include "models/auth/authstate.h"
#include "models/auth/credentialmodel.h"
#include "widgets/auth/authexchangeview.h"
#include "widgets/auth/authproblembox.h"
#include "widgets/auth/authquestion.h"
#include "widgets/auth/authrequestedit.h"
#include "widgets/auth/authsteplist.h"
#include "widgets/auth/authstepview.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/auth/heldrequests.h"
#include "widgets/kit/propertygrid.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QVBoxLayout>

namespace sonde::widgets {

using auth::FlowRunner;
using models::AuthState;
using Kind = look::InlineMessage::Kind;
using Phase = AuthState::Phase;
using State = mcp::ClientState;

AuthPanel::AuthPanel(QWidget *parent)
    : Panel(parent)
{
    makeActions();
    m_side = makeSide(); // first, and so first to get the focus: not the offer to pass a rule over
    m_message = new look::InlineMessage(this);
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
    connect(m_message, &look::InlineMessage::buttonClicked, this, &AuthPanel::authorizeRequested);
    connect(m_view, &AuthStepView::editRequested, this, &AuthPanel::edit);
    connect(m_view, &AuthStepView::repeatRequested, this, &AuthPanel::repeat);
    connect(m_view, &AuthStepView::reportRequested, this, &AuthPanel::copyReport);
    connect(&m_view->problem(), &AuthProblemBox::overrideRequested, this, &AuthPanel::overrideRule);
    connectQuestions();
    setFocusProxy(m_list);
    refresh();
}

AuthPanel::~AuthPanel() = default;

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
    return {tr("A&uth"), "key", QKeySequence(Qt::CTRL | Qt::Key_7)};
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
        connect(m_authorizer, &auth::ServerAuthorizer::heldChanged, this, &AuthPanel::showHeld);
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
    showTokens();
    showHeld();
    enableActions(state);
    const bool waiting = state.isForPerson() || state.phase == Phase::InBrowser;
    if (waiting)
        m_message->showMessage(Kind::Info, state.sentence(m_name),
            state.phase == Phase::WantsPerson     ? tr("Authorize")
                : state.phase == Phase::InBrowser ? tr("Open the page again")
                                                  : QString());
    else
        m_message->hide();
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
    m_list->setVisible(any);
    const auth::Step *const step = m_model.step(row);
    if (step) {
        m_view->showStep(row + 1, *step);
        if (const FlowRunner *const runner = this->runner())
            m_view->setState(
                AuthState::of(*m_authorizer), runner->choices(), row == m_model.reachedCount() - 1);
        return;
    }
    const bool byUrl = m_client && m_client->config().http;
    m_view->showNothing(tr("The steps of an authorization appear here."),
        any                    ? tr("This step was not reached.")
            : m_name.isEmpty() ? tr("There is no server in the list yet.")
            : !m_client        ? tr("The server is not connected.")
            : !byUrl           ? tr("A server that is started as a program needs no authorization.")
            : !m_authorizer    ? tr("The server's own Authorization header is sent.")
            : m_client->state() == State::Ready
            ? tr("The server has not requested authorization. Choose Run all to see which steps it "
                 "would take.")
            : tr("The server has not requested authorization."));
}

void AuthPanel::showTokens()
{
    const auth::Tokens *const tokens = m_authorizer ? m_authorizer->tokens() : nullptr;
    models::Properties facts = models::CredentialModel::shortProperties(tokens);
    if (m_authorizer)
        facts.push_back(models::CredentialModel::keptFact(m_authorizer->cache()));
    m_tokens->setProperties(facts);
}

void AuthPanel::showHeld()
{
    m_held->setRequests(m_authorizer ? m_authorizer->held() : std::vector<wire::HeldRequest>());
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

void AuthPanel::overrideRule(auth::Rule rule)
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

} // namespace sonde::widgets
