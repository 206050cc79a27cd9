// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/held/heldcalls.h"
#include "cli/mock/realserver.h"
#include "cli/options/options.h"
#include "cli/server/serverlink.h"
#include "mcp/client/serverrequest.h"
#include "mcp/client/serverrequesthandler.h"
#include "mock/earlyroom.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::cli {

// A connection to the real server for one client of a mock, opened in the revision of that client
// where the server speaks it. Messages pass byte for byte, but for ids and progress tokens; between
// two eras, requests pass with the _meta of the server's revision. The client responds to server
// requests, unless the command line says how (--sampling, --elicitation, --roots).
class PassedServer : public QObject, public RealServer, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    // The others outlive it. `wake` is called when there is something to deliver, never inline.
    PassedServer(
        const Options &options, rpc::TrafficSink *traffic, Output &err, std::function<void()> wake);
    ~PassedServer() override;

    // Stops the server; finished() follows.
    void end(int exitCode);
    void forgetMock() { m_wake = nullptr; } // nothing is delivered any more
    bool isEnding() const { return m_link && !m_isOver && m_link->isEnding(); }

Q_SIGNALS:
    // The server was stopped, was lost, or could not be opened.
    void finished(int exitCode);

private:
    void open(const mock::ClientFacts &client) override;
    void passOn(mock::Passage passage, const Bytes &request) override;
    void abandon(mock::Passage passage) override;
    void tell(const Bytes &message) override;
    void handleRequest(const mcp::ServerRequest &request) override;
    void withdrawRequest(const rpc::Id &id, const QString &why) override;

    void connectToServer();
    void adjust(mcp::ClientConfig &config);
    mcp::CallOptions timeouts() const; // of the requests that are passed on
    bool isClientModern() const;
    bool speaksRevisionOfClient() const;
    void noteRevision();
    void sendWaiting();
    std::vector<std::pair<mock::Passage, rpc::Message>> takeWaiting();
    void notify(const rpc::Message &notification);
    void send(mock::Passage passage, const rpc::Message &request);
    Bytes inRevisionOfServer(const rpc::Message &request) const;
    void hear(const rpc::Message &notification);
    void hand(mock::Passage passage, std::string_view message);
    void refuse(mock::Passage passage, const rpc::Id &id, int code, const QString &sentence);
    void over(int exitCode);

    const Options &m_options;
    rpc::TrafficSink *const m_traffic;
    Output &m_err;
    std::function<void()> m_wake;
    bool m_isWoken = false;
    mock::ClientFacts m_facts;
    // Until the server is open, in their order. Passage 0: a notification.
    std::vector<std::pair<mock::Passage, rpc::Message>> m_waiting;
    mock::EarlyRoom m_earlyRoom; // for the notifications among them
    bool m_isEarlyFull = false; // some notifications were left out
    std::map<rpc::Id, mcp::ServerRequest> m_asked; // by the id that the client of the mock sees
    int m_lastAsked = 0;
    std::unique_ptr<HeldCalls> m_calls;
    std::unique_ptr<ServerLink> m_link; // below these, which its client calls
    bool m_isOver = false; // the server that m_link had
};

} // namespace sonde::cli
