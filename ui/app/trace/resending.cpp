// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/resending.h"

#include "app/window/panels.h"
#include "app/workspace/workspace.h"
#include "content/json/jsoneditor.h"
#include "models/document/tracedocument.h"
#include "models/trace/tracemodel.h"
#include "widgets/catalog/catalogpanel.h"
#include "widgets/catalog/itempane.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/trace/resendactions.h"

#include <algorithm>
#include <utility>

namespace sonde::app {

Resending::Resending(Workspace &workspace, widgets::ResendActions &actions, Panels &tabs,
    std::vector<widgets::CatalogPanel *> forms, widgets::RawRequestPanel &raw)
    : QObject(&tabs)
    , m_workspace(workspace)
    , m_tabs(tabs)
    , m_forms(std::move(forms))
    , m_raw(raw)
{
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
    if (!openForm(message.root(), edit))
        openRaw(message.root(), edit);
}

bool Resending::openForm(const json::Value &request, bool edit)
{
    const auto form = std::find_if(m_forms.begin(), m_forms.end(),
        [&request](widgets::CatalogPanel *panel) { return panel->fill(request); });
    if (form == m_forms.end())
        return false;
    m_tabs.show(*form);
    if (edit)
        (*form)->itemPane().focusForm();
    else
        (*form)->itemPane().send();
    return true;
}

void Resending::openRaw(const json::Value &request, bool edit)
{
    m_tabs.show(&m_raw);
    m_raw.setRequest(request["method"].toString(), Bytes::copyOf(request["params"].raw()));
    if (edit)
        m_raw.params().setFocus();
    else
        m_raw.send();
}

} // namespace sonde::app
