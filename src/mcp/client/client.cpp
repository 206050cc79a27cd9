// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/client.h"

#include "mcp/client/connection.h"
#include "mcp/client/connector.h"
#include "rpc/lifecycle.h"
#include "json/builder.h"

#include <QCoreApplication>
#include <QPointer>

namespace sonde::mcp {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Client)
};

constexpr std::size_t kMaxDiagnostics = 200; // lines of stderr kept for a failure report

} // namespace

struct Client::Private {
    Client *const q;
    ClientConfig config;
    ClientState state = ClientState::Stopped;
    Error failure;
    Negotiated negotiated;
    std::deque<DiagnosticLine> diagnostics;
    QString endReport;
    bool wasConnected = false;
    DiscardedInput unusable; // of the session that was
    std::unique_ptr<Connector> connector; // of the newest start; keeps its steps
    std::unique_ptr<Connection> session;
    wire::HttpState httpState;
    std::vector<Subscription *> subscriptions;
    bool restartWhenStopped = false;

    Private(Client *client, ClientConfig c)
        : q(client)
        , config(std::move(c))
        , unusable(!config.http)
        , connector(std::make_unique<Connector>(config))
    {
    }

    void setState(ClientState next)
    {
        if (state == next)
            return;
        state = next;
        Q_EMIT q->stateChanged();
    }

    void connectAnew();
    void takeSession();
    void takeHttpState(wire::HttpState next);
    void dropSession();
    void onOpened();
    void onRenewed();
    void onFailed(const Error &error);
    void onBroken(const Error &error);
    void onEnded(const wire::ExitReport &report);
    void onDiagnostic(const DiagnosticLine &line);
    void keepVerdict();
    void openSubscriptions();
};

void Client::Private::connectAnew()
{
    if (connector)
        connector.release()->deleteLater();
    connector = std::make_unique<Connector>(config);
    Connector *const c = connector.get();
    QObject::connect(c, &Connector::stepsChanged, q, &Client::stepsChanged);
    QObject::connect(c, &Connector::notificationReceived, q, &Client::notificationReceived);
    QObject::connect(
        c, &Connector::diagnosticReceived, q, [this](const auto &line) { onDiagnostic(line); });
    QObject::connect(c, &Connector::begun, q, [this] { diagnostics.clear(); });
    QObject::connect(c, &Connector::knownWasWrong, q, [this] {
        config.known.reset();
        Q_EMIT q->verdictFound({});
    });
    QObject::connect(
        c, &Connector::httpStateChanged, q, [this, c] { takeHttpState(c->httpState()); });
    QObject::connect(c, &Connector::probeEnded, q, [this](const wire::HttpState &probed) {
        wire::HttpState present = httpState;
        present.facts = probed.facts;
        present.times = probed.times;
        takeHttpState(std::move(present));
    });
    QObject::connect(c, &Connector::opened, q, [this] { onOpened(); });
    QObject::connect(c, &Connector::failed, q, [this](const auto &error) { onFailed(error); });
    c->start();
}

// From now on the connection tells this client, not its connector.
void Client::Private::takeSession()
{
    session = connector->takeSession();
    if (!session)
        return;
    Connection *const c = session.get();
    QObject::connect(
        c, &Connection::diagnosticReceived, q, [this](const auto &line) { onDiagnostic(line); });
    QObject::connect(c, &Connection::renewed, q, [this] { onRenewed(); });
    QObject::connect(c, &Connection::broken, q, [this](const Error &error) { onBroken(error); });
    QObject::connect(c, &Connection::ended, q, [this](const auto &report) { onEnded(report); });
    QObject::connect(c, &Connection::notificationReceived, q, &Client::notificationReceived);
    QObject::connect(c, &Connection::notificationRefused, q, &Client::notificationRefused);
    QObject::connect(c, &Connection::httpStateChanged, q, [this, c] {
        connector->logHttp(c->httpState());
        takeHttpState(c->httpState());
    });
}

// A connection whose first exchange runs still has nothing to tell of itself: what the probe's was
// like holds until then.
void Client::Private::takeHttpState(wire::HttpState next)
{
    if (next.facts.httpVersion.isEmpty()) {
        next.facts = httpState.facts;
        next.times = httpState.times;
    }
    httpState = std::move(next);
    Q_EMIT q->httpStateChanged();
}

void Client::Private::dropSession()
{
    for (Subscription *subscription : subscriptions)
        subscription->detach();
    if (!session)
        return;
    unusable = session->session().discardedInput();
    session->disconnect(q);
    session.release()->deleteLater();
}

void Client::Private::onOpened()
{
    takeSession();
    wasConnected = true;
    negotiated = negotiatedOf(session->session(), connector->plan());
    connector->logOpened(session->session(), negotiated.verdict);
    session->logLifecycle(QLatin1String(rpc::lifecycle::kRevisionNegotiated),
        negotiated.revision + QStringLiteral(". ") + negotiated.verdict);
    keepVerdict();
    q->setLogLevel(config.logLevel);
    const QPointer<Client> alive(q);
    setState(ClientState::Ready);
    if (alive && state == ClientState::Ready)
        openSubscriptions();
}

void Client::Private::onRenewed()
{
    negotiated = negotiatedOf(session->session(), connector->plan());
    session->logLifecycle(QLatin1String(rpc::lifecycle::kSessionRenewed), negotiated.revision);
    Q_EMIT q->sessionRenewed();
}

void Client::Private::keepVerdict()
{
    if (!connector->negotiator().probed())
        return;
    config.known = connector->negotiator().verdict();
    Q_EMIT q->verdictFound(*config.known);
}

