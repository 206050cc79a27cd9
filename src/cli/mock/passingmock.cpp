// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/passingmock.h"

#include "cli/server/callwatch.h"
#include "json/edit.h"
#include "json/singleline.h"

#include <utility>

namespace sonde::cli {

namespace {

// Without _meta, in which each connection speaks for itself.
Bytes passedParams(const json::Value &params)
{
    if (!params.exists())
        return {};
    const json::Document own = json::Document::parse(Bytes::copyOf(params.raw()));
    const json::Value meta = own.root()["_meta"];
    if (!meta.exists())
        return own.bytes();
    const auto rest = json::removeValue(meta);
    return rest ? *rest : own.bytes();
}

Bytes responseOf(const std::string &id, const Result<mcp::Response> &response)
{
    if (response)
        return rpc::response(id, json::singleLine(response->result().raw()));
    const Error &error = response.error();
    const json::Document given = json::Document::parse(Bytes::fromByteArray(error.data));
    if (error.domain != Domain::Server || !given.root()["code"].isNumber())
        return rpc::errorResponse(id, rpc::kInternalError, error.sentence.toStdString());
    const std::string code(given.root()["code"].raw());
    const json::Value data = given.root()["data"];
    return rpc::errorResponse(id, rpc::Message::integerOf(code).value_or(rpc::kInternalError),
        given.root()["message"].text(), json::singleLine(data.raw()));
}

} // namespace

PassingMock::PassingMock(const Options &options, const mock::MockScript &script,
    mock::MockOptions play, rpc::TrafficSink *traffic, Output &out, Output &err)
    : m_options(options)
    , m_link(options, traffic, err)
    , m_mock(script, std::move(play), out, err)
{
    connect(&m_link, &ServerLink::ready, this, &PassingMock::sendWaiting);
    connect(&m_link, &ServerLink::finished, this, &PassingMock::finished);
    connect(&m_link.client(), &mcp::Client::notificationReceived, this, &PassingMock::hear);
    connect(&m_mock, &MockServer::passOnRequested, this, &PassingMock::passOn);
    connect(&m_mock, &MockServer::abandonRequested, this, &PassingMock::abandon);
    connect(&m_mock, &MockServer::finished, &m_link, &ServerLink::end);
}

PassingMock::~PassingMock() = default;

void PassingMock::start()
{
    m_link.start();
    m_mock.start();
}

void PassingMock::interrupt(int signal)
{
    if (m_signal != 0 || m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    m_signal = signal;
    m_link.end(kSignalBase + signal);
}

void PassingMock::passOn(const Bytes &request)
{
    rpc::Message message;
    rpc::decodeOne(request, message);
    if (m_link.isReady())
        send(message);
    else
        m_waiting.push_back(std::move(message));
}

void PassingMock::sendWaiting()
{
    for (const rpc::Message &message : std::exchange(m_waiting, {}))
        send(message);
}

void PassingMock::send(const rpc::Message &request)
{
    const std::string id = request.id;
    mcp::CallOptions call = CallWatch::timeouts(m_options);
    call.wantProgress = request.params()["_meta"]["progressToken"].exists();
    call.onProgress = [this, id](const rpc::Message &progress) {
        if (progress.method == "notifications/progress")
            m_mock.progressPassed(id, progress);
    };
    m_pending[id] = m_link.client().requestOnce(
        QString::fromStdString(request.method.toStdString()), passedParams(request.params()), call,
        this, [this, id](Result<mcp::Response> &&response) { receive(id, response); });
}

// Progress comes with its request; what a subscription brings has the id of this connection's own
// subscription; and the client's requests are cancelled under other ids.
void PassingMock::hear(const rpc::Message &notification)
{
    if (notification.method == "notifications/progress"
        || notification.method == "notifications/cancelled"
        || notification.params()["_meta"]["io.modelcontextprotocol/subscriptionId"].exists())
        return;
    m_mock.notifyPassed(notification.bytes());
}

void PassingMock::receive(const std::string &id, const Result<mcp::Response> &response)
{
    m_pending.erase(id);
    m_mock.respondPassed(id, responseOf(id, response));
}

void PassingMock::abandon(const Bytes &id)
{
    const std::string cancelled(id.view());
    std::erase_if(m_waiting, [&](const rpc::Message &message) { return message.id == cancelled; });
    if (const auto pending = m_pending.find(cancelled); pending != m_pending.end()) {
        RequestHandle request = pending->second; // its end takes it out of the list
        request.cancel();
    }
}

} // namespace sonde::cli
