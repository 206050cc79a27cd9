// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/clientconnection.h"

#include "base/formatting.h"
#include "base/overloaded.h"
#include "mcp/client/serverrequest.h"
#include "mcp/client/serverrequesthandler.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/mcptext.h"
#include "mcp/message/methods.h"
#include "mcp/session/sessionerrors.h"
#include "rpc/lifecycle.h"

#include <QPointer>

namespace sonde::mcp {

namespace {

constexpr std::size_t kMaxDiagnosticLine = 4096; // of stderr, handed to the window
constexpr std::size_t kMaxReadAgain = std::size_t(1) << 20; // of a request that is held

bool authorizes(const ClientConnection::Setup &setup)
{
    return setup.authorizer && setup.endpoint.canBeAuthorized();
}

wire::Link::Options linkOptions(const ClientConnection::Setup &setup)
{
    wire::Link::Options options = setup.link;
    options.batchesAllowed = false; // until 2025-03-26 is agreed on
    options.authorizes = authorizes(setup);
    if (options.authorizes)
        options.authorization = setup.authorizer->current();
    return options;
}

wire::LinkWorker::MakeTransport transportMaker(const ClientConnection::Setup &setup)
{
    return [endpoint = setup.endpoint, decorate = setup.decorate](
               const wire::TransportContext &context) {
        auto transport = endpoint.makeTransport(context);
        return decorate ? decorate(std::move(transport), context) : std::move(transport);
    };
}

} // namespace

ClientConnection::ClientConnection(const Setup &setup)
    : m_setup(setup)
    , m_session(setup.era, setup.revision, setup.exact,
          setup.endpoint.hasExchanges() ? Binding::Http : Binding::Stdio,
          {setup.capabilities, setup.serverRequests != nullptr, setup.link.probe}, setup.orLegacy)
    , m_link(transportMaker(setup), linkOptions(setup))
    , m_canceller(std::make_shared<Canceller>(this))
    , m_replies(
          m_session, m_actions, [this] { perform(); }, setup.capabilities)
{
    m_session.setOrigin(setup.origin);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::CoarseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_armedFor = Session::kNever;
        m_session.tick(SystemClock::instance().now(), m_actions);
        perform();
    });
    if (authorizes(setup))
        connect(setup.authorizer, &wire::Authorizer::changed, this, [this] {
            // While it is being authorized, what waits must not be sent again: the response comes.
            if (!m_authorizing)
                m_link.setAuthorization({m_setup.authorizer->current(), {}});
        });
    m_link.setReceiver([this](std::span<wire::Event> events) { receive(events); });
}

ClientConnection::~ClientConnection()
{
    m_canceller->open = nullptr;
    if (m_performing != nullptr)
        *m_performing = false;
}

void ClientConnection::start()
{
    m_startedNs = SystemClock::instance().now().steady;
    m_link.start();
}

void ClientConnection::stop()
{
    m_link.stop();
}

Token ClientConnection::call(std::string method, std::string_view params,
    const CallOptions &options, QObject *context, Answered done)
{
    m_session.setOrigin(originOf(options.origin));
    const Token token = m_session.call(std::move(method), params, timeouts(options),
        options.wantProgress, SystemClock::instance().now(), m_actions);
    m_session.setOrigin(m_setup.origin);
    if (options.onNumbered)
        options.onNumbered(token);
    remember(token, context, std::move(done), options);
    perform();
    return token;
}

Token ClientConnection::listen(std::string_view params, rpc::Origin origin, QObject *context,
    std::function<void(const rpc::Message &)> heard, Answered done)
{
    m_session.setOrigin(originOf(origin));
    const Token token = m_session.listen(params, SystemClock::instance().now(), m_actions);
    m_session.setOrigin(m_setup.origin);
    CallOptions options;
    options.onProgress = std::move(heard);
    remember(token, context, std::move(done), options);
    perform();
    return token;
}

