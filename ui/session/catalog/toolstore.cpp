// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/toolstore.h"

#include "models/catalog/toolfacts.h"

#include <algorithm>

namespace sonde::session {

namespace {

// Whether an item of the list is a definition of the tool.
auto isOf(const QString &tool)
{
    return [name = tool.toStdString()](
               const mcp::ListItem &item) { return item.value()["name"].equals(name); };
}

} // namespace

ToolStore *ToolStore::known(mcp::Client *client)
{
    return client->findChild<ToolStore *>(QString(), Qt::FindDirectChildrenOnly);
}

ToolStore *ToolStore::of(mcp::Client *client)
{
    ToolStore *const store = known(client);
    return store ? store : new ToolStore(client);
}

ToolStore::ToolStore(mcp::Client *client)
    : ListStore(client, models::CatalogKind::Tool, client)
{
}

bool ToolStore::has(const QString &tool) const
{
    const auto &items = listing().items;
    return std::any_of(items.begin(), items.end(), isOf(tool));
}

bool ToolStore::isDestructive(const QString &tool) const
{
    const auto &items = listing().items;
    return std::any_of(items.begin(), items.end(), [isMeant = isOf(tool)](const auto &item) {
        return isMeant(item) && models::toolFacts(item.value()).destructive;
    });
}

json::Value ToolStore::inputSchema(const QString &tool) const
{
    const auto &items = listing().items;
    const auto found = std::find_if(items.begin(), items.end(), isOf(tool));
    return found == items.end() ? json::Value() : found->value()["inputSchema"];
}

bool ToolStore::isReadOnly(const QString &tool) const
{
    const auto isMeant = isOf(tool);
    bool isReadOnly = false;
    for (const mcp::ListItem &item : listing().items) {
        if (!isMeant(item))
            continue;
        if (!models::toolFacts(item.value()).readOnly) // of two with that name either may be meant
            return false;
        isReadOnly = true;
    }
    return isReadOnly;
}

std::set<std::string> ToolStore::destructiveTools() const
{
    std::set<std::string> names;
    for (const mcp::ListItem &item : listing().items) {
        const json::Value definition = item.value();
        if (models::toolFacts(definition).destructive)
            names.insert(definition["name"].text());
    }
    return names;
}

ToolCall *ToolStore::call(const QString &tool)
{
    ToolCall *&call = m_calls[tool];
    if (!call)
        call = new ToolCall(tool, this);
    return call;
}

std::optional<QByteArray> ToolStore::draft(const QString &tool) const
{
    const auto found = m_drafts.find(tool);
    return found == m_drafts.end() ? std::nullopt : std::optional(*found);
}

void ToolStore::setDraft(const QString &tool, const QByteArray &text)
{
    m_drafts.insert(tool, text);
}

} // namespace sonde::session
