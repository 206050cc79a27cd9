// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/clientlifecycle.h"

#include "mcp/message/mcptext.h"
#include "rpc/lifecycle.h"
#include "json/builder.h"

#include <QPointer>

namespace sonde::mcp {

namespace {

constexpr std::size_t kMaxDiagnostics = 200; // lines of stderr kept for a failure report

} // namespace

ClientLifecycle::ClientLifecycle(AbstractClient *client, ClientConfig config)
    : q(client)
    , m_config(std::move(config))
    , m_discarded(m_config.endpoint.sendsLines())
    , m_connector(std::make_unique<Connector>(m_config))
{
}

ClientLifecycle::~ClientLifecycle()
{
    m_connector->disconnect(q);
    if (m_connection)
        m_connection->disconnect(q);
}

void ClientLifecycle::setState(ClientState next)
{
    if (m_state == next)
        return;
    m_state = next;
    if (next == ClientState::Failed)
        m_failedAt = SystemClock::instance().now();
    Q_EMIT q->stateChanged();
}

void ClientLifecycle::connectAnew()
{
    if (m_connector) {
        Connector *const dropped = m_connector.release();
        dropped->setParent(q);
        dropped->deleteLater();
    }
    m_connector = std::make_unique<Connector>(m_config);
    Connector *const c = m_connector.get();
    QObject::connect(c, &Connector::stepsChanged, q, &AbstractClient::stepsChanged);
    QObject::connect(c, &Connector::notificationReceived, q, &AbstractClient::notificationReceived);
    QObject::connect(
        c, &Connector::diagnosticReceived, q, [this](const auto &line) { onDiagnostic(line); });
    QObject::connect(c, &Connector::begun, q, [this] { m_diagnostics.clear(); });
    QObject::connect(c, &Connector::knownWasWrong, q, [this] {
        m_config.known.reset();
        Q_EMIT q->revisionDetected({});
    });
    QObject::connect(
        c, &Connector::httpStateChanged, q, [this, c] { adoptHttpState(c->httpState()); });
    QObject::connect(c, &Connector::probeEnded, q, [this](const wire::HttpState &probed) {
        wire::HttpState present = m_httpState;
        present.facts = probed.facts;
        present.times = probed.times;
        adoptHttpState(std::move(present));
    });
    QObject::connect(c, &Connector::opened, q, [this] { onOpened(); });
    QObject::connect(c, &Connector::failed, q, [this](const auto &error) { onFailed(error); });
    c->start();
}

// From here on the signals of the connection reach the client, not the connector.
void ClientLifecycle::adoptConnection()
{
    m_connection = m_connector->takeConnection();
    if (!m_connection)
        return;
    ClientConnection *const c = m_connection.get();
    QObject::connect(c, &ClientConnection::diagnosticReceived, q,
        [this](const auto &line) { onDiagnostic(line); });
    QObject::connect(c, &ClientConnection::renewed, q, [this] { onRenewed(); });
    QObject::connect(
        c, &ClientConnection::broken, q, [this](const Error &error) { onBroken(error); });
    QObject::connect(
        c, &ClientConnection::ended, q, [this](const auto &report) { onEnded(report); });
    QObject::connect(
        c, &ClientConnection::notificationReceived, q, &AbstractClient::notificationReceived);
    QObject::connect(
        c, &ClientConnection::notificationRefused, q, &AbstractClient::notificationRefused);
    QObject::connect(c, &ClientConnection::requestNumbered, q, &AbstractClient::requestNumbered);
    QObject::connect(c, &ClientConnection::httpStateChanged, q, [this, c] {
        m_connector->logHttp(c->httpState());
        adoptHttpState(c->httpState());
    });
}

// A connection knows its HTTP version and times after its first exchange; until then those of the
// probe's connection are shown.
void ClientLifecycle::adoptHttpState(wire::HttpState next)
{
    if (next.facts.httpVersion.isEmpty()) {
        next.facts = m_httpState.facts;
        next.times = m_httpState.times;
    }
    m_httpState = std::move(next);
    Q_EMIT q->httpStateChanged();
}

void ClientLifecycle::dropConnection()
{
    for (Subscription *subscription : m_subscriptions)
        subscription->detach();
    if (!m_connection)
        return;
    m_discarded = m_connection->session().discardedInput();
    m_connection->disconnect(q);
    ClientConnection *const dropped = m_connection.release();
    dropped->setParent(q); // it does not outlive its client, and what the client was given
    dropped->deleteLater();
}

void ClientLifecycle::onOpened()
{
    adoptConnection();
    m_wasConnected = true;
    m_negotiated = negotiatedOf(m_connection->session(), m_connector->plan());
    m_connector->logOpened(m_connection->session(), m_negotiated.detection);
    m_connection->logLifecycle(QLatin1String(rpc::lifecycle::kRevisionNegotiated),
        m_negotiated.revision + QStringLiteral(". ") + m_negotiated.detection);
    reportDetection();
    setLogLevel(m_config.logLevel);
    const QPointer<AbstractClient> alive(q); // a receiver of stateChanged() may destroy the client
    setState(ClientState::Ready);
    if (alive && m_state == ClientState::Ready)
        openSubscriptions();
}

void ClientLifecycle::onRenewed()
{
    m_negotiated = negotiatedOf(m_connection->session(), m_connector->plan());
    m_connection->logLifecycle(
        QLatin1String(rpc::lifecycle::kSessionRenewed), m_negotiated.revision);
    Q_EMIT q->sessionRenewed();
}

void ClientLifecycle::reportDetection()
{
    if (!m_connector->negotiator().probed())
        return;
    m_config.known = m_connector->negotiator().detected();
    Q_EMIT q->revisionDetected(*m_config.known);
}

// 2026-07-28 basic/utilities/subscriptions: a server forgets the subscriptions of an earlier
// connection, so they are sent again, and it reports changed lists only to a subscription.
void ClientLifecycle::openSubscriptions()
{
    const auto old = m_subscriptions;
    for (Subscription *subscription : old) {
        if (subscription->isAutomatic())
            forget(subscription);
    }
    if (m_config.listenForChanges && m_negotiated.era == Era::Modern) {
        json::Builder filter;
        filter.beginObject();
        bool wanted = false;
        for (const char *list : {"tools", "prompts", "resources"}) {
            if (!m_negotiated.serverCapabilities()[list]["listChanged"].toBool().value_or(false))
                continue;
            filter.member(std::string(list) + "ListChanged", true);
            wanted = true;
        }
        if (wanted) {
            m_subscriptions.push_back(
                new Subscription(q, json::Document::parse(filter.endObject().takeString()), true));
            Q_EMIT q->subscriptionsChanged();
        }
    }
    const auto present = m_subscriptions;
    for (Subscription *subscription : present) {
        if (m_connection && m_state == ClientState::Ready)
            subscription->attach(m_connection.get());
    }
}

void ClientLifecycle::onFailed(const Error &error)
{
    adoptConnection();
    m_failure = error;
    // The process, if one is left, is stopped; its end arrives in Failed and changes nothing.
    if (m_connection)
        m_connection->stop();
    setState(ClientState::Failed);
}

// The server had forgotten the HTTP session, and the connection could not open a new one.
void ClientLifecycle::onBroken(const Error &error)
{
    if (m_state != ClientState::Ready)
        return;
    m_failure = error;
    m_failure.sentence =
        Text::tr("The session expired, and a new one could not be opened: %1").arg(error.sentence);
    m_connection->stop();
    setState(ClientState::Failed);
}

void ClientLifecycle::onEnded(const wire::ExitReport &report)
{
    m_endReport = report.end();
    dropConnection();
    if (m_state == ClientState::Stopping) {
        setState(ClientState::Stopped);
    } else if (m_state == ClientState::Ready) {
        Error error;
        const QString how = m_endReport->sentence();
        const bool hasProcess = m_config.endpoint.hasProcess();
        error.domain = hasProcess ? Domain::Process : Domain::Transport;
        error.sentence = hasProcess
            ? Text::tr("The server's process ended unexpectedly: %1.").arg(how)
            : Text::tr("The connection ended unexpectedly: %1.").arg(how);
        m_failure = error;
        setState(ClientState::Failed);
    }
    if (std::exchange(m_restartWhenStopped, false))
        start();
}

void ClientLifecycle::onDiagnostic(const DiagnosticLine &line)
{
    m_diagnostics.push_back(line);
    if (m_diagnostics.size() > kMaxDiagnostics)
        m_diagnostics.pop_front();
    Q_EMIT q->diagnosticReceived(line);
}

void ClientLifecycle::start()
{
    if (m_state != ClientState::Stopped && m_state != ClientState::Failed)
        return;
    dropConnection();
    m_failure = {};
    m_endReport.reset();
    m_wasConnected = false;
    m_diagnostics.clear();
    m_discarded = DiscardedInput(m_config.endpoint.sendsLines());
    m_httpState = {};
    setState(ClientState::Starting);
    connectAnew();
    Q_EMIT q->stepsChanged();
}

void ClientLifecycle::stop()
{
    if (m_state != ClientState::Starting && m_state != ClientState::Ready)
        return;
    if (m_state == ClientState::Starting) {
        adoptConnection();
        m_connector->disconnect(q);
    }
    if (!m_connection)
        return setState(ClientState::Stopped);
    // A server that is stopped may end them in order: that is no reason not to open them again.
    for (Subscription *subscription : m_subscriptions)
        subscription->detach();
    setState(ClientState::Stopping);
    m_connection->stop();
}

void ClientLifecycle::restart()
{
    stop();
    if (m_state == ClientState::Stopping)
        m_restartWhenStopped = true;
    else
        start();
}

void ClientLifecycle::setLogLevel(const QString &level)
{
    m_config.logLevel = level;
    if (m_connection)
        m_connection->setLogLevel(
            level.isEmpty() ? std::string() : json::quoted(level.toStdString()));
}

void ClientLifecycle::add(Subscription *subscription)
{
    m_subscriptions.push_back(subscription);
    Q_EMIT q->subscriptionsChanged();
    if (m_connection && m_state == ClientState::Ready)
        subscription->attach(m_connection.get());
}

void ClientLifecycle::forget(Subscription *subscription)
{
    if (std::erase(m_subscriptions, subscription) == 0)
        return;
    subscription->close();
    subscription->deleteLater();
    Q_EMIT q->subscriptionsChanged();
}

const DiscardedInput &ClientLifecycle::discardedInput() const
{
    return m_connection ? m_connection->session().discardedInput() : m_discarded;
}

} // namespace sonde::mcp
