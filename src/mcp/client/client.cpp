// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/client.h"

#include "mcp/client/clientlifecycle.h"
#include "mcp/client/inputrun.h"
#include "mcp/client/serverrequesthandler.h"
#include "mcp/client/toolcallrun.h"
#include "mcp/message/mcptext.h"
#include "mcp/message/rawmessage.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

Error notReady()
{
    return {.domain = Domain::Transport, .sentence = Text::tr("The server is not connected.")};
}

// Names of methods are ASCII but for what somebody tries out.
std::string utf8Of(const QString &method)
{
    std::string text(static_cast<std::size_t>(method.size()), '\0');
    char16_t all = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char16_t unit = method[static_cast<qsizetype>(i)].unicode();
        all |= unit;
        text[i] = static_cast<char>(unit);
    }
    return all < 0x80 ? text : method.toStdString();
}

} // namespace

Client::Client(ClientConfig config, QObject *parent)
    : AbstractClient(parent)
    , d(std::make_unique<ClientLifecycle>(this, std::move(config)))
{
}

Client::~Client() = default;

void Client::start()
{
    d->start();
}

void Client::stop()
{
    d->stop();
}

void Client::restart()
{
    d->restart();
}

void Client::setLogLevel(const QString &level)
{
    d->setLogLevel(level);
}

const ClientConfig &Client::config() const
{
    return d->config();
}

ClientState Client::state() const
{
    return d->state();
}

const std::vector<StartStep> &Client::steps() const
{
    return d->connector().steps();
}

const Error &Client::failure() const
{
    return d->failure();
}

const wire::StartReport &Client::startReport() const
{
    return d->connector().startReport();
}

const Negotiated &Client::negotiated() const
{
    return d->negotiated();
}

const std::deque<DiagnosticLine> &Client::lastDiagnostics() const
{
    return d->diagnostics();
}

const DiscardedInput &Client::discardedInput() const
{
    return d->discardedInput();
}

Stamp Client::failedAt() const
{
    return d->failedAt();
}

const std::optional<rpc::EndReport> &Client::endReport() const
{
    return d->endReport();
}

const wire::HttpState &Client::httpState() const
{
    return d->httpState();
}

const std::vector<Subscription *> &Client::subscriptions() const
{
    return d->subscriptions();
}

ClientConnection *Client::connection() const
{
    return d->connection();
}

bool Client::wasConnected() const
{
    return d->wasConnected();
}

const wire::HttpFailure *Client::httpFailure() const
{
    return d->state() == ClientState::Failed ? d->connector().httpFailure().get() : nullptr;
}

Subscription *Client::listen(const Bytes &filter, rpc::Origin origin)
{
    auto *const subscription = new Subscription(this, json::Document::parse(filter), false, origin);
    d->add(subscription);
    return subscription;
}

void Client::forget(Subscription *subscription)
{
    d->forget(subscription);
}

RequestHandle Client::request(const QString &method, const Bytes &params,
    const CallOptions &options, QObject *context, Answered done)
{
    const ServerRequestHandler *const handler = config().serverRequests;
    if (!handler || !handler->takesInput() || !InputRun::isFor(method))
        return requestOnce(method, params, options, context, std::move(done));
    return std::make_shared<InputRun>(this, method, params, options, context, std::move(done))
        ->start();
}

RequestHandle Client::requestOnce(const QString &method, const Bytes &params,
    const CallOptions &options, QObject *context, Answered done)
{
    if (state() != ClientState::Ready || !connection()) {
        QMetaObject::invokeMethod(
            context, [done] { done(notReady()); }, Qt::QueuedConnection);
        return {};
    }
    const Token token =
        connection()->call(utf8Of(method), params.view(), options, context, std::move(done));
    return connection()->handleOf(token);
}

RequestHandle Client::sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
    const CallOptions &options, QObject *context,
    const std::function<void(Result<std::optional<Response>>)> &done)
{
    using Outcome = Result<std::optional<Response>>;
    const bool ready = state() == ClientState::Ready && connection();
    const auto answered = [done](Result<Response> response) {
        done(response ? Outcome(std::move(response).value()) : Outcome(response.error()));
    };
    const Token token =
        ready ? connection()->sendRaw(text, headers, options, context, answered) : 0;
    if (token == 0) {
        QMetaObject::invokeMethod(
            context, [done, ready] { done(ready ? Outcome(std::nullopt) : Outcome(notReady())); },
            Qt::QueuedConnection);
        return {};
    }
    return connection()->handleOf(token);
}

