// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client.h"

#include "mcp/conversation.h"
#include "mcp/listrun.h"
#include "mcp/negotiation.h"
#include "json/builder.h"

#include <QPointer>
#include <QTimer>

#include <atomic>

namespace sonde::mcp {

namespace {

constexpr int kMaxDiagnostics = 200; // lines of stderr kept for a failure report
constexpr std::chrono::milliseconds kProbeGrace{
    500}; // for the probe to end before the session starts

// Numbers connections over all clients, so that a recording can tell them apart.
int nextConnection()
{
    static std::atomic_int last{0};
    return ++last;
}

Error notReady()
{
    Error error;
    error.domain = Domain::Transport;
    error.sentence = QStringLiteral("The server is not connected.");
    return error;
}

} // namespace

json::Value Negotiated::serverInfo() const
{
    const json::Value inMeta = answer.result()["_meta"]["io.modelcontextprotocol/serverInfo"];
    return inMeta ? inMeta : answer.result()["serverInfo"];
}

struct Client::Private {
    Client *const q;
    ClientConfig config;
    ClientState state = ClientState::Stopped;
    StartLog log;
    Error failure;
    wire::StartReport startReport;
    Negotiated negotiated;
    QStringList diagnostics;
    QString endReport;
    Plan plan;
    std::unique_ptr<Conversation> probe;
    std::unique_ptr<Conversation> session;
    wire::HttpState httpState;
    std::vector<Subscription *> subscriptions;
    QTimer probeGrace;
    bool restartWhenStopped = false;

    Private(Client *client, ClientConfig c)
        : q(client)
        , config(std::move(c))
    {
        probeGrace.setSingleShot(true);
        QObject::connect(&probeGrace, &QTimer::timeout, q, [this] { startSession(); });
        log.reset(stepKinds());
    }

    StartLog::Kinds stepKinds() const
    {
        if (!config.http)
            return StartLog::kProcess;
        return config.http->url.scheme() == QLatin1String("https") ? StartLog::kHttps
                                                                   : StartLog::kHttp;
    }

    void setState(ClientState next)
    {
        if (state == next)
            return;
        state = next;
        Q_EMIT q->stateChanged();
    }

