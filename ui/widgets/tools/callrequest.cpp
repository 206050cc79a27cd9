// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/callrequest.h"

#include "session/call/toolcall.h"

namespace sonde::widgets {

namespace {

const QString kMethod = QStringLiteral("tools/call");

bool demandsTask(const mcp::Client &client, const json::Value &tool)
{
    const mcp::Negotiated &negotiated = client.negotiated();
    return negotiated.era == mcp::Era::Legacy && tool["execution"]["taskSupport"].equals("required")
        && negotiated.serverCapabilities()["tasks"]["requests"]["tools"]["call"].exists();
}

} // namespace

CallRequest::CallRequest(mcp::Client &client, const mcp::ListItem &tool, bool wantProgress)
    : m_client(client)
    , m_name(tool.value()["name"].toString())
    , m_wantProgress(wantProgress)
    , m_isTask(demandsTask(client, tool.value()))
{
}

Bytes CallRequest::preview(const Bytes &arguments) const
{
    if (m_isTask)
        return m_client.previewRequest(
            kMethod, session::ToolCall::taskParams(m_name, arguments), m_wantProgress);
    return m_client.previewToolCall(m_name, arguments, m_wantProgress);
}

wire::HttpHeaders CallRequest::headers(const Bytes &arguments) const
{
    return m_client.previewToolCallHeaders(m_name, arguments);
}

void CallRequest::send(
    session::ToolCall &call, const Bytes &arguments, const mcp::CallOptions &given) const
{
    mcp::CallOptions options = given;
    options.wantProgress = m_wantProgress;
    if (m_isTask)
        call.callAsTask(&m_client, arguments, options);
    else
        call.call(&m_client, arguments, options);
}

} // namespace sonde::widgets