QString Client::whyUnpaired(const Bytes &text) const
{
    const RawMessage raw = readRaw(text);
    return connection() ? connection()->session().whyUnpaired(raw) : raw.remark;
}

bool Client::notify(const QString &method, const Bytes &params, rpc::Origin origin)
{
    if (state() != ClientState::Ready || !connection())
        return false;
    connection()->notify(method.toStdString(), params.view(), origin);
    return true;
}

Bytes Client::toolCallParams(const QString &name, const Bytes &arguments, std::string_view task)
{
    json::Builder params;
    params.beginObject().member("name", QStringView(name));
    if (!arguments.isEmpty())
        params.rawMember("arguments", arguments.view());
    if (!task.empty())
        params.rawMember("task", task);
    return Bytes::copyOf(params.endObject().takeString());
}

RequestHandle Client::callTool(const QString &name, const Bytes &arguments,
    const CallOptions &options, QObject *context, Answered done)
{
    const Bytes params = toolCallParams(name, arguments);
    if (!config().endpoint.hasExchanges() || negotiated().era != Era::Modern || !connection())
        return request(QStringLiteral("tools/call"), params, options, context, std::move(done));
    const QString problem = connection()->session().toolHeaders().problemOf(name.toStdString());
    if (!problem.isEmpty()) {
        const Error error{.domain = Domain::Protocol,
            .sentence = Text::tr("Cannot call the tool %1 over HTTP: %2").arg(name, problem)};
        QMetaObject::invokeMethod(
            context, [done, error] { done(error); }, Qt::QueuedConnection);
        return {};
    }
    return std::make_shared<ToolCallRun>(this, params, options, context, std::move(done))->start();
}

Bytes Client::previewRequest(const QString &method, const Bytes &params, bool wantProgress) const
{
    const std::string name = method.toStdString();
    if (connection())
        return connection()->session().preview(name, params.view(), wantProgress);
    return Session(Era::Legacy, revisionsOf(Era::Legacy).front(), false)
        .preview(name, params.view(), wantProgress);
}

wire::HttpHeaders Client::previewRequestHeaders(const QString &method, const Bytes &params) const
{
    if (!connection())
        return {};
    return connection()->session().previewHeaders(method.toStdString(), params.view());
}

void Client::mark(const rpc::Place &place, rpc::Problem problem)
{
    if (connection())
        connection()->mark(place, problem);
}

void Client::logLifecycle(const QString &what, const QString &detail)
{
    if (connection())
        connection()->logLifecycle(what, detail);
}

int Client::pendingCount() const
{
    const ClientConnection *open = connection();
    return open ? static_cast<int>(open->session().pendingCount()) : 0;
}

std::vector<RunningCall> Client::running() const
{
    const ClientConnection *open = connection();
    if (!open)
        return {};
    std::vector<RunningCall> calls = open->session().running();
    for (RunningCall &call : calls) {
        call.isAtBreakpoint = open->heldNs() > 0;
        if (call.isAtBreakpoint && call.pausedNs == 0)
            call.pausedNs = std::max(open->heldNs(), call.sentNs);
    }
    return calls;
}

std::vector<GivenUpCall> Client::givenUp() const
{
    const ClientConnection *open = connection();
    if (!open)
        return {};
    const auto &calls = open->session().givenUp();
    return {calls.begin(), calls.end()};
}

void Client::forgetGivenUp(std::int64_t token)
{
    if (ClientConnection *open = connection())
        open->forgetGivenUp(token);
}

bool Client::extendRunning(std::int64_t token, std::chrono::milliseconds by)
{
    ClientConnection *open = connection();
    return open && open->extend(token, by);
}

void Client::cancelRunning(std::int64_t token)
{
    if (ClientConnection *open = connection())
        open->cancel(token);
}

} // namespace sonde::mcp