rpc::Origin ClientConnection::originOf(rpc::Origin asked) const
{
    return asked == rpc::Origin::None ? m_setup.origin : asked;
}

Timeouts ClientConnection::timeouts(const CallOptions &options) const
{
    return {options.idleTimeout.value_or(m_setup.timeouts.idle),
        options.totalTimeout.value_or(m_setup.timeouts.total)};
}

void ClientConnection::remember(
    Token token, QObject *context, Answered &&done, const CallOptions &options)
{
    m_callers.add(token, context, std::move(done), options);
    Q_EMIT requestNumbered();
}

void ClientConnection::notify(
    const std::string &method, std::string_view params, rpc::Origin origin)
{
    m_session.setOrigin(originOf(origin));
    m_session.notify(method, params, m_actions);
    m_session.setOrigin(m_setup.origin);
    perform();
}

Token ClientConnection::sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
    const CallOptions &options, QObject *context, Answered done)
{
    m_session.setOrigin(originOf(options.origin));
    const Token token = m_session.sendRaw(
        text, headers, timeouts(options), SystemClock::instance().now(), m_actions);
    m_session.setOrigin(m_setup.origin);
    if (token != 0)
        remember(token, context, std::move(done), options);
    perform();
    return token;
}

// The response to a cancel() is an event of its own: the callback never runs inside the call.
void ClientConnection::cancel(Token token)
{
    QMetaObject::invokeMethod(
        this,
        [this, token] {
            m_session.cancel(token, QStringLiteral("cancelled by the user"),
                SystemClock::instance().now(), m_actions);
            perform();
        },
        Qt::QueuedConnection);
}

// Among what is sent, so that it stands in the trace just before what it is about.
void ClientConnection::logLifecycle(const QString &what, const QString &detail)
{
    m_actions.emplace_back(LogLifecycle{what, detail});
    perform();
}

void ClientConnection::receive(std::span<wire::Event> events)
{
    const QPointer<ClientConnection> alive(this); // a callback may destroy this
    for (wire::Event &event : events) {
        receive(event);
        if (!alive)
            return;
    }
    armTimer();
}

void ClientConnection::receive(wire::Event &event)
{
    std::visit(
        Overloaded{
            [this](wire::Received &message) { receiveMessage(message); },
            [this](const wire::Diagnostic &diagnostic) { receiveDiagnostic(diagnostic); },
            [this](const wire::Fetching &fetching) {
                m_session.postponeOpening(m_setup.timeouts.fetch, SystemClock::instance().now());
                Q_EMIT fetchingServer(fetching.program);
            },
            [this](const wire::Unended &line) {
                m_session.unended(line.beginning, line.bytes, line.at);
            },
            [this](const wire::Started &start) { receiveStart(start); },
            [this](wire::Refused &refusal) { receiveRefusal(refusal); },
            [this](const wire::AuthorizationRequested &wanted) { authorize(wanted.request); },
            [this](wire::HeldRequest &held) { heldRequestChanged(held); },
            [this](wire::HttpStateChanged &changed) {
                m_httpState = std::move(changed.state);
                Q_EMIT httpStateChanged();
            },
            [this](const wire::BreakpointHolds &breakpoint) {
                m_heldNs = breakpoint.holds ? breakpoint.at.steady : 0;
                stopClocks();
            },
            [this](const wire::BreakpointDropped &dropped) {
                m_session.dropped(dropped.request, dropped.isResponse);
            },
            [this](const wire::StartFailed &failure) {
                m_over = true;
                Q_EMIT startFailed(failure.report, failure.error);
            },
            [this](const wire::Ended &end) { receiveEnd(end); },
        },
        event);
}

void ClientConnection::receiveStart(const wire::Started &start)
{
    const QPointer<ClientConnection> alive(this); // begin() performs actions: see perform()
    begin();
    if (alive)
        Q_EMIT started(start.report);
}

