// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/inputrun.h"

#include "mcp/client/serverrequesthandler.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/mcptext.h"
#include "mcp/message/methods.h"
#include "mcp/session/session.h"

#include <QTimer>

namespace sonde::mcp {

namespace {

std::shared_ptr<const json::Document> copyOf(const json::Value &value)
{
    return std::make_shared<const json::Document>(
        json::Document::parse(Bytes::copyOf(value.raw())));
}

Error makeError(Domain domain, const QString &sentence)
{
    return {.domain = domain, .sentence = sentence};
}

} // namespace

bool InputRun::isFor(const QString &method)
{
    return method == QLatin1String("tools/call") || method == QLatin1String("prompts/get")
        || method == QLatin1String("resources/read");
}

InputRun::InputRun(AbstractClient *client, QString method, Bytes params, const CallOptions &options,
    QObject *context, Answered done)
    : m_client(client)
    , m_method(std::move(method))
    , m_options(options)
    , m_context(context)
    , m_done(std::move(done))
    , m_params(std::move(params))
{
}

InputRun::~InputRun() = default;

RequestHandle InputRun::start()
{
    send();
    // Weak: who holds the handle is often held by the callback.
    return RequestHandle([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->cancel();
    });
}

void InputRun::send()
{
    if (!m_client || !m_context)
        return;
    m_current = m_client->requestOnce(m_method, m_params, m_options, m_context,
        [self = shared_from_this()](Result<Response> result) { self->receive(std::move(result)); });
}

void InputRun::receive(Result<Response> result)
{
    if (m_client && m_client->negotiated().era == Era::Modern && result
        && isInputRequired(result->result())) {
        auto asked = copyOf(result->result());
        return beginRound(std::move(result), InputRound::Kind::Input, std::move(asked));
    }
    if (m_client && !result && result.error().domain == Domain::Server
        && result.error().code == kUrlElicitationRequired) {
        auto error = std::make_shared<const json::Document>(
            json::Document::parse(Bytes::fromByteArray(result.error().data)));
        if (error->root()["data"]["elicitations"].isArray())
            return beginRound(std::move(result), InputRound::Kind::Urls, std::move(error));
    }
    if (result) {
        Response response = std::move(result).value();
        response.rounds = m_rounds;
        return m_done(std::move(response));
    }
    m_done(std::move(result));
}

void InputRun::beginRound(
    Result<Response> result, InputRound::Kind kind, std::shared_ptr<const json::Document> asked)
{
    const bool input = kind == InputRound::Kind::Input;
    const bool questions = !input || !inputRequests(asked->root()).empty();
    if (!questions && !asked->root()["requestState"])
        return m_done(std::move(result)); // it asks for nothing: what it is, the caller sees
    if (m_rounds == kMaxRounds)
        return m_done(makeError(Domain::Protocol,
            Text::tr("The server requested input %1 times and requests it again.")
                .arg(kMaxRounds)));
    ++m_rounds;
    InputRound::Properties facts{kind, m_rounds, m_method,
        targetOf(m_method.toStdString(), m_params.view()), m_params, std::move(asked), m_before,
        result ? result->received : SystemClock::instance().now(), {}};
    m_response = std::move(result);
    m_round = InputRound(weak_from_this(), std::move(facts));
    m_self = shared_from_this();
    watch();
    if (questions)
        m_client->config().serverRequests->handleInput(*m_round);
    else
        QTimer::singleShot(kPause, m_watch.get(), [this] { sendStateBack(); });
}

void InputRun::sendStateBack()
{
    const auto self = shared_from_this();
    if (const auto sent = goOn({}, {}); !sent)
        giveUp(sent.error());
}

Result<void> InputRun::goOn(const Bytes &responses, const StateEcho &echo)
{
    const auto self = shared_from_this();
    const InputRound::Properties &facts = m_round->facts();
    Bytes next = m_params;
    if (facts.kind == InputRound::Kind::Input) {
        Result<Bytes> continued =
            continuedParams(m_params.view(), facts.asked->root(), responses.view(), echo);
        if (!continued)
            return continued.error();
        next = std::move(continued).value();
    }
    m_before.push_back({m_params, facts.asked, responses, echo.mode});
    m_params = std::move(next);
    over({});
    send();
    return {};
}

void InputRun::stop()
{
    const auto self = shared_from_this();
    Result<Response> response = *std::exchange(m_response, std::nullopt);
    over({});
    if (m_context)
        m_done(std::move(response));
}

void InputRun::logLifecycle(const QString &what, const QString &detail) const
{
    if (m_client)
        m_client->logLifecycle(what, detail);
}

// Between two requests, the callback does not run inside the call either.
void InputRun::cancel()
{
    if (!m_round)
        return m_current.cancel();
    QMetaObject::invokeMethod(
        m_watch.get(),
        [this] { giveUp(makeError(Domain::Cancelled, Text::tr("Cancelled by you."))); },
        Qt::QueuedConnection);
}

void InputRun::giveUp(const Error &error)
{
    const auto self = shared_from_this();
    over(error.sentence);
    if (m_context)
        m_done(error);
}

// The round waits no longer; `why` is for who has it, when it was not they who ended it.
void InputRun::over(const QString &why)
{
    const InputRound round = *std::exchange(m_round, std::nullopt);
    m_watch.reset();
    m_response.reset();
    const auto self = std::exchange(m_self, nullptr);
    if (!why.isEmpty() && m_client)
        m_client->config().serverRequests->withdrawInput(round, why);
}

// While a person thinks there is no request that could fail: the client tells when it is over.
void InputRun::watch()
{
    m_watch = std::make_unique<QObject>();
    QObject *const watch = m_watch.get();
    QObject::connect(m_client, &AbstractClient::stateChanged, watch, [this] {
        if (m_client->state() != ClientState::Ready)
            giveUp(makeError(Domain::Transport,
                Text::tr("The connection ended before the call could continue.")));
    });
    QObject::connect(m_client, &QObject::destroyed, watch, [this] { over({}); });
    QObject::connect(m_context, &QObject::destroyed, watch,
        [this] { over(Text::tr("The call was cancelled.")); });
}

} // namespace sonde::mcp
