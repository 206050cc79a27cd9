// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/toolcall.h"

#include "mcp/task/taskstore.h"

namespace sonde::session {

namespace {

const QString kMethod = QStringLiteral("tools/call");
constexpr std::size_t kMaxProgress = 200; // characters of a part of a report

} // namespace

ToolCall::ToolCall(QString tool, QObject *parent)
    : Request(parent)
    , m_tool(std::move(tool))
{
}

void ToolCall::start(mcp::Client *client, const QString &method, const Bytes &arguments)
{
    m_client = client;
    m_late.reset();
    ++m_calls;
    m_progressCount = 0;
    m_progressText.clear();
    m_task = 0;
    disconnect(m_taskChanged);
    begin(*client, method, arguments);
}

mcp::CallOptions ToolCall::watched(const mcp::CallOptions &options)
{
    mcp::CallOptions withProgress = numbered(options);
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
    start(client, kMethod, arguments);
    setHandle(client->callTool(m_tool, arguments, watched(options), this,
        [this](Result<mcp::Response> result) { finish(std::move(result)); }));
    Q_EMIT changed();
}

void ToolCall::callAsTask(
    mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options)
{
    if (isPending())
        return;
    start(client, kMethod, arguments);
    setHandle(client->request(kMethod, taskParams(m_tool, arguments), watched(options), this,
        [this](Result<mcp::Response> result) { finish(std::move(result)); }));
    Q_EMIT changed();
}

Bytes ToolCall::taskParams(const QString &tool, const Bytes &arguments)
{
    return mcp::Client::toolCallParams(tool, arguments, "{}");
}

void ToolCall::callRaw(mcp::Client *client, const Bytes &line,
    const std::optional<wire::HttpHeaders> &headers, const mcp::CallOptions &options)
{
    if (isPending())
        return;
    const json::Document document = json::Document::parse(line);
    start(client, document.root()["method"].toString(),
        Bytes::copyOf(document.root()["params"]["arguments"].raw()));
    if (client->state() == mcp::ClientState::Ready)
        setTyped();
    mcp::CallOptions marked = watched(options);
    marked.origin = rpc::Origin::Edited;
    setHandle(client->sendRaw(
        line, headers, marked, this, [this](Result<std::optional<mcp::Response>> result) {
            if (!result.ok())
                return finish(result.error());
            if (result.value())
                return finish(*std::move(result).value());
            becomeIdle();
            Q_EMIT sentUnanswered();
        }));
    Q_EMIT changed();
}

void ToolCall::progressed(const rpc::Message &message)
{
    ++m_progressCount;
    const json::Value params = message.params();
    const auto raw = [&](const char *name) {
        const std::string_view text = params[name].raw().substr(0, kMaxProgress);
        return QString::fromUtf8(text.data(), qsizetype(text.size())).simplified();
    };
    m_progressText = raw("progress");
    if (params["total"].isNumber())
        m_progressText = tr("%1 of %2").arg(m_progressText, raw("total"));
    if (params["message"].isString())
        m_progressText +=
            QStringLiteral(" · ") % params["message"].toString().left(qsizetype(kMaxProgress));
    Q_EMIT changed();
}

Request::State ToolCall::stateOf(const mcp::Response &response) const
{
    return response.result()["isError"].toBool().value_or(false) ? State::ToolError : State::Ok;
}

void ToolCall::adopt(const mcp::Response &response)
{
    m_progressCount = std::max(m_progressCount, response.progressCount);
    mcp::TaskStore *const tasks = m_client ? mcp::TaskStore::of(m_client) : nullptr;
    if (!tasks || !tasks->adopt(response, QStringLiteral("tools/call"), m_tool))
        return;
    m_task = tasks->tasks().back()->number;
    m_taskChanged = connect(tasks, &mcp::TaskStore::changed, this, &ToolCall::followTask);
}

void ToolCall::followTask()
{
    const mcp::TaskMachine *machine = task();
    if (!machine || machine->isFinished())
        disconnect(m_taskChanged);
    Q_EMIT changed();
}

const mcp::TaskMachine *ToolCall::task() const
{
    const auto *entry =
        m_client && m_task != 0 ? mcp::TaskStore::of(m_client)->find(m_task) : nullptr;
    return entry ? &entry->machine : nullptr;
}

} // namespace sonde::session
