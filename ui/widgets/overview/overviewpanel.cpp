// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/overviewpanel.h"

#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "models/auth/authstate.h"
#include "models/findings/coverage.h"
#include "models/session/startstepmodel.h"
#include "widgets/kit/frame/later.h"
#include "widgets/kit/frame/pagescroll.h"
#include "widgets/overview/authorizepage.h"
#include "widgets/overview/failurepage.h"
#include "widgets/overview/serverpage.h"
#include "widgets/overview/startpage.h"

#include <QApplication>
#include <QStackedLayout>
#include <QTabBar>

namespace sonde::widgets {

using State = mcp::ClientState;

namespace {
constexpr int kNewsMs = 150;
} // namespace

OverviewPanel::OverviewPanel(QWidget *parent)
    : Panel(parent)
    , m_stack(new QStackedLayout(this))
    , m_start(new StartPage(this))
    , m_empty(new look::EmptyState(this))
    , m_server(makeServer())
    , m_failure(makeFailure())
    , m_authorize(makeAuthorize())
{
    m_startScroll = new PageScroll(m_start, PageScroll::Height::Available);
    m_serverScroll = new PageScroll(m_server, PageScroll::Height::Available);
    m_failureScroll = new PageScroll(m_failure, PageScroll::Height::Available);
    m_authorizeScroll = new PageScroll(m_authorize, PageScroll::Height::Available);
    m_stack->addWidget(m_startScroll);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_authorizeScroll);
    m_stack->addWidget(m_serverScroll);
    m_stack->addWidget(m_failureScroll);
    look::passFocus(*this, [this] { return m_stack->currentWidget(); });
    connect(m_empty, &look::EmptyState::buttonClicked, this, &OverviewPanel::connectRequested);
    m_findingNews.setSingleShot(true);
    m_findingNews.setInterval(kNewsMs);
    connect(&m_findingNews, &QTimer::timeout, this, &OverviewPanel::showFindings);
    m_news.setSingleShot(true);
    m_news.setInterval(kNewsMs);
    connect(&m_news, &QTimer::timeout, this, &OverviewPanel::refresh);
    refresh();
}

Later<ServerPage> *OverviewPanel::makeServer()
{
    return new Later<ServerPage>(
        [this](ServerPage &page) {
            connect(&page, &ServerPage::findingsRequested, this, &OverviewPanel::findingsRequested);
            connect(
                &page, &ServerPage::removeTapRequested, this, &OverviewPanel::removeTapRequested);
            page.setDetected(m_detected);
            showFindings();
        },
        this);
}

Later<FailurePage> *OverviewPanel::makeFailure()
{
    return new Later<FailurePage>(
        [this](FailurePage &page) {
            using Page = FailurePage;
            connect(&page, &Page::retryRequested, this, &OverviewPanel::connectRequested);
            connect(&page, &Page::editRequested, this, &OverviewPanel::editRequested);
            connect(&page, &Page::doctorRequested, this, &OverviewPanel::doctorRequested);
            connect(&page, &Page::trustRequested, this, &OverviewPanel::trustRequested);
            connect(&page, &Page::authorizeRequested, this, &OverviewPanel::authorizeRequested);
            connect(&page, &Page::authStepsRequested, this, &OverviewPanel::authStepsRequested);
        },
        this);
}

Later<AuthorizePage> *OverviewPanel::makeAuthorize()
{
    return new Later<AuthorizePage>(
        [this](AuthorizePage &page) {
            using Page = AuthorizePage;
            connect(&page, &Page::authorizeRequested, this, &OverviewPanel::authorizeRequested);
            connect(&page, &Page::stepsRequested, this, &OverviewPanel::authStepsRequested);
            connect(&page, &Page::editRequested, this, &OverviewPanel::editRequested);
        },
        this);
}

Panel::Tab OverviewPanel::tab() const
{
    return {"overview", tr("&Overview"), "overview", QKeySequence(Qt::CTRL | Qt::Key_1)};
}

const ServerPage *OverviewPanel::serverPage() const
{
    return &m_server->get();
}

const FailurePage *OverviewPanel::failurePage() const
{
    return &m_failure->get();
}

AuthorizePage &OverviewPanel::authorizePage()
{
    return m_authorize->get();
}

void OverviewPanel::setServer(const QString &name, mcp::Client *client)
{
    if (m_observation)
        disconnect(m_observation, nullptr, this, nullptr);
    m_observation.clear();
    if (m_client)
        disconnect(m_client, nullptr, this, nullptr);
    if (m_authorizer)
        disconnect(&m_authorizer->runner(), nullptr, this, nullptr);
    m_name = name;
    m_client = client;
    m_authorizer = models::AuthState::authorizerOf(client);
    if (m_authorizer) {
        auth::FlowRunner &runner = m_authorizer->runner();
        connect(&runner, &auth::FlowRunner::stepsChanged, this, &OverviewPanel::refresh);
        connect(&runner, &auth::FlowRunner::heldChanged, this, &OverviewPanel::refresh);
        connect(&runner, &auth::FlowRunner::pageRequested, this, &OverviewPanel::refresh);
    }
    if (client) {
        connect(client, &mcp::Client::stateChanged, this, &OverviewPanel::refresh);
        connect(client, &mcp::Client::stepsChanged, this, &OverviewPanel::refresh);
        // What a failed process still says comes after its failure, perhaps in a flood.
        connect(client, &mcp::Client::diagnosticReceived, this, [this, client] {
            if (client->state() == State::Failed && !m_news.isActive())
                m_news.start();
        });
        // Streams come and go with every call: a page that is read need not follow each of them.
        const auto later = [this] {
            if (!m_news.isActive())
                m_news.start();
        };
        connect(client, &mcp::Client::httpStateChanged, this, later);
        connect(client, &mcp::Client::sessionRenewed, this, &OverviewPanel::refresh);
        connect(client, &mcp::Client::subscriptionsChanged, this, [this, later] {
            watchSubscriptions();
            later();
        });
        watchSubscriptions();
    }
    refresh();
}

