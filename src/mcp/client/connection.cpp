// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/connection.h"

#include "base/formatting.h"
#include "mcp/message/methods.h"
#include "mcp/message/servererror.h"
#include "mcp/session/sessionerrors.h"
#include "rpc/lifecycle.h"
#include "wire/link/linemessagetransport.h"
#include "wire/process/stdiotransport.h"
#include "wire/streamable/httpmessagetransport.h"

#include <QCoreApplication>

namespace sonde::mcp {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Connection)
};

constexpr std::size_t kMaxDiagnosticLine = 4096; // of stderr, handed to the window
constexpr std::size_t kMaxReadAgain = std::size_t(1) << 20; // of a request that is held

wire::Link::Options linkOptions(const Connection::Setup &setup)
{
    wire::Link::Options options = setup.link;
    options.batchesAllowed = false; // until 2025-03-26 is agreed on
    options.authorizes = setup.http && setup.authorizer;
    if (options.authorizes)
        options.authorization = setup.authorizer->current();
    return options;
}

wire::LinkWorker::MakeTransport transportMaker(const Connection::Setup &setup)
{
    if (setup.http)
        return [target = *setup.http](const wire::TransportContext &context) {
            return wire::makeHttpMessageTransport(target, context);
        };
    return [launch = setup.launch](const wire::TransportContext &context) {
        return std::make_unique<wire::LineMessageTransport>(
            std::make_unique<wire::StdioTransport>(launch), context);
    };
}

} // namespace

Connection::Connection(const Setup &setup)
    : m_setup(setup)
    , m_session(setup.era, setup.revision, setup.exact, setup.http ? Binding::Http : Binding::Stdio,
          {setup.capabilities, static_cast<bool>(setup.onRequest), setup.link.probe},
          setup.orLegacy)
    , m_hosted(setup.capabilities)
    , m_link(transportMaker(setup), linkOptions(setup))
    , m_canceller(std::make_shared<Canceller>(this))
{
    m_session.setOrigin(setup.origin);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::CoarseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_armedFor = Session::kNever;
        m_session.tick(SystemClock::instance().now(), m_actions);
        perform();
    });
    if (setup.http && setup.authorizer)
        connect(setup.authorizer, &wire::Authorizer::changed, this, [this] {
            if (!m_authorizing) // else the response comes, and what waits must not be repeated
                                // before
                m_link.setAuthorization({m_setup.authorizer->current(), {}});
        });
    m_link.setReceiver([this](std::span<wire::Event> events) { receive(events); });
}

Connection::~Connection()
{
    m_canceller->open = nullptr;
    if (m_performing != nullptr)
        *m_performing = false;
}

void Connection::start()
{
    m_startedNs = SystemClock::instance().now().steady;
    m_link.start();
}

void Connection::stop()
{
    m_link.stop();
}

Token Connection::call(std::string method, std::string_view params, const CallOptions &options,
    QObject *context, Answered done)
{
    m_session.setOrigin(originOf(options.origin));
    const Token token = m_session.call(std::move(method), params, timeouts(options),
        options.wantProgress, SystemClock::instance().now(), m_actions);
    m_session.setOrigin(m_setup.origin);
    remember(token, context, std::move(done), options);
    perform();
    return token;
}

