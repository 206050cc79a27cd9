// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/toolbook.h"

namespace sonde::widgets {

ToolBook *ToolBook::of(mcp::Client *client)
{
    if (auto *known = client->findChild<ToolBook *>(QString(), Qt::FindDirectChildrenOnly))
        return known;
    return new ToolBook(client);
}

ToolBook::ToolBook(mcp::Client *client)
    : ListBook(client, models::CatalogKind::Tool, client)
{
}

ToolCall *ToolBook::call(const QString &tool)
{
    ToolCall *&call = m_calls[tool];
    if (!call)
        call = new ToolCall(tool, this);
    return call;
}

std::optional<QByteArray> ToolBook::draft(const QString &tool) const
{
    const auto found = m_drafts.find(tool);
    return found == m_drafts.end() ? std::nullopt : std::optional(*found);
}

void ToolBook::setDraft(const QString &tool, const QByteArray &text)
{
    m_drafts.insert(tool, text);
}

} // namespace sonde::widgets
