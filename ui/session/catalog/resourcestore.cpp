// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/resourcestore.h"

namespace sonde::session {

ResourceStore *ResourceStore::of(mcp::Client *client)
{
    if (auto *known = client->findChild<ResourceStore *>(QString(), Qt::FindDirectChildrenOnly))
        return known;
    return new ResourceStore(client);
}

ResourceStore::ResourceStore(mcp::Client *client)
    : QObject(client)
    , m_client(client)
    , m_resources(client, models::CatalogKind::Resource, this)
    , m_templates(client, models::CatalogKind::Template, this)
{
}

ResourceRead *ResourceStore::read(const QString &uri)
{
    m_order.removeOne(uri);
    m_order.append(uri);
    if (ResourceRead *known = m_reads.value(uri))
        return known;
    forgetOldest();
    auto *read = new ResourceRead(m_client, uri, this);
    m_reads.insert(uri, read);
    return read;
}

void ResourceStore::forgetOldest()
{
    for (qsizetype i = 0; i < m_order.size() && m_reads.size() >= kMaxKept;) {
        ResourceRead *old = m_reads.value(m_order[i]);
        if (!old || !old->isIdle()) {
            ++i;
            continue;
        }
        m_reads.remove(m_order.takeAt(i));
        old->deleteLater();
    }
}

QStringList ResourceStore::watched() const
{
    QStringList uris;
    for (auto read = m_reads.begin(); read != m_reads.end(); ++read) {
        if (read.value()->watch().isRequested())
            uris << read.key();
    }
    return uris;
}

void ResourceStore::setDraft(const QString &uriTemplate, const mcp::FilledIn &values)
{
    m_drafts.insert(uriTemplate, values);
}

} // namespace sonde::session
