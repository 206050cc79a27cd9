// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agentsurroundings.h"
#include "agent/serverrequests.h"
#include "mcp/client/client.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace sonde::agent {

// A server that is inspected: its client, and what it asks of the client, which the agent responds
// to.
class Inspected : public QObject {
    Q_OBJECT
public:
    // `known`: what an earlier start of the server detected. `traffic` outlives it.
    Inspected(QString handle, const config::Profile &server,
        std::shared_ptr<wire::Authorizer> authorizer, std::optional<mcp::DetectedRevision> known,
        rpc::TrafficSink *traffic);
    ~Inspected() override;

    const QString &handle() const { return m_handle; }
    // In the recording: unique, and the handle is in it.
    QString name() const { return m_client->config().name; }
    const config::Profile &profile() const { return m_profile; } // with its secrets
    mcp::Client &client() { return *m_client; }
    const mcp::Client &client() const { return *m_client; }
    bool isReady() const { return m_client->state() == mcp::ClientState::Ready; }

    ServerRequests &requests() { return m_requests; }

    // Whether a tool may be destructive, by its annotations in the newest list; nothing while the
    // tools are not listed, or have changed. A tool that is not listed may be.
    std::optional<bool> mayDestroy(const QString &tool) const;
    void rememberTools(const mcp::Listing &tools);

Q_SIGNALS:
    void settled(); // ready, failed or stopped

private:
    const QString m_handle;
    const config::Profile m_profile;
    const std::shared_ptr<wire::Authorizer> m_authorizer;
    ServerRequests m_requests;
    std::optional<std::map<QString, bool>> m_tools;
    std::unique_ptr<mcp::Client> m_client; // last: it calls the others
};

} // namespace sonde::agent
