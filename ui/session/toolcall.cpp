// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/toolcall.h"

#include "mcp/taskstore.h"
#include "json/builder.h"

namespace sonde::session {
namespace {

ToolCall::State stateOf(const Result<mcp::Answer> &result)
{
    using State = ToolCall::State;
    if (result.ok())
        return result->result()["isError"].toBool().value_or(false) ? State::ToolError : State::Ok;
    switch (result.error().domain) {
    case Domain::Server:
        return State::ProtocolError;
    case Domain::Cancelled:
        return State::Cancelled;
    case Domain::Timeout:
        return State::TimedOut;
    default:
        return State::Failed;
    }
}

} // namespace

ToolCall::ToolCall(QString tool, QObject *parent)
    : QObject(parent)
    , m_tool(std::move(tool))
{
}

void ToolCall::begin()
{
    m_answer.reset();
    m_error.reset();
    m_late.reset();
    ++m_calls;
    m_progressCount = 0;
    m_progressText.clear();
    m_state = State::Pending;
    m_running.start();
}

mcp::CallOptions ToolCall::watched(const mcp::CallOptions &options)
{
    mcp::CallOptions withProgress = options;
    withProgress.onProgress = [self = QPointer(this)](const rpc::Message &message) {
        if (self)
            self->progressed(message);
    };
    withProgress.onLate = [self = QPointer(this), number = m_calls](const auto &late) {
        if (!self || self->m_calls != number)
            return; // it was called again meanwhile
        self->m_late = late;
        Q_EMIT self->changed();
    };
    return withProgress;
}

void ToolCall::call(mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options)
{
    if (isPending())
        return;
    m_arguments = arguments;
    m_client = client;
    begin();
    m_handle = client->callTool(m_tool, arguments, watched(options), this,
        [this](Result<mcp::Answer> result) { finished(std::move(result)); });
    Q_EMIT changed();
}

void ToolCall::callAsTask(
    mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options)
{
    if (isPending())
        return;
    m_arguments = arguments;
    m_client = client;
    begin();
    json::Builder params;
    params.beginObject().member("name", QStringView(m_tool));
    if (!arguments.isEmpty())
        params.rawMember("arguments", arguments.view());
    params.rawMember("task", "{}").endObject();
    m_handle = client->request(QStringLiteral("tools/call"), Bytes::copyOf(params.takeString()),
        watched(options), this,
        [this](Result<mcp::Answer> result) { finished(std::move(result)); });
    Q_EMIT changed();
}

void ToolCall::callRaw(mcp::Client *client, const Bytes &line,
    const std::optional<wire::HttpHeaders> &headers, const mcp::CallOptions &options)
{
    if (isPending())
        return;
    const json::Document document = json::Document::parse(line);
    m_arguments = Bytes::copyOf(document.root()["params"]["arguments"].raw());
    m_client = client;
    begin();
    m_handle = client->sendRaw(
        line, headers, watched(options), this, [this](Result<std::optional<mcp::Answer>> result) {
            if (!result.ok())
                return finished(result.error());
            if (result.value())
                return finished(*std::move(result).value());
            m_state = State::Idle;
            Q_EMIT changed();
            Q_EMIT sentUnanswered();
        });
    Q_EMIT changed();
}

void ToolCall::cancel()
{
    m_handle.cancel();
}

qint64 ToolCall::elapsedNs() const
{
    return isPending() ? m_running.nsecsElapsed() : m_elapsedNs;
}

void ToolCall::progressed(const rpc::Message &message)
{
    ++m_progressCount;
    const json::Value params = message.params();
    const auto raw = [&](const char *name) {
        const std::string_view text = params[name].isNumber() ? params[name].raw() : "";
        return QString::fromUtf8(text.data(), qsizetype(text.size()));
    };
    m_progressText = raw("progress");
    if (params["total"].isNumber())
        m_progressText = tr("%1 of %2").arg(m_progressText, raw("total"));
    if (params["message"].isString())
        m_progressText += QStringLiteral(" · ") % params["message"].toString().left(200);
    Q_EMIT changed();
}

void ToolCall::finished(Result<mcp::Answer> result)
{
    m_elapsedNs = m_running.nsecsElapsed();
    m_state = stateOf(result);
    if (result.ok()) {
        m_answer = std::make_shared<const mcp::Answer>(std::move(result).value());
        // Our own clock ran over the window's thread; the wire's two stamps are the truth.
        m_elapsedNs = m_answer->received.steady - m_answer->sent.steady;
        m_progressCount = std::max(m_progressCount, m_answer->progressCount);
        if (m_client)
            mcp::TaskStore::of(m_client)->adopt(*m_answer, QStringLiteral("tools/call"), m_tool);
    } else {
        m_error = result.error();
    }
    Q_EMIT changed();
}

} // namespace sonde::session
