// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/mocksession.h"

#include "mcp/message/revision.h"
#include "mock/livevalues.h"
#include "mock/mocktr.h"
#include "mock/paramskey.h"
#include "mock/recordedscript.h"
#include "rpc/responsetemplate.h"
#include "json/builder.h"
#include "json/edit.h"
#include "json/singleline.h"

#include <algorithm>
#include <utility>

namespace sonde::mock {

namespace {

constexpr json::Limits kLimits{MockSession::kMaxMessage, kMaxDepth};
constexpr qsizetype kMaxNamed = 3; // places in a note

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

constexpr std::string_view kWrongId = "\"no-such-request\"";

// The script outlives what is played of it.
std::shared_ptr<const ScriptedExchange> recorded(const ScriptedExchange &exchange)
{
    return {std::shared_ptr<const ScriptedExchange>(), &exchange};
}

// The server's response as it is, but for line ends.
std::shared_ptr<const ScriptedExchange> delivered(const rpc::Message &response)
{
    auto exchange = std::make_shared<ScriptedExchange>();
    exchange->hasResponse = true;
    const json::Node &id = response.root()["id"].node();
    exchange->events.push_back({.kind = EventKind::Response,
        .bytes = response.bytes(),
        .live = {{id.begin, id.end - id.begin, LiveKind::Id}}});
    return exchange;
}

} // namespace

MockSession::MockSession(const MockScript &script, MockOptions options)
    : m_options(std::move(options))
    , m_script(script)
    , m_matcher(script, m_options.otherwise)
    , m_responder(script.newResponder ? script.newResponder() : nullptr)
{
}

void MockSession::start(Nanoseconds now)
{
    play(recorded(m_script.opening), {}, now);
}

void MockSession::receive(const Bytes &line, Nanoseconds now)
{
    if (isBlank(line.view()))
        return; // an empty line is harmless
    rpc::Message message;
    if (rpc::decodeOne(line, message, kLimits))
        return receive(message, 0, now);
    const std::vector<rpc::Message> batch = decode(line);
    if (batch.size() > kMaxBatch)
        return refuse(0, "null", rpc::kInvalidRequest, "A batch may have at most 1000 messages.");
    for (const rpc::Message &member : batch)
        receive(member, 0, now);
}

std::vector<rpc::Message> MockSession::decode(const Bytes &message)
{
    return rpc::decode(message, true, kLimits);
}

void MockSession::receiveTooLong()
{
    refuse(0, "null", rpc::kInvalidRequest, "A message may have at most 16 MiB.");
}

void MockSession::receive(const rpc::Message &message, Carrier carrier, Nanoseconds now)
{
    switch (message.kind) {
    case rpc::Kind::Request:
        respond(message, carrier, now);
        break;
    case rpc::Kind::Notification:
        receiveNotification(message, now);
        break;
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        receiveResponse(message, now);
        break;
    default: {
        const bool isJson = message.problem == rpc::Problem::NotJsonRpc;
        // Its reason speaks of a server's standard output.
        const bool isText = message.problem == rpc::Problem::StrayOutput;
        note(isText
                ? Text::tr("The client sent a line that is not a message.")
                : Text::tr("The client sent a line that is not a message. %1").arg(message.reason));
        refuse(carrier,
            message.id.empty() ? std::string_view("null") : std::string_view(message.id),
            isJson ? rpc::kInvalidRequest : rpc::kParseError,
            isJson ? "The text is no message of JSON-RPC 2.0." : "The text is no JSON.");
    }
    }
}

void MockSession::respond(const rpc::Message &request, Carrier carrier, Nanoseconds now)
{
    followRevision(request.params()["_meta"][mcp::kProtocolVersionMeta]);
    if (request.method == "initialize") {
        m_initialize = request.id;
        const json::Value capabilities = request.params()["capabilities"];
        if (capabilities.isObject())
            m_client.capabilities = json::singleLine(capabilities.raw());
    }
    if (request.id == "null") // 2025-11-25 basic: the id MUST NOT be null
        return refuse(carrier, request.id, rpc::kInvalidRequest, "The id must not be null.");
    if (m_played.size() + m_passages.size() >= kMaxPending)
        return refuse(carrier, request.id, rpc::kInternalError, "Too many requests are pending.");
    const json::Value token = request.params()["_meta"]["progressToken"];
    ClientMessage cause{
        .id = request.id, .progressToken = std::string(token.raw()), .carrier = carrier};
    const MadeResponses::Use use = m_options.made.use(request);
    const MadeResponse *const made = use.response;
    if (!made)
        return respondAsRecorded(request, std::move(cause), now);
    cause.made = use.number;
    cause.fault = made->fault;
    cause.delay = use.delay;
    if (made->text.empty())
        return respondAsRecorded(request, std::move(cause), now);
    reportUse(use.number, 0);
    const rpc::FilledResponse filled = rpc::filledResponse(request, made->text);
    if (!filled.problem.empty())
        return refuse(carrier, request.id, rpc::kInternalError,
            "The mock cannot make its response: " + filled.problem + '.');
    Bytes response = made->isError ? rpc::responseWithError(request.id, filled.text)
                                   : rpc::response(request.id, filled.text);
    play(madeExchange(request.id, std::move(response)), std::move(cause), now);
}

void MockSession::respondAsRecorded(
    const rpc::Message &request, ClientMessage cause, Nanoseconds now)
{
    if (m_responder) {
        reportUse(cause.made, 0);
        return play(m_responder->exchangeFor(request), std::move(cause), now);
    }
    const Match match = m_matcher.match(request);
    reportUse(cause.made, match.exchange ? match.exchange->number : 0);
    const bool hasResponse = match.exchange && match.exchange->hasResponse;
    if (request.method == "ping" && !hasResponse)
        return play(
            madeExchange(request.id, rpc::response(request.id, "{}")), std::move(cause), now);
    note(match.note);
    // A client may only ask for the revisions, and then speak another one.
    if (isModern() && request.method != "server/discover" && request.method != "initialize")
        openServer();
    if (isToBePassed(request, match)) {
        openServer();
        const Passage passage =
            m_passages.add(std::move(cause), request.method == "subscriptions/listen");
        return m_actions.push_back(
            {.kind = Action::Kind::PassOn, .bytes = request.bytes(), .passage = passage});
    }
    if (!match.exchange)
        return play(madeExchange(request.id,
                        rpc::errorResponse(request.id, match.errorCode, match.errorText)),
            std::move(cause), now);
    if (!hasResponse)
        note(Text::tr("Message %1 of the recording has no response, so the client gets none.")
                 .arg(match.exchange->number));
    play(recorded(*match.exchange), std::move(cause), now);
}

bool MockSession::isToBePassed(const rpc::Message &request, const Match &match) const
{
    // The connection to the server has its own ones.
    const bool isOfConnection =
        request.method == "initialize" || request.method == "server/discover";
    const bool isPlayed =
        match.exchange && (match.exchange->hasResponse || match.exchange->cancelled != 0);
    return m_options.passesOn && !isOfConnection && !isPlayed;
}

bool MockSession::isModern() const
{
    return mcp::isModernRevision(m_client.revision);
}

void MockSession::openServer()
{
    if (m_options.passesOn && !std::exchange(m_isServerOpen, true))
        m_actions.push_back({.kind = Action::Kind::OpenServer});
}

void MockSession::deliver(Passage passage, const rpc::Message &message, Nanoseconds now)
{
    if (message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse) {
        if (auto cause = m_passages.take(passage))
            play(delivered(message), *std::move(cause), now);
        return;
    }
    // 2025-11-25 basic/lifecycle: a server may ping and log before the client is initialized.
    const bool mayComeEarly = message.method == "ping" || message.method == "notifications/message";
    if (passage == 0 && !isClientReady() && !mayComeEarly)
        return hold(message);
    m_actions.push_back(
        {.bytes = json::singleLine(message.bytes()), .carrier = m_passages.carrierOf(passage)});
}

void MockSession::hold(const rpc::Message &message)
{
    if (m_early.add(json::singleLine(message.bytes())))
        return;
    if (!std::exchange(m_isEarlyFull, true))
        note(Text::tr("The server sent too many messages before the client sent "
                      "notifications/initialized. Those that the mock cannot hold are left out, "
                      "and requests among them get an error response."));
    if (message.kind == rpc::Kind::Request)
        m_actions.push_back({.kind = Action::Kind::Tell,
            .bytes = rpc::errorResponse(message.id, rpc::kInternalError,
                "Too many messages before the client is initialized")});
}

void MockSession::passHeld()
{
    if (!isClientReady())
        return;
    for (Bytes &message : m_early.take())
        m_actions.push_back({.bytes = std::move(message)});
}

void MockSession::abandon(Passage passage)
{
    const auto cause = m_passages.take(passage);
    if (!cause)
        return;
    m_actions.push_back(
        {.kind = Action::Kind::Abandon, .bytes = Bytes::copyOf(cause->id), .passage = passage});
    m_actions.push_back({.kind = Action::Kind::Withdraw, .carrier = cause->carrier});
}

void MockSession::receiveNotification(const rpc::Message &notification, Nanoseconds now)
{
    const bool isInitialized = notification.method == "notifications/initialized";
    m_isInitialized = m_isInitialized || isInitialized;
    if (isInitialized)
        openServer();
    passHeld();
    if (notification.method == "notifications/cancelled") {
        const json::Value id = notification.params()["requestId"];
        const auto cancelled =
            std::find_if(m_played.begin(), m_played.end(), [&](const PlayedExchange &played) {
                return id.exists() && played.cause().id == id.raw();
            });
        if (cancelled == m_played.end())
            return abandon(m_passages.withId(id.raw()));
        cancelled->cancel(now);
        advance(*cancelled, now);
        return removeEnded();
    }
    if (m_isServerOpen && !isInitialized)
        m_actions.push_back({.kind = Action::Kind::Tell, .bytes = notification.bytes()});
    const ScriptedExchange *exchange = m_matcher.matchNotification(notification.method);
    if (exchange && m_played.size() < kMaxPending)
        play(recorded(*exchange), {}, now);
}

void MockSession::receiveResponse(const rpc::Message &response, Nanoseconds now)
{
    for (PlayedExchange &played : m_played) {
        const auto request = played.requestWith(response.id);
        if (!request)
            continue;
        noteResponse(response, played, *request);
        played.respond(*request, now);
        advance(played, now);
        return removeEnded();
    }
    if (m_isServerOpen)
        m_actions.push_back({.kind = Action::Kind::Tell, .bytes = response.bytes()});
}

// Says that the recording goes on from another response.
void MockSession::noteResponse(
    const rpc::Message &response, const PlayedExchange &played, std::size_t request)
{
    const auto &events = played.exchange().events;
    const auto recorded = std::find_if(events.begin(), events.end(), [&](const Event &event) {
        return event.kind == EventKind::ClientResponse && event.request == request;
    });
    if (recorded == events.end())
        return;
    const json::Document message = json::Document::parse(recorded->bytes, kLimits);
    const json::Document asked = json::Document::parse(events[request].bytes);
    const QString method = asked.root()["method"].toString();
    const bool isError = response.kind == rpc::Kind::ErrorResponse;
    const bool wasError = message.root()["error"].exists();
    if (isError != wasError)
        return note(isError
                ? Text::tr("The client responded to %1 with an error, in the recording with a "
                           "result. The recording is played on.")
                      .arg(method)
                : Text::tr("The client responded to %1 with a result, in the recording with an "
                           "error. The recording is played on.")
                      .arg(method));
    const QStringList places = differentPlaces(message.root()["result"], response.result());
    if (!places.isEmpty())
        note(Text::tr("The client's response to %1 differs from the recorded one at %2. The "
                      "recording is played on.")
                 .arg(method, places.mid(0, kMaxNamed).join(QStringLiteral(", "))));
}

void MockSession::play(
    std::shared_ptr<const ScriptedExchange> exchange, ClientMessage cause, Nanoseconds now)
{
    m_played.emplace_back(std::move(exchange), m_options.speed, std::move(cause), now);
    advance(m_played.back(), now);
    if (m_played.back().isAtEnd())
        m_played.pop_back();
}

void MockSession::advance(PlayedExchange &played, Nanoseconds now)
{
    while (const auto index = played.next(now))
        carryOut(played, *index);
}

void MockSession::carryOut(PlayedExchange &played, std::size_t index)
{
    const Event &event = played.exchange().events[index];
    const ClientMessage &cause = played.cause();
    if (event.kind == EventKind::Stderr) {
        m_actions.push_back({.kind = Action::Kind::Stderr, .bytes = event.bytes});
        return;
    }
    if (event.kind == EventKind::ServerRequest)
        played.setIdOf(index, std::to_string(++m_lastId));
    const bool isResponse = event.kind == EventKind::Response;
    const Fault fault = isResponse ? cause.fault : Fault::None;
    bool isComplete = true; // false: the client gave no progress token
    Bytes line = withLiveValues(event, [&](const LiveValue &value) {
        if (value.kind == LiveKind::Id && fault == Fault::WrongId)
            return std::string(kWrongId);
        std::string text = value.kind == LiveKind::Id ? cause.id
            : value.kind == LiveKind::ProgressToken   ? cause.progressToken
                                                      : played.idOf(value.request);
        isComplete = isComplete && !text.empty();
        return text;
    });
    if (!isComplete)
        return;
    if (isResponse && cause.id == m_initialize)
        followRevision(json::Document::parse(line, kLimits).root()["result"]["protocolVersion"]);
    if (fault != Fault::None && fault != Fault::WrongId)
        return respondWrongly(std::move(line), cause);
    m_actions.push_back(
        {.bytes = std::move(line), .carrier = cause.carrier, .isResponse = isResponse});
}

void MockSession::respondWrongly(Bytes response, const ClientMessage &cause)
{
    switch (cause.fault) {
    case Fault::Broken:
        m_actions.push_back({.bytes = response.slice(0, response.size() / 2),
            .carrier = cause.carrier,
            .isResponse = true});
        break;
    case Fault::Twice:
        m_actions.push_back({.bytes = response, .carrier = cause.carrier});
        m_actions.push_back(
            {.bytes = std::move(response), .carrier = cause.carrier, .isResponse = true});
        break;
    case Fault::Close:
        m_actions.push_back({.kind = Action::Kind::Close, .carrier = cause.carrier});
        break;
    case Fault::None:
    case Fault::Silence:
    case Fault::WrongId:
        break;
    }
}

void MockSession::leave(Carrier carrier, Nanoseconds now)
{
    for (PlayedExchange &played : m_played) {
        if (played.cause().carrier != carrier)
            continue;
        played.cancel(now);
        advance(played, now);
    }
    for (const Passage passage : m_passages.of(carrier))
        abandon(passage);
    removeEnded();
}

void MockSession::endInput(Nanoseconds now)
{
    for (PlayedExchange &played : m_played) {
        if (played.waitsForCancellation())
            played.cancel(now);
    }
    tick(now);
}

void MockSession::tick(Nanoseconds now)
{
    for (PlayedExchange &played : m_played)
        advance(played, now);
    removeEnded();
}

void MockSession::removeEnded()
{
    m_played.remove_if([this](const PlayedExchange &played) {
        if (played.isAtEnd() && played.isWithdrawn())
            m_actions.push_back(
                {.kind = Action::Kind::Withdraw, .carrier = played.cause().carrier});
        return played.isAtEnd();
    });
}

std::optional<Nanoseconds> MockSession::nextDeadline() const
{
    std::optional<Nanoseconds> next;
    for (const PlayedExchange &played : m_played) {
        const auto due = played.due();
        if (due && (!next || *due < *next))
            next = due;
    }
    return next;
}

void MockSession::followRevision(const json::Value &named)
{
    if (named.isString())
        m_client.revision = named.text();
    passHeld();
}

void MockSession::refuse(Carrier carrier, std::string_view id, int code, std::string_view text)
{
    m_actions.push_back({.bytes = rpc::errorResponse(
                             id == "null" ? rpc::unreadId(m_client.revision) : id, code, text),
        .carrier = carrier,
        .isResponse = true});
}

void MockSession::reportUse(std::size_t made, trace::Number recorded)
{
    if (!m_options.reportsUses)
        return;
    json::Builder line;
    line.beginObject();
    if (made != 0)
        line.member("response", std::int64_t(made));
    if (recorded != 0)
        line.member("recorded", std::int64_t(recorded));
    m_actions.push_back(
        {.kind = Action::Kind::Use, .bytes = Bytes::copyOf(line.endObject().takeString())});
}

void MockSession::note(const QString &text)
{
    if (!text.isEmpty())
        m_actions.push_back({.kind = Action::Kind::Note, .note = text});
}

} // namespace sonde::mock
