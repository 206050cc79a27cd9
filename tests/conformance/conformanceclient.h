// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/runner/serverauthorizer.h"
#include "auth/store/credentialcache.h"
#include "auth/store/memorytokenstore.h"
#include "config/profile.h"
#include "mcp/client/client.h"
#include "mcp/client/serverrequesthandler.h"

#include <QObject>

#include <functional>
#include <optional>

namespace sonde::test {

// What the public conformance suite starts as the client under test. It uses everything the server
// offers: calls every tool at the same time, reads every resource, gets every prompt, and responds
// to every form as it opens. The suite looks at what crosses the wire. From the environment come
// MCP_CONFORMANCE_PROTOCOL_VERSION (the revision to speak) and MCP_CONFORMANCE_CONTEXT (the calls
// to make, where a scenario wants certain ones, and what to be authorized with). The pages of
// authorization servers are opened with SONDE_BROWSER.
class ConformanceClient : public QObject, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    // `traffic` outlives it.
    ConformanceClient(
        const config::Profile &server, rpc::TrafficSink *traffic, QObject *parent = nullptr);

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void complained(const QString &sentence);
    void finished(int exitCode);

private:
    static constexpr int kMaxRounds = 10; // of input that one request may ask for

    void handleRequest(const mcp::ServerRequest &request) override;
    void clientChanged();
    void listTools();
    void callTools(const mcp::Listing &tools);
    void callAsTold(const json::Value &calls);
    void readResources();
    void getPrompts();
    void listSkills();
    void loadSkill(const mcp::ListItem &skill);
    void readSkillFile(const mcp::ListItem &skill, const QString &uri, std::function<void()> then);
    void request(const QString &method, const Bytes &params, int round = 0);
    void receive(const QString &method, const Bytes &params, int round,
        const Result<mcp::Response> &response);
    void begin() { ++m_running; }
    void done();
    void complain(const Error &error);
    void end(int exitCode);

    auth::MemoryTokenStore m_store; // nothing is left of a run
    auth::CredentialCache m_cache{&m_store};
    auth::CommandBrowser m_browser;
    auth::ServerAuthorizer m_authorizer;
    mcp::Client m_client;
    std::vector<std::function<void()>> m_steps; // that are left, the next one last
    int m_running = 0; // requests without a response
    std::optional<int> m_exitCode;
};

} // namespace sonde::test
