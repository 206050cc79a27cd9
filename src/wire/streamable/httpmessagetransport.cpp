// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/httpmessagetransport.h"

#include "rpc/lifecycle.h"
#include "wire/http/wiretr.h"
#include "wire/link/lifecyclelog.h"
#include "wire/streamable/httprefusal.h"
#include "wire/streamable/httpsse.h"
#include "wire/streamable/streamablehttp.h"

#include <limits>

namespace sonde::wire {

namespace {

std::unique_ptr<HttpFlow> makeFlow(const HttpTarget &target)
{
    if (target.transport == HttpTarget::Transport::Sse)
        return std::make_unique<HttpSse>(target);
    return std::make_unique<StreamableHttp>(target);
}

Stamp now()
{
    return SystemClock::instance().now();
}

} // namespace

HttpMessageTransport::HttpMessageTransport(
    const HttpTarget &target, const TransportContext &context, std::unique_ptr<HttpClient> client)
    : m_target(target)
    , m_context(context)
    , m_client(std::move(client))
    , m_log(context, target.headers)
    , m_flow(makeFlow(target))
    , m_hold(target, context.authorizes, context.authorization, context.connection)
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &HttpMessageTransport::tick);
}

HttpMessageTransport::~HttpMessageTransport() = default;

void HttpMessageTransport::start()
{
    m_flow->start(now(), m_actions);
    performSoon();
}

void HttpMessageTransport::send(const Outgoing &message)
{
    m_flow->send(message, now(), m_actions);
    performSoon();
}

void HttpMessageTransport::stop()
{
    m_flow->stop(now(), m_actions);
    performSoon();
}

void HttpMessageTransport::setProtocol(const HttpProtocol &protocol)
{
    m_flow->setProtocol(protocol, now(), m_actions);
    performSoon();
}

void HttpMessageTransport::abandon(const rpc::Id &id)
{
    m_flow->abandon(id, now(), m_actions);
    for (const AuthorizationHold::Held &held : m_hold.giveUp(id, m_sink->events()))
        passOn(held.what.key, held.head, held.ending);
    performSoon();
}

void HttpMessageTransport::setAuthorization(const AuthorizationGiven &given)
{
    for (AuthorizationHold::Held &held : m_hold.resolve(given, m_sink->events())) {
        if (given.error) {
            held.ending.notAuthorized = given.error;
            passOn(held.what.key, held.head, held.ending);
            continue;
        }
        perform(held.what);
    }
    performSoon();
}

// Reports the withheld head and the end of an exchange to the flow.
void HttpMessageTransport::passOn(HttpKey key, const HttpHead &head, const HttpEnding &ending)
{
    m_flow->head(key, head, now(), m_actions);
    m_flow->finished(key, ending, now(), m_actions);
}

void HttpMessageTransport::setReading(bool reading)
{
    m_reading = reading;
    for (const auto &[key, call] : m_calls)
        call->setReading(reading);
}

void HttpMessageTransport::setBatchesAllowed(bool allowed)
{
    m_batchesAllowed = allowed;
    for (const auto &[key, call] : m_calls)
        call->setBatchesAllowed(allowed);
}

// Actions requested by the caller are started at once; events that result are delivered later,
// because a caller does not expect an event inside its own call.
void HttpMessageTransport::performSoon()
{
    perform();
    handOnLater();
}

void HttpMessageTransport::handOnLater()
{
    if (std::exchange(m_handOnQueued, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_handOnQueued = false;
            m_retired.clear();
            m_sink->handOn();
        },
        Qt::QueuedConnection);
}

BodyForm HttpMessageTransport::headArrived(HttpCall &call, const HttpHead &head, Stamp at)
{
    if (m_hold.mayHold(call, head))
        return BodyForm::Excerpt;
    const BodyForm form = m_flow->head(call.key(), head, at, m_actions);
    perform();
    return form;
}

void HttpMessageTransport::eventArrived(HttpCall &call, const rpc::SseEvent &event, Stamp at)
{
    m_flow->event(call.key(), event, at, m_actions);
    if (event.type != "message")
        discardMessageOf(event, at);
    perform();
}

// Clients listen to events of type "message" only (WHATWG HTML, 9.2.2 onmessage). A message in
// another one is no message, but explains why the one that is waited for does not arrive. Other
// texts in such events (a keep-alive, an endpoint) have a purpose of their own.
void HttpMessageTransport::discardMessageOf(const rpc::SseEvent &event, Stamp at)
{
    rpc::Message message;
    if (event.data.isEmpty() || !rpc::decodeOne(event.data, message)
        || message.kind == rpc::Kind::Invalid)
        return;
    message.kind = rpc::Kind::Invalid;
    message.problem = rpc::Problem::NotJsonRpc;
    message.id.clear();
    message.reason = Text::tr("The message is in an event of type %1. Clients only read events of "
                              "type “message”.")
                         .arg(quoted(QString::fromStdString(event.type)));
    m_sink->events().emplace_back(Received{std::move(message), at, {}});
}