void ClientConnection::receiveMessage(wire::Received &received)
{
    const bool ended = received.message.problem != rpc::Problem::Unfinished;
    m_receivedBytes += received.message.bytes().size() + (ended ? 1 : 0);
    m_session.received(std::move(received.message),
        {received.at, received.place, received.httpStatus, received.responseTo, received.sentUpTo,
            received.requestedNs},
        m_actions);
    perform();
}

void ClientConnection::receiveDiagnostic(const wire::Diagnostic &diagnostic)
{
    const Bytes text = diagnostic.line.slice(0, kMaxDiagnosticLine);
    Q_EMIT diagnosticReceived({diagnostic.at,
        QString::fromUtf8(text.data(), qsizetype(text.size())), diagnostic.line.size()});
}

void ClientConnection::receiveRefusal(wire::Refused &refusal)
{
    const QPointer<ClientConnection> alive(this); // a receiver may destroy this
    if (refusal.id.empty()) {
        m_lastRefusal = std::make_shared<wire::HttpFailure>(refusal.failure);
        Q_EMIT notificationRefused(httpError(*m_lastRefusal));
    }
    if (!alive)
        return;
    m_session.refused(refusal.id, std::move(refusal.failure), refusal.at, m_actions);
    perform();
}

void ClientConnection::receiveEnd(const wire::Ended &end)
{
    m_over = true;
    const QPointer<ClientConnection> alive(this); // callers get their errors and may destroy this
    const QString why = endSentence(end);
    endTasks(why);
    m_session.ended(why, m_actions);
    perform();
    if (alive)
        Q_EMIT ended(end.report);
}

void ClientConnection::authorize(const wire::AuthorizationChallenge &request)
{
    m_authorizing = true;
    stopClocks();
    m_link.logLifecycle(QLatin1String(rpc::lifecycle::kAuthorizationRequired),
        QStringLiteral("HTTP status %1").arg(request.status));
    m_setup.authorizer->authorize(request, this, [this](const Result<wire::AuthorizationPtr> &got) {
        m_authorizing = false;
        stopClocks();
        if (got) {
            m_link.logLifecycle(QLatin1String(rpc::lifecycle::kAuthorized), QString());
            m_link.setAuthorization({*got, {}});
        } else {
            m_link.logLifecycle(
                QLatin1String(rpc::lifecycle::kNotAuthorized), got.error().sentence);
            m_link.setAuthorization({nullptr, got.error()});
        }
        armTimer();
    });
}

// While a person decides: about an authorization, or about a message at a breakpoint.
void ClientConnection::stopClocks()
{
    const Stamp now = SystemClock::instance().now();
    if (m_authorizing || m_heldNs > 0)
        m_session.suspend(now);
    else
        m_session.resume(now);
}

// Said as the trace says it.
void ClientConnection::heldRequestChanged(wire::HeldRequest &held)
{
    rpc::Message message;
    if (held.body.size() <= kMaxReadAgain && rpc::decodeOne(held.body, message)) {
        held.id = message.id;
        held.method = message.method;
        held.target = targetOf(message.method, message.params().raw());
    }
    held.body = {};
    m_setup.authorizer->heldRequestChanged(held);
}

void ClientConnection::begin()
{
    const auto now = SystemClock::instance().now();
    if (m_setup.opening) {
        m_session.adopt(*m_setup.opening, now, m_actions);
    } else {
        m_session.open(m_setup.timeouts.handshake, now, m_actions);
        m_openingSize = std::get<Send>(m_actions.back()).message.size()
            + (m_setup.endpoint.sendsLines() ? 1 : 0);
    }
    const QPointer<ClientConnection> alive(this); // see perform()
    perform();
    if (alive)
        m_openingNs = SystemClock::instance().now().steady - now.steady;
}

