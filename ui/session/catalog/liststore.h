// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "models/catalog/catalogmodel.h"
#include "models/catalog/listchanges.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace sonde::session {

// One list of a server: asked for when it starts, again when it says that the list changed, all at
// once or page by page; and what became of it between the last two times.
class ListStore : public QObject {
    Q_OBJECT
public:
    enum class State { NotAsked, Asking, Known, NotOffered, Failed };

    // Belongs to the client and goes with it.
    ListStore(mcp::Client *client, models::CatalogKind kind, QObject *parent);

    State state() const { return m_state; }
    const mcp::Listing &listing() const { return m_listing; }
    const std::optional<Error> &error() const { return m_error; } // of the newest attempt
    // Why listing() may differ from what the server has now, as sentences; empty: no reason.
    QString trouble() const;
    mcp::Client *client() const { return m_client; }
    models::CatalogKind kind() const { return m_kind; }

    // Requests the list again. Page by page, it requests as many pages as were known before.
    void load();
    // Whether later requests are for one page at a time or for the whole list.
    void setPageByPage(bool pages);
    bool isPageByPage() const { return m_pageByPage; }
    bool hasMore() const { return m_listing.hasMore(); }
    // Requests the next page. If a page of the whole list failed, requests all that are missing.
    void loadMore();

    // The differences from the last complete list. Empty until the list is requested again.
    const models::ListChanges &changes() const { return m_changes; }
    void forgetChanges();

Q_SIGNALS:
    void changed();

private:
    void clientChanged();
    void ask(int pages);
    void request(const std::optional<std::string> &cursor, int pages,
        void (ListStore::*taker)(mcp::Listing));
    void take(mcp::Listing listing);
    void append(mcp::Listing further);
    void taken(const std::optional<Error> &error);
    void noteRepeated();

    mcp::Client *m_client;
    const models::CatalogKind m_kind;
    State m_state = State::NotAsked;
    bool m_pageByPage = false;
    bool m_again = false; // it changed while it was asked for
    mcp::Listing m_listing;
    std::optional<Error> m_error;
    QStringList m_repeated; // sentences about members that m_listing has more than once
    models::ListChanges m_changes;
};

} // namespace sonde::session