    std::unique_ptr<Conversation> converse(bool isProbe);
    void startProbe();
    void probeOver(Plan next);
    void startSession();
    void onStarted(const wire::StartReport &report);
    void onStartFailed(const wire::StartReport &report, const Error &error);
    void onOpened();
    void onBroken(const Error &error);
    void onEnded(const wire::ExitReport &report);
    void onDiagnostic(const QString &line);
    void fail(const Error &error);
    Stamp now() const { return SystemClock::instance().now(); }
};

std::unique_ptr<Conversation> Client::Private::converse(bool isProbe)
{
    Conversation::Setup setup;
    setup.launch = config.launch;
    setup.link.thread = config.wireThread;
    setup.link.tap = config.tap;
    setup.link.server = config.name;
    setup.link.connection = nextConnection();
    setup.link.probe = isProbe;
    setup.era = isProbe ? Era::Stateless : plan.era;
    setup.revision = isProbe ? revisionsOf(Era::Stateless).front() : plan.revision;
    // A probe's answer is judged, not obeyed.
    setup.exact = isProbe || plan.exact;
    setup.openingTimeout = config.handshakeTimeout;
    return std::make_unique<Conversation>(setup);
}

// 2026-07-28 basic/versioning, stdio: "prefer probing on a disposable sibling process", because
// some servers exit at any request before initialize.
void Client::Private::startProbe()
{
    probe = converse(true);
    Conversation *const c = probe.get();
    QObject::connect(
        c, &Conversation::started, q, [this](const auto &report) { onStarted(report); });
    QObject::connect(c, &Conversation::startFailed, q,
        [this](const auto &report, const auto &error) { onStartFailed(report, error); });
    QObject::connect(
        c, &Conversation::diagnosticReceived, q, [this](const auto &line) { onDiagnostic(line); });
    QObject::connect(c, &Conversation::opened, q,
        [this, c] { probeOver(judgeProbe(c->session().opening().message)); });
    QObject::connect(c, &Conversation::refused, q,
        [this](const rpc::Message &answer) { probeOver(judgeProbe(answer)); });
    QObject::connect(c, &Conversation::broken, q, [this](const Error &error) {
        probeOver(judgeSilence(error.domain == Domain::Timeout
                ? QStringLiteral("The probe server/discover was not answered.")
                : QStringLiteral("The probe failed: %1").arg(error.sentence)));
    });
    QObject::connect(c, &Conversation::ended, q, [this] {
        if (probeGrace.isActive()) {
            probeGrace.stop();
            startSession();
        }
    });
    c->start();
}

void Client::Private::probeOver(Plan next)
{
    if (probeGrace.isActive() || session)
        return;
    plan = std::move(next);
    probe->note(QStringLiteral("era probed"), plan.verdict);
    if (probe->isOver())
        return startSession();
    probe->stop();
    probeGrace.start(kProbeGrace);
}

void Client::Private::startSession()
{
    if (probe) {
        probe->disconnect(q);
        probe.release()->deleteLater();
    }
    log.reset(stepKinds());
    diagnostics.clear();
    session = converse(false);
    Conversation *const c = session.get();
    QObject::connect(
        c, &Conversation::started, q, [this](const auto &report) { onStarted(report); });
    QObject::connect(c, &Conversation::startFailed, q,
        [this](const auto &report, const auto &error) { onStartFailed(report, error); });
    QObject::connect(
        c, &Conversation::diagnosticReceived, q, [this](const auto &line) { onDiagnostic(line); });
    QObject::connect(c, &Conversation::opened, q, [this] { onOpened(); });
    QObject::connect(c, &Conversation::broken, q, [this](const auto &error) { onBroken(error); });
    QObject::connect(c, &Conversation::ended, q, [this](const auto &report) { onEnded(report); });
    QObject::connect(c, &Conversation::notificationReceived, q, &Client::notificationReceived);
    log.begin(StartStep::Kind::FindProgram, now());
    c->start();
}

void Client::Private::onStarted(const wire::StartReport &report)
{
    startReport = report;
    log.done(StartStep::Kind::FindProgram,
        QStringLiteral("%1 is %2").arg(report.program, report.resolved), report.resolveNs);
    log.done(StartStep::Kind::StartProcess,
        QStringLiteral("pid %1 · own process group · in %2")
            .arg(report.pid)
            .arg(report.workingDirectory),
        report.spawnNs);
    const Conversation &c = session ? *session : *probe;
    log.done(StartStep::Kind::SendFirst,
        QStringLiteral("%1 · %2 bytes")
            .arg(QString::fromStdString(c.session().dialect().openingMethod()))
            .arg(c.openingSize()),
        c.openingNs());
    // Not from now on: what has happened since may be in the same batch as this event.
    log.begin(StartStep::Kind::ReadFirst, {c.startedNs() + report.resolveNs + report.spawnNs, 0});
    Q_EMIT q->stepsChanged();
}

void Client::Private::onStartFailed(const wire::StartReport &report, const Error &error)
{
    startReport = report;
    if (!report.resolved.isEmpty()) {
        log.done(StartStep::Kind::FindProgram,
            QStringLiteral("%1 is %2").arg(report.program, report.resolved), report.resolveNs);
        log.failed(StartStep::Kind::StartProcess, error.sentence, now());
    } else {
        log.failed(StartStep::Kind::FindProgram, error.sentence, now());
    }
    probeGrace.stop();
    fail(error);
}

void Client::Private::onOpened()
{
    const Session &s = session->session();
    const Answer &answer = s.opening();
    negotiated = {};
    negotiated.era = s.dialect().era();
    negotiated.revision = s.dialect().revision();
    negotiated.verdict = plan.verdict;
    if (negotiated.revision != plan.revision)
        negotiated.verdict +=
            QStringLiteral(" The server answered %1 with revision %2.")
                .arg(QString::fromStdString(s.dialect().openingMethod()), negotiated.revision);
    negotiated.answer = answer.message;
    negotiated.serverName = negotiated.serverInfo()["name"].toString();
    negotiated.serverTitle = negotiated.serverInfo()["title"].toString();
    negotiated.serverVersion = negotiated.serverInfo()["version"].toString();
    negotiated.instructions = answer.result()["instructions"].toString();
    negotiated.clientCapabilities = json::Document::parse(Dialect::clientCapabilities());
    negotiated.firstAnswerNs = answer.received.steady - answer.sent.steady;
    log.done(StartStep::Kind::ReadFirst,
        QStringLiteral("%1 bytes").arg(answer.message.bytes().size()), negotiated.firstAnswerNs);
    log.done(
        StartStep::Kind::AgreeOnRevision, negotiated.revision + u' ' + negotiated.verdict, now());
    session->note(QStringLiteral("revision agreed"),
        negotiated.revision + QStringLiteral(". ") + negotiated.verdict);
    Q_EMIT q->stepsChanged();
    setState(ClientState::Ready);
}

void Client::Private::onBroken(const Error &error)
{
    if (state != ClientState::Starting)
        return;
    if (error.domain == Domain::Server || error.domain == Domain::Protocol) {
        log.done(StartStep::Kind::ReadFirst, QStringLiteral("answered"), now());
        log.failed(StartStep::Kind::AgreeOnRevision, error.sentence, now());
    } else {
        log.failRunning(error.sentence, now());
    }
    fail(error);
}

void Client::Private::onEnded(const wire::ExitReport &report)
{
    endReport = report.sentence();
    session->disconnect(q);
    session.release()->deleteLater();
    if (state == ClientState::Stopping) {
        setState(ClientState::Stopped);
    } else if (state == ClientState::Ready) {
        Error error;
        error.domain = Domain::Process;
        error.sentence = QStringLiteral("The server's process ended by itself: %1.").arg(endReport);
        failure = error;
        setState(ClientState::Failed);
    }
    if (std::exchange(restartWhenStopped, false))
        q->start();
}

void Client::Private::onDiagnostic(const QString &line)
{
    diagnostics.append(line);
    if (diagnostics.size() > kMaxDiagnostics)
        diagnostics.removeFirst();
    Q_EMIT q->diagnosticReceived(line);
}

void Client::Private::fail(const Error &error)
{
    failure = error;
    failure.detail = diagnostics.join(u'\n');
    // The process, if one is left, is stopped; its end arrives in Failed and changes nothing.
    for (auto *conversation : {probe.get(), session.get()}) {
        if (conversation)
            conversation->stop();
    }
    Q_EMIT q->stepsChanged();
    setState(ClientState::Failed);
}

Client::Client(ClientConfig config, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(config)))
{
}