void HttpMessageTransport::messageArrived(HttpCall &call, rpc::Message message,
    const rpc::Place &place, Stamp at, std::int64_t requestedNs)
{
    if (m_hold.isHolding(call.key()))
        return;
    if (call.takeByteOrderMark())
        m_context.lifecycle->record(QLatin1String(rpc::lifecycle::kByteOrderMark),
            Text::tr(
                "The body begins with a byte order mark (BOM, EF BB BF), which JSON must not "
                "have. Sonde ignores it, as RFC 8259 section 8.1 allows. Some clients do not."));
    if (m_flow->message(call.key(), message, m_actions)) {
        Received received{std::move(message), at, place, call.status(), call.responseTo()};
        received.requestedNs = requestedNs;
        m_sink->events().emplace_back(std::move(received));
    }
    perform();
}

void HttpMessageTransport::callFinished(HttpCall &call, const HttpEnding &ending)
{
    const HttpKey key = call.key();
    if (repeat(call, ending))
        return perform();
    if (m_hold.isHolding(key)) {
        const HttpHead head = m_hold.headOf(key);
        switch (m_hold.hold(call, ending, m_sink->events())) {
        case AuthorizationHold::Verdict::Wait:
            retire(key);
            break;
        case AuthorizationHold::Verdict::Repeat: {
            BeginExchange again = call.what();
            again.carriesMessage = false; // the message is already in the recording
            retire(key);
            perform(again);
            break;
        }
        case AuthorizationHold::Verdict::Refuse:
            retire(key);
            passOn(key, head, ending);
            break;
        }
        return perform();
    }
    m_hold.forget(key, m_sink->events());
    m_flow->finished(key, ending, now(), m_actions);
    retire(key);
    perform();
}

// The flow only sees the second exchange.
bool HttpMessageTransport::repeat(const HttpCall &call, const HttpEnding &ending)
{
    auto request = repetitionOf(call.what().request, ending.outcome);
    if (!request)
        return false;
    m_context.lifecycle->record(QLatin1String(rpc::lifecycle::kRequestRepeated),
        Text::tr("%1: the server closed the idle connection as the request was sent.")
            .arg(QString::fromLatin1(request->method) % u' ' % request->url.toString()));
    BeginExchange again = call.what();
    again.request = std::move(*request);
    again.carriesMessage = again.carriesMessage && !call.isMessageRecorded(); // recorded once
    retire(again.key);
    perform(again);
    return true;
}

void HttpMessageTransport::callHandledBytes()
{
    if (!m_retired.empty())
        handOnLater(); // and then delete them
    m_sink->handOn();
}

void HttpMessageTransport::tick()
{
    m_armedFor = HttpFlow::kNever;
    m_flow->tick(now(), m_actions);
    perform();
    m_sink->handOn();
}

void HttpMessageTransport::perform()
{
    // No action calls back immediately.
    for (HttpAction &action : m_actions)
        std::visit([this](auto &what) { perform(what); }, action);
    m_actions.clear();
    if (m_flow->takeStateChanged())
        m_sink->events().emplace_back(HttpStateChanged{m_flow->state()});
    armTimer();
}

void HttpMessageTransport::perform(BeginExchange &action)
{
    HttpCallOwner &owner = *this;
    auto call = std::make_unique<HttpCall>(action, m_log, HttpCall::Limits{m_context.maxMessage},
        owner, m_hold.authorizationFor(action.request));
    call->setBatchesAllowed(m_batchesAllowed);
    call->start(*m_client);
    if (!m_reading)
        call->setReading(false);
    m_calls.emplace(action.key, std::move(call));
}

void HttpMessageTransport::perform(const AbortExchange &action)
{
    m_hold.forget(action.key, m_sink->events());
    retire(action.key);
}

void HttpMessageTransport::retire(HttpKey key)
{
    const auto it = m_calls.find(key);
    if (it == m_calls.end())
        return;
    it->second->cancel();
    m_retired.push_back(std::move(it->second));
    m_calls.erase(it);
}

void HttpMessageTransport::perform(const NoteLine &action)
{
    m_context.lifecycle->record(action.what, action.detail);
}

void HttpMessageTransport::perform(Event &action)
{
    m_sink->events().push_back(std::move(action));
}

void HttpMessageTransport::armTimer()
{
    const std::int64_t next = m_flow->nextDeadline();
    if (next == m_armedFor)
        return;
    m_armedFor = next;
    if (next == HttpFlow::kNever)
        return m_timer.stop();
    constexpr std::int64_t kMilli = 1'000'000;
    const std::int64_t wait = std::max<std::int64_t>(0, next - now().steady);
    m_timer.start(static_cast<int>(
        std::min<std::int64_t>((wait + kMilli - 1) / kMilli, std::numeric_limits<int>::max())));
}

std::unique_ptr<MessageTransport> makeHttpMessageTransport(
    const HttpTarget &target, const TransportContext &context)
{
    return std::make_unique<HttpMessageTransport>(target, context,
        std::make_unique<HttpEngine>(target.trust, target.route, target.connectTimeout));
}

} // namespace sonde::wire