bool OverviewPanel::setObservation(const QString &name, session::Observation *observation)
{
    setServer(name, nullptr);
    m_observation = observation;
    connect(observation, &session::Observation::changed, this, &OverviewPanel::refresh);
    refresh();
    return true;
}

void OverviewPanel::watchSubscriptions()
{
    for (mcp::Subscription *subscription : m_client->subscriptions())
        connect(subscription, &mcp::Subscription::changed, &m_news, qOverload<>(&QTimer::start),
            Qt::UniqueConnection);
}

void OverviewPanel::setDetected(const std::optional<mcp::DetectedRevision> &detected)
{
    m_detected = detected;
    if (ServerPage *page = m_server->ifMade())
        page->setDetected(detected);
    refresh();
}

void OverviewPanel::refresh()
{
    const State state = m_client ? m_client->state() : State::Stopped;
    if (m_observation) {
        m_server->get().setObservation(m_name, *m_observation);
        showFindings();
        m_stack->setCurrentWidget(m_serverScroll);
    } else if (state == State::Ready) {
        m_server->get().setClient(*m_client);
        showFindings();
        m_stack->setCurrentWidget(m_serverScroll);
    } else if (state == State::Failed) {
        m_failure->get().setFailure(session::Failure::of(*m_client));
        if (m_stack->currentWidget()
            != m_failureScroll) { // later news must not take the focus again
            m_stack->setCurrentWidget(m_failureScroll);
            m_takesFocus = true;
            // A failure that nobody waits for takes the focus from no other part of the window.
            if (isAncestorOf(QApplication::focusWidget()))
                takeFocus();
        }
    } else if (m_name.isEmpty()) {
        m_stack->setCurrentWidget(m_startScroll);
    } else if (!showAuthorization()) {
        showEmpty();
        m_stack->setCurrentWidget(m_empty);
    }
}

// For a failure that is new; behind another panel not before it is shown.
void OverviewPanel::takeFocus()
{
    const bool isNew = m_stack->currentWidget() == m_failureScroll && m_takesFocus;
    if (!isNew || !isVisible())
        return;
    m_takesFocus = false;
    if (!qobject_cast<QTabBar *>(QApplication::focusWidget())) // on its way to another tab
        m_failure->setFocus();
}

void OverviewPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    takeFocus();
}

void OverviewPanel::setFindings(const models::FindingList &list)
{
    m_findings = &list;
    connect(&list, &models::FindingList::progressed, this, [this] {
        if (!m_findingNews.isActive())
            m_findingNews.start();
    });
    showFindings();
}

void OverviewPanel::showFindings()
{
    ServerPage *page = m_server->ifMade();
    if (m_findings && page)
        page->setCoverage(models::coverageOf(*m_findings, m_name));
}

// While the start waits for a person to log in.
bool OverviewPanel::showAuthorization()
{
    if (!m_authorizer || !m_client || m_client->state() != State::Starting)
        return false;
    const models::AuthState state = models::AuthState::of(*m_authorizer);
    if (!state.isForPerson() && state.phase != models::AuthState::Phase::InBrowser)
        return false;
    m_authorize->get().setState(m_name, state, *m_authorizer);
    m_stack->setCurrentWidget(m_authorizeScroll);
    return true;
}

void OverviewPanel::say(const QString &what, const QString &why, const QString &next)
{
    m_empty->setText(what, why);
    m_empty->setButton(next);
}

void OverviewPanel::showEmpty()
{
    const State state = m_client ? m_client->state() : State::Stopped;
    if (state == State::Starting) {
        QString step;
        for (const mcp::StartStep &one : m_client->steps()) {
            if (one.status == mcp::StartStep::Status::Running)
                step = models::StartStepModel::runningText(one.kind);
        }
        say(tr("%1 is starting.").arg(m_name), step, {});
    } else if (state == State::Stopping) {
        say(tr("%1 is stopping.").arg(m_name),
            m_client->config().endpoint.hasProcess()
                ? tr("Sonde closed its stdin and waits for the process to exit.")
                : tr("Sonde closes the streams and ends the session."),
            {});
    } else {
        const auto end = m_client ? m_client->endReport() : std::nullopt;
        say(tr("The identity and capabilities of %1 appear here.").arg(m_name),
            end ? tr("It exited: %1.").arg(end->sentence()) : tr("It is not connected."),
            tr("Connect"));
    }
}

} // namespace sonde::widgets
