// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/resending.h"

#include "app/window/panels.h"
#include "app/workspace/workspace.h"
#include "content/json/jsoneditor.h"
#include "models/document/tracedocument.h"
#include "models/trace/tracemodel.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/resendactions.h"
#include "widgets/trace/tracepanel.h"

#include <algorithm>

namespace sonde::app {

namespace {

// Whether params have these members only. What the protocol adds to _meta is added anew.
bool hasOnly(const json::Value &params, std::initializer_list<std::string_view> names)
{
    return params.isObject() && std::all_of(params.begin(), params.end(), [&](json::Value member) {
        const std::string name = member.key();
        return name == "_meta" || std::find(names.begin(), names.end(), name) != names.end();
    });
}

} // namespace

Resending::Resending(Workspace &workspace, const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_parts(parts)
{
    widgets::ResendActions &actions = parts.trace.messageActions().resending();
    actions.setVisible(true);
    connect(&actions, &widgets::ResendActions::requested, this, &Resending::open);
}

void Resending::open(trace::Number number, bool edit)
{
    models::TraceModel &model = m_workspace.trace().model();
    const int row = model.rowOf(number);
    if (row < 0)
        return;
    const trace::Record record = model.record(row);
    const QString server = model.stream(record.stream).server;
    const auto bytes = model.store().read(record);
    if (!bytes) {
        Q_EMIT failed(bytes.error().sentence);
        return;
    }
    const mcp::Client *client = m_workspace.client(server);
    if (!client || client->state() != mcp::ClientState::Ready) {
        Q_EMIT failed(tr("Cannot send the message again: %1 is not connected. Connect it first.")
                          .arg(server));
        return;
    }
    m_workspace.setCurrent(server);
    const auto message = json::Document::parse(*bytes);
    const json::Value params = message.root()["params"];
    const json::Value method = message.root()["method"];
    const bool isOpen = (method.equals("tools/call") && openTool(params, edit))
        || (method.equals("resources/read") && openResource(params, edit))
        || (method.equals("prompts/get") && openPrompt(params, edit));
    if (!isOpen)
        openRaw(message, edit);
}

bool Resending::openTool(const json::Value &params, bool edit)
{
    widgets::ToolsPanel &tools = m_parts.tools;
    const QString name = params["name"].toString();
    if (!hasOnly(params, {"name", "arguments"}) || name.isEmpty())
        return false;
    tools.chooseTool(name);
    widgets::CallPane &pane = tools.callPane();
    if (pane.tool() != name)
        return false; // the server no longer lists it
    m_parts.panels.show(&tools);
    const std::string_view arguments = params["arguments"].raw();
    pane.editor().setBytes(Bytes::copyOf(arguments.empty() ? "{}" : arguments));
    if (edit)
        pane.focusForm();
    else
        pane.send();
    return true;
}

bool Resending::openResource(const json::Value &params, bool edit)
{
    const QString uri = params["uri"].toString();
    if (!hasOnly(params, {"uri"}) || uri.isEmpty())
        return false;
    m_parts.panels.show(&m_parts.resources);
    m_parts.resources.showUri(uri);
    if (edit)
        m_parts.resources.pane().focusForm();
    else
        m_parts.resources.pane().send();
    return true;
}

bool Resending::openPrompt(const json::Value &params, bool edit)
{
    const QString name = params["name"].toString();
    mcp::FilledIn values;
    for (const json::Value argument : params["arguments"]) {
        if (!argument.isString())
            return false; // the form has texts only
        values.emplace_back(json::toQString(argument.key()), argument.toString());
    }
    if (!hasOnly(params, {"name", "arguments"}) || !m_parts.prompts.fill(name, values))
        return false;
    m_parts.panels.show(&m_parts.prompts);
    if (edit)
        m_parts.prompts.pane().focusForm();
    else
        m_parts.prompts.pane().send();
    return true;
}

void Resending::openRaw(const json::Document &message, bool edit)
{
    const json::Value params = message.root()["params"];
    m_parts.panels.show(&m_parts.raw);
    m_parts.raw.setRequest(message.root()["method"].toString(), Bytes::copyOf(params.raw()));
    if (edit)
        m_parts.raw.params().setFocus();
    else
        m_parts.raw.send();
}

} // namespace sonde::app