Client::~Client()
{
    for (auto *conversation : {d->probe.get(), d->session.get()}) {
        if (conversation)
            conversation->disconnect(this);
    }
}

void Client::start()
{
    if (d->state != ClientState::Stopped && d->state != ClientState::Failed)
        return;
    for (auto *conversation : {&d->probe, &d->session}) {
        if (*conversation) {
            (*conversation)->disconnect(this);
            conversation->release()->deleteLater();
        }
    }
    d->log.reset(d->stepKinds());
    d->log.begin(StartStep::Kind::FindProgram, d->now());
    d->failure = {};
    d->endReport.clear();
    d->diagnostics.clear();
    d->plan = planFor(d->config.era);
    d->setState(ClientState::Starting);
    if (d->plan.probe)
        d->startProbe();
    else
        d->startSession();
    Q_EMIT stepsChanged();
}

void Client::stop()
{
    if (d->state != ClientState::Starting && d->state != ClientState::Ready)
        return;
    d->probeGrace.stop();
    if (d->probe) {
        d->probe->disconnect(this);
        d->probe.release()->deleteLater();
    }
    if (!d->session)
        return d->setState(ClientState::Stopped);
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

RequestHandle Client::request(const QString &method, const Bytes &params,
    const CallOptions &options, QObject *context, std::function<void(Result<Answer>)> done)
{
    if (d->state != ClientState::Ready || !d->session) {
        QMetaObject::invokeMethod(
            context, [done] { done(notReady()); }, Qt::QueuedConnection);
        return {};
    }
    const Token token =
        d->session->call(method.toStdString(), params.view(), options, context, std::move(done));
    return RequestHandle([conversation = QPointer<Conversation>(d->session.get()), token] {
        if (conversation)
            conversation->cancel(token);
    });
}

namespace {

std::string toolCallParams(const QString &name, const Bytes &arguments)
{
    json::Builder params;
    params.beginObject().member("name", QStringView(name));
    if (!arguments.isEmpty())
        params.rawMember("arguments", arguments.view());
    return params.endObject().takeString();
}

} // namespace

RequestHandle Client::callTool(const QString &name, const Bytes &arguments,
    const CallOptions &options, QObject *context, std::function<void(Result<Answer>)> done)
{
    return request(QStringLiteral("tools/call"), Bytes::copyOf(toolCallParams(name, arguments)),
        options, context, std::move(done));
}

RequestHandle Client::list(const QString &method, const QString &member, const CallOptions &options,
    QObject *context, std::function<void(Result<Listing>)> done)
{
    return std::make_shared<ListRun>(this, method, member, options, context, std::move(done))
        ->start();
}

Bytes Client::previewToolCall(const QString &name, const Bytes &arguments, bool wantProgress) const
{
    const auto params = toolCallParams(name, arguments);
    if (d->session)
        return d->session->session().preview("tools/call", params, wantProgress);
    return Session(Era::Handshake, revisionsOf(Era::Handshake).front(), false)
        .preview("tools/call", params, wantProgress);
}

void Client::mark(const rpc::Place &place, rpc::Problem problem)
{
    if (d->session)
        d->session->mark(place, problem);
}

const ClientConfig &Client::config() const
{
    return d->config;
}

ClientState Client::state() const
{
    return d->state;
}

const std::vector<StartStep> &Client::steps() const
{
    return d->log.steps();
}

const Error &Client::failure() const
{
    return d->failure;
}

const wire::StartReport &Client::startReport() const
{
    return d->startReport;
}

const Negotiated &Client::negotiated() const
{
    return d->negotiated;
}

const QStringList &Client::lastDiagnostics() const
{
    return d->diagnostics;
}

QString Client::endReport() const
{
    return d->endReport;
}

const wire::HttpState &Client::httpState() const
{
    return d->httpState;
}

const wire::HttpFailure *Client::httpFailure() const
{
    return nullptr;
}

Subscription *Client::listen(const Bytes &filter)
{
    auto *const subscription = new Subscription(this, json::Document::parse(filter), false);
    d->subscriptions.push_back(subscription);
    Q_EMIT subscriptionsChanged();
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

int Client::pendingCount() const
{
    return d->session ? static_cast<int>(d->session->session().pendingCount()) : 0;
}

} // namespace sonde::mcp