// Before the first response the time and the amount of output are evidence.
QString ClientConnection::endSentence(const wire::Ended &end) const
{
    if (m_session.state() != Session::State::Opening)
        return end.report.end().sentence();
    const auto ns = end.at.steady - m_startedNs;
    return Text::tr("%1, after %2 ms, %3 on stdout")
        .arg(end.report.end().sentence(), QString::number(double(ns) / 1e6, 'f', 1),
            bytesText(m_receivedBytes));
}

// Callers may send another request from inside their callback: what that adds is performed by the
// loop that runs already. They may also destroy this: the destructor then clears `alive`.
void ClientConnection::perform()
{
    if (m_performing != nullptr)
        return;
    bool alive = true;
    m_performing = &alive;
    Actions batch = std::move(m_spareActions); // on the side: this may be destroyed meanwhile
    while (!m_actions.empty()) {
        batch.swap(m_actions);
        for (Action &action : batch) {
            perform(action);
            if (!alive)
                return;
        }
        batch.clear();
    }
    m_spareActions = std::move(batch);
    m_performing = nullptr;
    armTimer();
}

void ClientConnection::perform(Action &action)
{
    std::visit(
        Overloaded{
            [this](Send &send) { m_link.send(std::move(send)); },
            [this](Complete &response) { m_callers.complete(response); },
            [this](const LateResponse &late) { m_callers.reportLate(late.call); },
            [this](const Renumbered &again) { m_callers.renumbered(again.caller, again.number); },
            [this](const Notify &notify) { Q_EMIT notificationReceived(notify.message); },
            [this](const Progress &news) { m_callers.reportProgress(news.token, news.message); },
            [this](RequestReceived &received) { receiveRequest(received); },
            [this](const Withdrawn &withdrawn) {
                if (m_setup.serverRequests)
                    m_setup.serverRequests->withdrawRequest(withdrawn.id, withdrawn.why);
            },
            [this](const SubscriptionNotification &news) {
                m_callers.reportProgress(news.token, news.message);
            },
            [this](const ReportProblem &found) { m_link.report(found.place, found.problem); },
            [this](const Abandon &unwanted) { m_link.abandon(unwanted.id); },
            [this](const SetHttpProtocol &next) { m_link.setProtocol(next.protocol); },
            [this](const LogLifecycle &line) { m_link.logLifecycle(line.what, line.detail); },
            [this](const OpenFailed &failure) { Q_EMIT broken(failure.error, failure.evidence); },
            [this](const Opened &) {
                allowBatches();
                Q_EMIT opened();
            },
            [this](const Renewed &) {
                allowBatches();
                Q_EMIT renewed();
            },
        },
        action);
}

// As the revision that was negotiated has it.
void ClientConnection::allowBatches()
{
    m_link.setBatchesAllowed(m_session.dialect().revision() == QLatin1String("2025-03-26"));
}

void ClientConnection::receiveRequest(RequestReceived &received)
{
    RequestReplies::Seen seen = m_replies.look(received.message);
    if (seen.cancelled && m_setup.serverRequests)
        m_setup.serverRequests->withdrawRequest(
            *seen.cancelled, Text::tr("The server cancelled the task."));
    m_replies.send(seen.replies);
    if (seen.isForReview)
        m_setup.serverRequests->handleRequest(ServerRequest(&m_replies, std::move(received.message),
            std::move(received.cause), std::move(seen.task)));
}

void ClientConnection::endTasks(const QString &why)
{
    for (const rpc::Id &id : m_replies.abandonTasks()) {
        if (m_setup.serverRequests)
            m_setup.serverRequests->withdrawRequest(id, session::connectionEnded(why).sentence);
    }
}

// One timer for the earliest deadline, moved only when that one comes earlier.
void ClientConnection::armTimer()
{
    const auto deadline = m_session.nextDeadline();
    if (deadline >= m_armedFor)
        return;
    m_armedFor = deadline;
    const auto left = deadline - SystemClock::instance().now().steady;
    m_timer.start(std::chrono::milliseconds(std::max<std::int64_t>(left / 1'000'000 + 1, 0)));
}

} // namespace sonde::mcp
