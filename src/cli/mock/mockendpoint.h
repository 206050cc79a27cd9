// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/mockclient.h"

#include <memory>
#include <string>
#include <vector>

namespace sonde::cli {

inline constexpr std::string_view kMcpPath = "/mcp"; // Streamable HTTP, both eras
inline constexpr std::string_view kSsePath = "/sse"; // HTTP+SSE
inline constexpr std::string_view kMessagesPath = "/messages";

// A mock over HTTP without sockets and clock: requests in, responses into their replies, remarks
// for the person who runs it. Times are of a clock that never goes back. What a client may not do
// on the transport is refused as a server has to; what a host does wrong otherwise is not judged.
class MockEndpoint {
public:
    static constexpr std::size_t kMaxSessions = 64; // the idle one that is oldest gives way

    // The script outlives it. `onLoopback`: it is reached only from this computer.
    MockEndpoint(const mock::MockScript &script, mock::MockOptions options, bool onLoopback,
        RealServer::Make makeServer = {});

    void receive(const serve::ServedRequest &request, const serve::ReplyPointer &reply,
        mock::Nanoseconds now);
    void tick(mock::Nanoseconds now);
    std::optional<mock::Nanoseconds> nextDeadline() const;
    std::vector<mock::Action> takeRemarks() { return std::exchange(m_remarks, {}); }
    void end(); // closes every stream

private:
    struct Session {
        std::string id;
        std::unique_ptr<MockClient> client;
    };

    void receiveMcp(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    void post(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    void postModern(std::vector<rpc::Message> messages, const serve::ReplyPointer &reply);
    void postToSession(const serve::ServedRequest &request, std::vector<rpc::Message> messages,
        const serve::ReplyPointer &reply);
    void endSession(const serve::ServedRequest &request, serve::HttpReply &reply);
    void receiveSse(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    // The session that the request names; null: an error response was sent.
    MockClient *sessionOf(const serve::ServedRequest &request, serve::HttpReply &reply);
    MockClient *find(std::string_view id, MockClient::Transport transport) const;
    // A new one; null: there are too many.
    MockClient *addSession(const std::string &id, MockClient::Transport transport);
    std::unique_ptr<MockClient> newClient(MockClient::Transport transport);
    void remove(const MockClient &client);
    template <typename Function>
    void forEach(Function function) const;

    const mock::MockScript &m_script;
    const mock::MockOptions m_options;
    const bool m_onLoopback;
    const RealServer::Make m_makeServer;
    mock::Nanoseconds m_now{0};
    std::vector<mock::Action> m_remarks;
    std::vector<Session> m_sessions; // the oldest first
    std::unique_ptr<MockClient> m_modern; // once there was a request of that era
};

} // namespace sonde::cli
