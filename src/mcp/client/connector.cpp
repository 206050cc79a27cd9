// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/connector.h"

#include "base/formatting.h"
#include "mcp/message/mcptext.h"
#include "mcp/session/httpsteps.h"
#include "rpc/lifecycle.h"

#include <QDir>
#include <QPointer>

#include <algorithm>
#include <atomic>

namespace sonde::mcp {

namespace {

constexpr std::chrono::milliseconds kProbeGrace{
    500}; // for the probe to end before the session starts

// Numbers connections over all clients, so that a recording can tell them apart.
int nextConnection()
{
    static std::atomic_int last{0};
    return ++last;
}

Stamp now()
{
    return SystemClock::instance().now();
}

// With the place in PATH, where it was looked for there: another program of that name may stand
// before the one that was meant.
QString foundText(const wire::Launch &launch, const wire::StartReport &report)
{
    QString text = Text::tr("%1 is %2").arg(report.program, report.resolved);
    if (report.searched.isEmpty())
        return text;
    const auto variables = wire::effectiveEnvironment(launch);
    const auto path = std::find_if(variables.begin(), variables.end(),
        [](const auto &variable) { return variable.first == QLatin1String("PATH"); });
    if (path == variables.end())
        return text;
    QStringList folders;
    for (const QString &folder : path->second.reveal().split(u':'))
        folders += QDir::cleanPath(folder);
    folders.removeDuplicates();
    return text
        + Text::tr(" · found in folder %1 of %2 in PATH")
              .arg(report.searched.size())
              .arg(folders.size());
}

Negotiator::Setup negotiatorSetup(const ClientConfig &config)
{
    Negotiator::Setup setup;
    setup.policy = config.era;
    setup.endpoint = config.endpoint;
    setup.known = config.known;
    setup.nowMs = now().wall / 1'000'000;
    return setup;
}

} // namespace

Connector::Connector(const ClientConfig &config)
    : m_config(config)
    , m_negotiator(negotiatorSetup(config))
{
    m_probeGrace.setSingleShot(true);
    connect(&m_probeGrace, &QTimer::timeout, this, [this] { startSession(); });
    beginLog();
}

// Not later: at the end of the program there is no later, and a process must not be left behind.
Connector::~Connector()
{
    for (ClientConnection *connection : {m_probe.get(), m_session.get()}) {
        if (connection)
            connection->disconnect(this);
    }
}

void Connector::start()
{
    follow(m_negotiator.begin());
}

std::unique_ptr<ClientConnection> Connector::takeConnection()
{
    m_probeGrace.stop();
    release(m_probe);
    if (m_session)
        m_session->disconnect(this);
    return std::move(m_session);
}

// A connection may be in the middle of telling something: it is deleted later, and at the latest
// with this connector.
void Connector::release(std::unique_ptr<ClientConnection> &connection)
{
    if (!connection)
        return;
    connection->disconnect(this);
    ClientConnection *const released = connection.release();
    released->setParent(this);
    released->deleteLater();
}

void Connector::beginLog()
{
    const StartLog::Kinds &kinds = StartLog::kindsOf(m_config.endpoint);
    m_log.reset(kinds);
    m_log.begin(*kinds.begin(), now());
}

std::unique_ptr<ClientConnection> Connector::makeConnection(Role role)
{
    const bool probes = role != Role::Session;
    const bool serves = role != Role::Probe;
    ClientConnection::Setup setup;
    setup.endpoint = m_config.endpoint;
    setup.timeouts = m_config.timeouts;
    if (wire::HttpTarget *const target = setup.endpoint.target()) {
        if (target->transport == wire::HttpTarget::Transport::Auto && !probes && m_step.sse)
            target->transport = wire::HttpTarget::Transport::Sse;
        // Sooner than the session gives up, so that the failure names the step that took too long.
        target->connectTimeout =
            std::min(target->connectTimeout, m_config.timeouts.handshake * 9 / 10);
    }
    setup.link.thread = m_config.wireThread;
    setup.link.traffic = m_config.traffic;
    setup.link.server = m_config.name;
    setup.link.connection = nextConnection();
    setup.link.probe = !serves;
    setup.era = probes ? Era::Modern : m_step.plan.era;
    setup.revision = probes ? revisionsOf(Era::Modern).front() : m_step.plan.revision;
    // The response to a mere probe is judged, not obeyed.
    setup.exact = !serves || (!probes && m_step.plan.exact);
    setup.orLegacy = probes && serves;
    setup.origin = m_config.origin;
    setup.capabilities = m_config.capabilities;
    setup.authorizer = m_config.authorizer;
    if (!probes)
        setup.opening = m_step.opening;
    if (serves) {
        setup.decorate = m_config.decorate;
        setup.serverRequests = m_config.serverRequests;
    }
    return std::make_unique<ClientConnection>(setup);
}

void Connector::watch(ClientConnection *connection)
{
    connect(connection, &ClientConnection::started, this,
        [this, connection](const auto &report) { onStarted(*connection, report); });
    connect(connection, &ClientConnection::startFailed, this,
        [this, connection](
            const auto &report, const auto &error) { onStartFailed(connection, report, error); });
    connect(connection, &ClientConnection::fetchingServer, this, [this](const QString &program) {
        if (m_log.wait(StartStep::Kind::ReadFirst,
                Text::tr("%1 is still fetching the server").arg(program)))
            Q_EMIT stepsChanged();
    });
    connect(
        connection, &ClientConnection::diagnosticReceived, this, &Connector::diagnosticReceived);
    connect(connection, &ClientConnection::httpStateChanged, this, [this, connection] {
        m_httpState = connection->httpState();
        const QPointer<Connector> alive(this); // logHttp() emits: a receiver may stop the client
        logHttp(m_httpState);
        if (alive)
            Q_EMIT httpStateChanged();
    });
}

void Connector::follow(Negotiator::Step step)
{
    switch (step.kind) {
    case Negotiator::Step::Kind::Probe:
        if (m_negotiator.knownWasWrong()) {
            const QPointer<Connector> alive(this); // a receiver may destroy the client
            Q_EMIT knownWasWrong();
            if (!alive)
                return;
        }
        release(m_session);
        beginLog();
        return startProbe();
    case Negotiator::Step::Kind::Open:
        m_step = std::move(step);
        return startSession();
    case Negotiator::Step::Kind::Fail:
        return fail(step.error);
    }
}

// 2026-07-28 basic/versioning, stdio: "prefer probing on a disposable sibling process", because
// some servers exit at any request before initialize. Few do, and starting a process twice takes
// long, so only where the first one cannot go on another is started. Over HTTP the probe is a
// request by itself.
void Connector::startProbe()
{
    m_probe = makeConnection(m_config.endpoint.hasExchanges() ? Role::Probe : Role::ProbeOrSession);
    ClientConnection *const c = m_probe.get();
    watch(c);
    if (m_config.endpoint.hasExchanges()) {
        connect(c, &ClientConnection::opened, this,
            [this, c] { probeOver(m_negotiator.probeAnswered(c->session().opening())); });
    } else {
        connect(c, &ClientConnection::opened, this, &Connector::keepProbeAsSession);
        connect(c, &ClientConnection::notificationReceived, this, &Connector::notificationReceived);
    }
    connect(c, &ClientConnection::broken, this, &Connector::probeBroke);
    connect(c, &ClientConnection::ended, this, [this] {
        if (m_probeGrace.isActive()) {
            m_probeGrace.stop();
            startSession();
        }
    });
    c->start();
}

void Connector::probeBroke(const Error &error, const Evidence &evidence)
{
    if (!m_probe)
        return;
    m_httpFailure = evidence.failure;
    // A process that answered the probe and then failed took offence at it: the next one gets
    // what that response decided.
    const std::optional<Response> response = m_probe->session().eraResponse();
    Negotiator::Step step = response ? m_negotiator.probeAnswered(*response)
                                     : m_negotiator.probeFailed(error, evidence);
    if (step.kind == Negotiator::Step::Kind::Fail)
        logBroken(error, evidence);
    probeOver(std::move(step));
}

void Connector::keepProbeAsSession()
{
    m_session = std::move(m_probe);
    m_step = m_negotiator.probeBecameSession(*m_session->session().eraResponse());
    m_session->logLifecycle(QLatin1String(rpc::lifecycle::kEraProbed), m_step.plan.detection);
    Q_EMIT opened();
}

void Connector::probeOver(Negotiator::Step step)
{
    if (m_probeGrace.isActive() || m_session)
        return;
    if (step.kind != Negotiator::Step::Kind::Open)
        return follow(std::move(step));
    m_step = std::move(step);
    m_probe->logLifecycle(QLatin1String(rpc::lifecycle::kEraProbed), m_step.plan.detection);
    if (!m_config.endpoint.hasProcess() || m_probe->isOver())
        return startSession();
    m_probe->stop();
    m_probeGrace.start(kProbeGrace);
}

void Connector::startSession()
{
    release(m_session);
    if (m_step.opening)
        keepForItsTimes();
    else
        beginLog();
    release(m_probe);
    m_httpFailure = nullptr;
    Q_EMIT begun();
    m_session = makeConnection(Role::Session);
    ClientConnection *const c = m_session.get();
    watch(c);
    connect(c, &ClientConnection::opened, this, &Connector::opened);
    connect(c, &ClientConnection::broken, this, &Connector::onBroken);
    connect(c, &ClientConnection::notificationReceived, this, &Connector::notificationReceived);
    c->start();
}

// The steps of the probe are then the steps of the start.
void Connector::keepForItsTimes()
{
    m_answeredProbe = std::move(m_probe);
    m_answeredProbe->disconnect(this);
    connect(m_answeredProbe.get(), &ClientConnection::httpStateChanged, this, [this] {
        const wire::HttpState state = m_answeredProbe->httpState();
        if (state.times.begun == 0)
            return;
        release(m_answeredProbe);
        const QPointer<Connector> alive(this); // logHttp() emits: a receiver may stop the client
        logHttp(state);
        if (alive)
            Q_EMIT probeEnded(state);
    });
}

void Connector::onStarted(const ClientConnection &connection, const wire::StartReport &report)
{
    m_startReport = report;
    const wire::Launch *const launch = m_config.endpoint.launch();
    if (!launch)
        return; // the connection reports each phase
    m_log.done(StartStep::Kind::FindProgram, foundText(*launch, report), report.resolveNs);
    m_log.done(StartStep::Kind::StartProcess,
        Text::tr("PID %1 · own process group · in %2").arg(report.pid).arg(report.workingDirectory),
        report.spawnNs);
    m_log.done(StartStep::Kind::SendFirst,
        Text::tr("%1 · %2").arg(
            QString::fromStdString(connection.session().dialect().openingMethod()),
            bytesText(connection.openingSize())),
        connection.openingNs());
    // Not from now on: what has happened since may be in the same batch as this event.
    m_log.begin(StartStep::Kind::ReadFirst,
        {connection.startedNs() + report.resolveNs + report.spawnNs, 0});
    Q_EMIT stepsChanged();
}

void Connector::onStartFailed(
    ClientConnection *connection, const wire::StartReport &report, const Error &error)
{
    m_startReport = report;
    if (!m_config.endpoint.hasProcess()) {
        Evidence evidence;
        evidence.failure = connection->lastRefusal();
        evidence.httpStatus = evidence.failure ? evidence.failure->status : 0;
        return onBroken(error, evidence);
    }
    if (!report.resolved.isEmpty()) {
        m_log.done(StartStep::Kind::FindProgram,
            Text::tr("%1 is %2").arg(report.program, report.resolved), report.resolveNs);
        m_log.failed(StartStep::Kind::StartProcess, error.sentence, now());
    } else {
        m_log.failed(StartStep::Kind::FindProgram, error.sentence, now());
    }
    fail(error);
}

void Connector::onBroken(const Error &error, const Evidence &evidence)
{
    m_httpFailure = evidence.failure;
    Negotiator::Step step = m_negotiator.openingFailed(error, evidence);
    if (step.kind == Negotiator::Step::Kind::Fail)
        logBroken(step.error, evidence);
    follow(std::move(step));
}

void Connector::logBroken(const Error &error, const Evidence &evidence)
{
    if (evidence.failure) {
        logHttpFailure(m_log, *evidence.failure, error.sentence);
    } else if (m_config.endpoint.hasExchanges() && error.domain == Domain::Timeout) {
        // No connection would have been told before: see connectTimeout in makeConnection().
        m_log.doneBefore(StartStep::Kind::ReadFirst);
        m_log.failed(StartStep::Kind::ReadFirst, error.sentence, now());
    } else if (evidence.response || error.domain == Domain::Protocol) {
        m_log.doneBefore(StartStep::Kind::ReadFirst);
        m_log.done(StartStep::Kind::ReadFirst, QStringLiteral("answered"), now());
        m_log.failed(StartStep::Kind::AgreeOnRevision, error.sentence, now());
    } else {
        m_log.failRunning(error.sentence, now());
    }
}

void Connector::fail(const Error &error)
{
    m_probeGrace.stop();
    if (m_probe)
        m_probe->stop();
    Q_EMIT stepsChanged();
    Q_EMIT failed(error);
}

void Connector::logOpened(const Session &session, const QString &detection)
{
    const Response &response = session.opening();
    m_log.doneBefore(StartStep::Kind::ReadFirst);
    m_log.done(StartStep::Kind::ReadFirst, bytesText(response.message.bytes().size()),
        response.serverNs());
    m_log.done(
        StartStep::Kind::AgreeOnRevision, session.dialect().revision() + u' ' + detection, now());
    Q_EMIT stepsChanged();
}

void Connector::logHttp(const wire::HttpState &state)
{
    logHttpTimes(m_log, state.times, state.facts);
    Q_EMIT stepsChanged();
}

} // namespace sonde::mcp