Token Connection::listen(std::string_view params, rpc::Origin origin, QObject *context,
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

rpc::Origin Connection::originOf(rpc::Origin asked) const
{
    return asked == rpc::Origin::None ? m_setup.origin : asked;
}

Timeouts Connection::timeouts(const CallOptions &options) const
{
    return {options.idleTimeout.value_or(m_setup.idleTimeout),
        options.totalTimeout.value_or(m_setup.totalTimeout)};
}

void Connection::remember(
    Token token, QObject *context, Answered &&done, const CallOptions &options)
{
    Caller &caller = m_callers.add(token);
    caller.context = context;
    caller.done = std::move(done);
    caller.onProgress = options.onProgress;
    caller.onLate = options.onLate;
    Q_EMIT requestNumbered();
}

void Connection::notify(const std::string &method, std::string_view params, rpc::Origin origin)
{
    m_session.setOrigin(originOf(origin));
    m_session.notify(method, params, m_actions);
    m_session.setOrigin(m_setup.origin);
    perform();
}

Token Connection::sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
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
void Connection::cancel(Token token)
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

void Connection::reply(const rpc::Id &id, std::string_view result)
{
    m_session.reply(id, result, SystemClock::instance().now(), m_actions);
    perform();
}

void Connection::refuse(const rpc::Id &id, int code, const QString &message)
{
    m_session.refuse(id, code, message.toStdString(), SystemClock::instance().now(), m_actions);
    perform();
}

// Among what is sent, so that it stands in the trace just before what it is about.
void Connection::logLifecycle(const QString &what, const QString &detail)
{
    m_actions.emplace_back(LogLifecycle{what, detail});
    perform();
}

void Connection::receive(std::span<wire::Event> events)
{
    const QPointer<Connection> alive(this);
    for (wire::Event &event : events) {
        receive(event);
        if (!alive)
            return;
    }
    armTimer();
}

void Connection::receive(wire::Event &event)
{
    if (auto *message = std::get_if<wire::Received>(&event)) {
        const bool ended = message->message.problem != rpc::Problem::Unfinished;
        m_receivedBytes += message->message.bytes().size() + (ended ? 1 : 0);
        m_session.received(std::move(message->message),
            {message->at, message->place, message->httpStatus, message->answerTo, message->sentUpTo,
                message->requestedNs},
            m_actions);
        perform();
    } else if (const auto *line = std::get_if<wire::Diagnostic>(&event)) {
        const Bytes text = line->line.slice(0, kMaxDiagnosticLine);
        Q_EMIT diagnosticReceived(
            {line->at, QString::fromUtf8(text.data(), qsizetype(text.size())), line->line.size()});
    } else if (const auto *fetching = std::get_if<wire::Fetching>(&event)) {
        m_session.postponeOpening(m_setup.fetchTimeout, SystemClock::instance().now());
        Q_EMIT fetchingServer(fetching->program);
    } else if (const auto *rest = std::get_if<wire::Unended>(&event)) {
        m_session.unended(rest->beginning, rest->bytes, rest->at);
    } else if (const auto *start = std::get_if<wire::Started>(&event)) {
        const QPointer<Connection> alive(this);
        begin();
        if (alive)
            Q_EMIT started(start->report);
    } else if (auto *refusal = std::get_if<wire::Refused>(&event)) {
        const QPointer<Connection> alive(this);
        if (refusal->id.empty()) {
            m_lastRefusal = std::make_shared<wire::HttpFailure>(refusal->failure);
            Q_EMIT notificationRefused(httpError(*m_lastRefusal));
        }
        if (!alive)
            return;
        m_session.refused(refusal->id, std::move(refusal->failure), refusal->at, m_actions);
        perform();
    } else if (const auto *wanted = std::get_if<wire::AuthorizationRequested>(&event)) {
        authorize(wanted->request);
    } else if (auto *held = std::get_if<wire::HeldRequest>(&event)) {
        heldRequestChanged(*held);
    } else if (auto *changed = std::get_if<wire::HttpStateChanged>(&event)) {
        m_httpState = std::move(changed->state);
        Q_EMIT httpStateChanged();
    } else if (const auto *failure = std::get_if<wire::StartFailed>(&event)) {
        m_over = true;
        Q_EMIT startFailed(failure->report, failure->error);
    } else if (const auto *end = std::get_if<wire::Ended>(&event)) {
        m_over = true;
        const QPointer<Connection> alive(this);
        const QString why = endSentence(*end);
        endHosted(why);
        m_session.ended(why, m_actions);
        perform();
        if (alive)
            Q_EMIT ended(end->report);
    }
}

void Connection::authorize(const wire::AuthorizationChallenge &request)
{
    m_session.suspend(SystemClock::instance().now());
    m_authorizing = true;
    m_link.logLifecycle(QLatin1String(rpc::lifecycle::kAuthorizationRequired),
        QStringLiteral("HTTP status %1").arg(request.status));
    m_setup.authorizer->authorize(request, this, [this](const Result<wire::AuthorizationPtr> &got) {
        m_session.resume(SystemClock::instance().now());
        m_authorizing = false;
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

// Said as the trace says it.
void Connection::heldRequestChanged(wire::HeldRequest &held)
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

void Connection::begin()
{
    const auto now = SystemClock::instance().now();
    if (m_setup.opening) {
        m_session.adopt(*m_setup.opening, now, m_actions);
    } else {
        m_session.open(m_setup.openingTimeout, now, m_actions);
        m_openingSize = std::get<Send>(m_actions.back()).message.size() + (m_setup.http ? 0 : 1);
    }
    const QPointer<Connection> alive(this);
    perform();
    if (alive)
        m_openingNs = SystemClock::instance().now().steady - now.steady;
}

// Before the first response the time and the amount of output are evidence.
QString Connection::endSentence(const wire::Ended &end) const
{
    if (m_session.state() != Session::State::Opening)
        return end.report.sentence();
    const auto ns = end.at.steady - m_startedNs;
    return Text::tr("%1, after %2 ms, %3 on stdout")
        .arg(end.report.sentence(), QString::number(double(ns) / 1e6, 'f', 1),
            bytesText(m_receivedBytes));
}

// Callers may ask again from inside their callback: what that adds is performed by the loop that
// runs already.
void Connection::perform()
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

void Connection::perform(Action &action)
{
    if (auto *send = std::get_if<Send>(&action)) {
        m_link.send(std::move(*send));
    } else if (auto *answer = std::get_if<Complete>(&action)) {
        complete(*answer);
    } else if (const auto *late = std::get_if<LateResponse>(&action)) {
        reportLate(late->call);
    } else if (auto *notify = std::get_if<Notify>(&action)) {
        Q_EMIT notificationReceived(notify->message);
    } else if (const auto *progress = std::get_if<Progress>(&action)) {
        reportProgress(progress->token, progress->message);
    } else if (auto *received = std::get_if<RequestReceived>(&action)) {
        receiveRequest(*received);
    } else if (const auto *withdrawn = std::get_if<Withdrawn>(&action)) {
        if (m_setup.onWithdrawn)
            m_setup.onWithdrawn(withdrawn->id, withdrawn->why);
    } else if (const auto *news = std::get_if<SubscriptionNotification>(&action)) {
        reportProgress(news->token, news->message);
    } else if (const auto *found = std::get_if<ReportProblem>(&action)) {
        m_link.report(found->place, found->problem);
    } else if (const auto *unwanted = std::get_if<Abandon>(&action)) {
        m_link.abandon(unwanted->id);
    } else if (const auto *speak = std::get_if<SetHttpProtocol>(&action)) {
        m_link.setProtocol(speak->protocol);
    } else if (const auto *remark = std::get_if<LogLifecycle>(&action)) {
        m_link.logLifecycle(remark->what, remark->detail);
    } else if (const auto *failure = std::get_if<OpenFailed>(&action)) {
        Q_EMIT broken(failure->error, failure->evidence);
    } else {
        m_link.setBatchesAllowed(m_session.dialect().revision() == QLatin1String("2025-03-26"));
        if (std::holds_alternative<Opened>(action))
            Q_EMIT opened();
        else
            Q_EMIT renewed();
    }
}

void Connection::reportProgress(Token token, const rpc::Message &message)
{
    const Caller *const caller = m_callers.find(token);
    if (!caller || !caller->context || !caller->onProgress)
        return;
    const auto onProgress = caller->onProgress; // which may forget the caller
    onProgress(message);
}

void Connection::complete(Complete &action)
{
    // Out of the table before it is called: it may ask again.
    std::optional<Caller> caller = m_callers.take(action.token);
    if (!caller || !caller->context)
        return;
    const auto done = std::move(caller->done);
    if (!action.outcome && caller->onLate)
        rememberLate(action.token, *std::move(caller));
    done(std::move(action.outcome));
}

void Connection::rememberLate(Token token, Caller caller)
{
    if (m_lateCallers.size() == Session::kMaxGivenUp)
        m_lateCallers.erase(m_lateCallers.begin());
    m_lateCallers.emplace(token, std::move(caller));
}

void Connection::reportLate(const GivenUpCall &call)
{
    const auto caller = m_lateCallers.extract(call.token);
    if (caller && caller.mapped().context)
        caller.mapped().onLate(call);
}

// 2025-11-25 basic/utilities/tasks: the only revision with tasks of the client.
void Connection::receiveRequest(RequestReceived &received)
{
    HostedTasks::Replies replies;
    std::optional<rpc::Id> cancelled;
    std::string task;
    const Stamp now = SystemClock::instance().now();
    const bool knowsTasks = m_session.dialect().revision() == QLatin1String("2025-11-25");
    if (knowsTasks && m_hosted.wants(received.message)) {
        task = m_hosted.create(received.message, now, replies);
        reply(replies);
        if (task.empty())
            return;
    } else if (knowsTasks && m_hosted.answer(received.message, now, replies, cancelled)) {
        if (cancelled && m_setup.onWithdrawn)
            m_setup.onWithdrawn(*cancelled, Text::tr("The server cancelled the task."));
        return reply(replies);
    }
    m_setup.onRequest(ServerRequest(
        this, std::move(received.message), std::move(received.cause), std::move(task)));
}

void Connection::reply(const HostedTasks::Replies &replies)
{
    const Stamp now = SystemClock::instance().now();
    for (const HostedTasks::Reply &each : replies) {
        if (!each.note.empty())
            m_actions.emplace_back(LogLifecycle{
                QLatin1String(rpc::lifecycle::kAutomatic), QString::fromStdString(each.note)});
        if (each.result.empty())
            m_session.refuse(each.id, each.code, each.message, now, m_actions);
        else
            m_session.reply(each.id, each.result, now, m_actions);
    }
    perform();
}

void Connection::finishHosted(const std::string &task, std::string_view result)
{
    HostedTasks::Replies replies;
    m_hosted.finish(task, result, SystemClock::instance().now(), replies);
    reply(replies);
}

void Connection::failHosted(const std::string &task, int code, const QString &message)
{
    HostedTasks::Replies replies;
    m_hosted.fail(task, code, message.toStdString(), SystemClock::instance().now(), replies);
    reply(replies);
}

void Connection::logHosted(const std::string &task, const QString &detail)
{
    m_hosted.logLifecycle(task, detail.toStdString());
}

void Connection::endHosted(const QString &why)
{
    for (const rpc::Id &id : m_hosted.abandon()) {
        if (m_setup.onWithdrawn)
            m_setup.onWithdrawn(id, session::connectionEnded(why).sentence);
    }
}

// One timer for the earliest deadline, moved only when that one comes earlier.
void Connection::armTimer()
{
    const auto deadline = m_session.nextDeadline();
    if (deadline >= m_armedFor)
        return;
    m_armedFor = deadline;
    const auto left = deadline - SystemClock::instance().now().steady;
    m_timer.start(std::chrono::milliseconds(std::max<std::int64_t>(left / 1'000'000 + 1, 0)));
}

} // namespace sonde::mcp
