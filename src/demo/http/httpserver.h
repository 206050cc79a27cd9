// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/catalog/pulse.h"
#include "demo/http/httpsession.h"
#include "demo/http/modernpost.h"
#include "demo/http/ssesession.h"

#include <map>

namespace sonde::demo {

inline constexpr std::string_view kMcpPath = "/mcp";
inline constexpr std::string_view kSsePath = "/sse";
inline constexpr std::string_view kMessagesPath = "/messages";

// MCP over HTTP without sockets and clock: requests in, responses into their replies; the time is
// passed in. Both eras share the endpoint /mcp; the transport of 2024-11-05 has /sse.
class HttpServer {
public:
    static constexpr std::size_t kMaxSessions = 64;

    HttpServer(const ServerOptions &options, QByteArray secret, bool onLoopback = true);

    void receive(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    void setNow(Milliseconds now) { m_catalog.surroundings.timers.setNow(now); }
    // Runs due timers, and drops abandoned sessions and calls.
    void tick(Milliseconds now);
    std::optional<Milliseconds> nextDeadline() const
    {
        return m_catalog.surroundings.timers.next();
    }
    std::string takeRemarks() { return m_catalog.surroundings.takeRemarks(); }
    // Ends subscriptions and open streams.
    void end();

private:
    bool isModern(const serve::ServedRequest &request, const rpc::Message *message) const;
    void receiveMcp(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    void post(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    void postModern(const serve::ServedRequest &request, const serve::ReplyPointer &reply,
        rpc::Message message);
    void postToSession(const serve::ServedRequest &request, const serve::ReplyPointer &reply,
        std::vector<rpc::Message> messages);
    void openSession(const serve::ReplyPointer &reply, std::vector<rpc::Message> messages);
    // The session that the request names; null: an error response was sent.
    HttpSession *sessionOf(const serve::ServedRequest &request, serve::HttpReply &reply);
    void listen(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    void endSession(const serve::ServedRequest &request, serve::HttpReply &reply);
    bool makeRoom();
    void openSse(const serve::ReplyPointer &reply);
    void postToSse(const serve::ServedRequest &request, serve::HttpReply &reply);
    void forEachDialogue(const std::function<void(Dialogue &)> &action);
    void keepAlive();
    void sweep();

    Catalog m_catalog;
    const bool m_onLoopback;
    const bool m_speaksLegacy;
    const bool m_speaksModern;
    Pulse m_pulse;
    std::map<std::string, std::unique_ptr<HttpSession>, std::less<>> m_sessions;
    std::vector<std::unique_ptr<ModernPost>> m_posts;
    std::map<std::string, std::unique_ptr<SseSession>, std::less<>> m_sseSessions;
};

} // namespace sonde::demo