// 2026-07-28 basic/utilities/subscriptions: what was open before is sent again, and changed lists
// are only told to those who asked.
void Client::Private::openSubscriptions()
{
    const auto old = subscriptions;
    for (Subscription *subscription : old) {
        if (subscription->isAutomatic())
            q->forget(subscription);
    }
    if (config.listenForChanges && negotiated.era == Era::Modern) {
        json::Builder filter;
        filter.beginObject();
        bool wanted = false;
        for (const char *list : {"tools", "prompts", "resources"}) {
            if (!negotiated.serverCapabilities()[list]["listChanged"].toBool().value_or(false))
                continue;
            filter.member(std::string(list) + "ListChanged", true);
            wanted = true;
        }
        if (wanted) {
            subscriptions.push_back(
                new Subscription(q, json::Document::parse(filter.endObject().takeString()), true));
            Q_EMIT q->subscriptionsChanged();
        }
    }
    const auto present = subscriptions;
    for (Subscription *subscription : present) {
        if (session && state == ClientState::Ready)
            subscription->attach(session.get());
    }
}

void Client::Private::onFailed(const Error &error)
{
    takeSession();
    failure = error;
    // The process, if one is left, is stopped; its end arrives in Failed and changes nothing.
    if (session)
        session->stop();
    setState(ClientState::Failed);
}

// The new session, in place of one that the server had forgotten, could not be opened.
void Client::Private::onBroken(const Error &error)
{
    if (state != ClientState::Ready)
        return;
    failure = error;
    failure.sentence =
        Words::tr("The session expired, and a new one could not be opened: %1").arg(error.sentence);
    session->stop();
    setState(ClientState::Failed);
}

void Client::Private::onEnded(const wire::ExitReport &report)
{
    endReport = report.sentence();
    dropSession();
    if (state == ClientState::Stopping) {
        setState(ClientState::Stopped);
    } else if (state == ClientState::Ready) {
        Error error;
        error.domain = config.http ? Domain::Transport : Domain::Process;
        error.sentence = config.http
            ? Words::tr("The connection ended unexpectedly: %1.").arg(endReport)
            : Words::tr("The server's process ended unexpectedly: %1.").arg(endReport);
        failure = error;
        setState(ClientState::Failed);
    }
    if (std::exchange(restartWhenStopped, false))
        q->start();
}

void Client::Private::onDiagnostic(const DiagnosticLine &line)
{
    diagnostics.push_back(line);
    if (diagnostics.size() > kMaxDiagnostics)
        diagnostics.pop_front();
    Q_EMIT q->diagnosticReceived(line);
}

Client::Client(ClientConfig config, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(config)))
{
}

Client::~Client()
{
    d->connector->disconnect(this);
    if (d->session)
        d->session->disconnect(this);
}

void Client::start()
{
    if (d->state != ClientState::Stopped && d->state != ClientState::Failed)
        return;
    d->dropSession();
    d->failure = {};
    d->endReport.clear();
    d->wasConnected = false;
    d->diagnostics.clear();
    d->unusable = DiscardedInput(!d->config.http);
    d->httpState = {};
    d->setState(ClientState::Starting);
    d->connectAnew();
    Q_EMIT stepsChanged();
}

void Client::stop()
{
    if (d->state != ClientState::Starting && d->state != ClientState::Ready)
        return;
    if (d->state == ClientState::Starting) {
        d->takeSession();
        d->connector->disconnect(this);
    }
    if (!d->session)
        return d->setState(ClientState::Stopped);
    // A server that is stopped may end them in order: that is no reason not to open them again.
    for (Subscription *subscription : d->subscriptions)
        subscription->detach();
    d->setState(ClientState::Stopping);
    d->session->stop();
}

void Client::restart()
{
    stop();
    if (d->state == ClientState::Stopping)
        d->restartWhenStopped = true;
    else
        start();
}

const ClientConfig &Client::config() const
{
    return d->config;
}

void Client::setLogLevel(const QString &level)
{
    d->config.logLevel = level;
    if (d->session)
        d->session->setLogLevel(
            level.isEmpty() ? std::string() : json::quoted(level.toStdString()));
}

ClientState Client::state() const
{
    return d->state;
}

const std::vector<StartStep> &Client::steps() const
{
    return d->connector->steps();
}

const Error &Client::failure() const
{
    return d->failure;
}

const wire::StartReport &Client::startReport() const
{
    return d->connector->startReport();
}

const Negotiated &Client::negotiated() const
{
    return d->negotiated;
}

const std::deque<DiagnosticLine> &Client::lastDiagnostics() const
{
    return d->diagnostics;
}

const DiscardedInput &Client::discardedInput() const
{
    return d->session ? d->session->session().discardedInput() : d->unusable;
}

QString Client::endReport() const
{
    return d->endReport;
}

const wire::HttpState &Client::httpState() const
{
    return d->httpState;
}

bool Client::wasConnected() const
{
    return d->wasConnected;
}

const wire::HttpFailure *Client::httpFailure() const
{
    return d->state == ClientState::Failed ? d->connector->httpFailure().get() : nullptr;
}

Subscription *Client::listen(const Bytes &filter)
{
    auto *const subscription = new Subscription(this, json::Document::parse(filter), false);
    d->subscriptions.push_back(subscription);
    Q_EMIT subscriptionsChanged();
    if (d->session && d->state == ClientState::Ready)
        subscription->attach(d->session.get());
    return subscription;
}

const std::vector<Subscription *> &Client::subscriptions() const
{
    return d->subscriptions;
}

void Client::forget(Subscription *subscription)
{
    if (std::erase(d->subscriptions, subscription) == 0)
        return;
    subscription->close();
    subscription->deleteLater();
    Q_EMIT subscriptionsChanged();
}

Connection *Client::connection() const
{
    return d->session.get();
}

} // namespace sonde::mcp
