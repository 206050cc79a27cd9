// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/snapshotrun.h"

#include "changes/changestr.h"

namespace sonde::changes {

SnapshotRun::SnapshotRun(mcp::Client &client, mcp::CallOptions options, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_options(std::move(options))
{
}

void SnapshotRun::start()
{
    m_snapshot = snapshotOf(m_client.negotiated());
    next();
}

void SnapshotRun::cancel()
{
    m_at = kListCount;
    m_request.cancel();
}

void SnapshotRun::next()
{
    const json::Value declared = m_client.negotiated().serverCapabilities();
    for (; m_at < kListCount; ++m_at) {
        if (declared[namesOf(kLists[m_at]).capability].isContainer())
            break;
        m_snapshot.list(kLists[m_at]).isComplete = true;
    }
    if (m_at >= kListCount) {
        Q_EMIT finished();
        return;
    }
    const ListKind kind = kLists[m_at++];
    m_request = m_client.list({namesOf(kind).method, namesOf(kind).member}, m_options, this,
        [this, kind](const mcp::Listing &listing) { receive(kind, listing); });
}

void SnapshotRun::receive(ListKind kind, const mcp::Listing &listing)
{
    // 2025-11-25 server/resources: a server with the capability may have no templates at all.
    const bool isMissing = kind == ListKind::Templates && listing.failed && listing.pages == 0
        && listing.failed->domain == Domain::Server && listing.failed->code == rpc::kMethodNotFound;
    m_snapshot.list(kind) = itemsOf(kind, listing);
    if (isMissing) {
        m_snapshot.list(kind).isComplete = true;
    } else if (!m_failed && !listing.isComplete()) {
        m_failed = listing.failed
            ? *listing.failed
            : Error{.domain = Domain::Protocol,
                .sentence =
                    Text::tr("Incomplete list %1: %2").arg(namesOf(kind).method, listing.stopped)};
    }
    next();
}

} // namespace sonde::changes
