// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/surroundings.h"
#include "mcp/client/client.h"
#include "mcp/client/serverrequesthandler.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::agent {

// A server that is inspected: its client, and what it asked of the client meanwhile. Server
// requests are declined, as nobody is there who could respond.
class Inspected : public QObject, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxDeclined = 50; // that are kept until they are told

    // `known`: what an earlier start of the server detected. `traffic` outlives it.
    Inspected(QString handle, const config::Profile &server,
        std::shared_ptr<wire::Authorizer> authorizer, std::optional<mcp::DetectedRevision> known,
        rpc::TrafficSink *traffic);
    ~Inspected() override;

    const QString &handle() const { return m_handle; }
    // In the recording: unique, and the handle is in it.
    QString name() const { return m_client->config().name; }
    mcp::Client &client() { return *m_client; }
    const mcp::Client &client() const { return *m_client; }
    bool isReady() const { return m_client->state() == mcp::ClientState::Ready; }

    // The methods of the server requests since the last call, each with what was responded.
    struct Declined {
        std::string method;
        std::string response;
    };
    std::vector<Declined> takeDeclined() { return std::exchange(m_declined, {}); }

    // Whether a tool may be destructive, by its annotations in the newest list; nothing while the
    // tools are not listed, or have changed. A tool that is not listed may be.
    std::optional<bool> mayDestroy(const QString &tool) const;
    void rememberTools(const mcp::Listing &tools);

Q_SIGNALS:
    void settled(); // ready, failed or stopped

private:
    void handleRequest(const mcp::ServerRequest &request) override;
    bool takesInput() const override { return true; }
    void handleInput(const mcp::InputRound &round) override;
    void note(std::string method, std::string response);

    const QString m_handle;
    const std::shared_ptr<wire::Authorizer> m_authorizer;
    std::vector<Declined> m_declined;
    std::optional<std::map<QString, bool>> m_tools;
    std::unique_ptr<mcp::Client> m_client; // last: it calls the others
};

} // namespace sonde::agent
