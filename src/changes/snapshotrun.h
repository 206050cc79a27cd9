// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "base/requesthandle.h"
#include "changes/snapshot.h"
#include "mcp/client/client.h"

#include <QObject>

#include <optional>

namespace sonde::changes {

// Asks a connected server for everything that it offers: every page of each list whose capability
// it declares. A list that it does not declare is empty and complete.
class SnapshotRun : public QObject {
    Q_OBJECT
public:
    // `client` is Ready, and outlives it.
    SnapshotRun(mcp::Client &client, mcp::CallOptions options, QObject *parent = nullptr);

    void start(); // once
    void cancel(); // finished() follows, with what was loaded until then
    const Snapshot &snapshot() const { return m_snapshot; }
    // Why the first of the incomplete lists is incomplete.
    const std::optional<Error> &failed() const { return m_failed; }

Q_SIGNALS:
    void finished();

private:
    void next();
    void receive(ListKind kind, const mcp::Listing &listing);

    mcp::Client &m_client;
    const mcp::CallOptions m_options;
    Snapshot m_snapshot;
    std::optional<Error> m_failed;
    std::size_t m_at = 0; // of kLists
    RequestHandle m_request;
};

} // namespace sonde::changes
