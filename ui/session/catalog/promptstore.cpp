// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/promptstore.h"

#include "json/builder.h"

namespace sonde::session {

PromptStore *PromptStore::of(mcp::Client *client)
{
    if (auto *known = client->findChild<PromptStore *>(QString(), Qt::FindDirectChildrenOnly))
        return known;
    return new PromptStore(client);
}

PromptStore::PromptStore(mcp::Client *client)
    : QObject(client)
    , m_client(client)
    , m_prompts(client, models::CatalogKind::Prompt, this)
{
}

Request *PromptStore::request(const QString &prompt)
{
    Request *&request = m_requests[prompt];
    if (!request)
        request = new Request(this);
    return request;
}

void PromptStore::setDraft(const QString &prompt, const mcp::FilledIn &values)
{
    m_drafts.insert(prompt, values);
}

Bytes PromptStore::params(const QString &prompt, const mcp::FilledIn &values)
{
    json::Builder params;
    params.beginObject().member("name", QStringView(prompt));
    if (!values.empty()) {
        params.key("arguments").beginObject();
        for (const auto &[name, value] : values)
            params.member(name.toStdString(), QStringView(value));
        params.endObject();
    }
    return params.endObject().take();
}

} // namespace sonde::session
