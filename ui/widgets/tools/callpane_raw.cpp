// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The request as text, for one send.
#include "widgets/tools/callpane.h"

#include "session/singleline.h"
#include "session/toolstore.h"
#include "widgets/request/rawedit.h"
#include "widgets/request/requestpreview.h"

#include <QTabWidget>

namespace sonde::widgets {

void CallPane::editRaw(bool on)
{
    mcp::Client *const client = m_store ? m_store->client() : nullptr;
    const Bytes given = session::singleLine(arguments());
    if (on && client)
        m_preview->edit(client, client->previewToolCall(m_name, given, m_wantProgress),
            client->previewToolCallHeaders(m_name, given));
    refreshPreview();
}

void CallPane::sendRaw()
{
    if (!canCall())
        return;
    m_rawWaits = true;
    if (!m_lets || m_lets(m_preview->rawEdit().bytes()))
        sendTyped();
}

void CallPane::sendTyped()
{
    m_rawWaits = false;
    RawEdit &raw = m_preview->rawEdit();
    const Bytes line = raw.bytes();
    const auto headers = raw.headers();
    raw.end();
    if (m_resultPage)
        m_tabs->setCurrentWidget(m_resultPage);
    m_store->call(m_name)->callRaw(m_store->client(), line, headers, {});
}

} // namespace sonde::widgets
