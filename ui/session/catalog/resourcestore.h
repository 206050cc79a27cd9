// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"
#include "session/catalog/liststore.h"
#include "session/catalog/resourceread.h"

#include <QHash>
#include <QObject>
#include <QStringList>

namespace sonde::session {

// What is known of one server's resources: its two lists, what was filled into templates, and what
// was read. Belongs to the client and goes with it.
class ResourceStore : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxKept = 100; // resources that were read; older ones are forgotten

    // The one of that client; made when it is asked for first.
    static ResourceStore *of(mcp::Client *client);

    ListStore &resources() { return m_resources; }
    ListStore &templates() { return m_templates; }
    mcp::Client *client() const { return m_client; }

    ResourceRead *read(const QString &uri); // made when there is none
    ResourceRead *known(const QString &uri) const { return m_reads.value(uri); } // or nullptr
    QStringList watched() const; // URIs whose subscription is wanted
    mcp::FilledIn draft(const QString &uriTemplate) const { return m_drafts.value(uriTemplate); }
    void setDraft(const QString &uriTemplate, const mcp::FilledIn &values);

private:
    explicit ResourceStore(mcp::Client *client);
    void forgetOldest();

    mcp::Client *m_client;
    ListStore m_resources;
    ListStore m_templates;
    QHash<QString, ResourceRead *> m_reads;
    QStringList m_order; // the same, longest unused first
    QHash<QString, mcp::FilledIn> m_drafts;
};

} // namespace sonde::session
