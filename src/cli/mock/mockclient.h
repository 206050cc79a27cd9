// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/mockpost.h"
#include "cli/mock/realserver.h"
#include "serve/eventstream.h"
#include "serve/servedrequest.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::cli {

// What a mock is to its client over HTTP: a session of Streamable HTTP or of HTTP+SSE, with a
// recording of its own to play; or to all clients of the modern era, which have no sessions.
class MockClient {
public:
    enum class Transport : std::uint8_t {
        Session, // 2025-11-25 basic/transports
        Sse, // 2024-11-05 basic/transports
        Modern, // 2026-07-28 basic/transports
    };

    // The script outlives it, and so do the remarks: lines of standard error, notes and uses.
    // `server`: where requests are passed on to; nullptr: nowhere.
    MockClient(const mock::MockScript &script, mock::MockOptions options, Transport transport,
        std::shared_ptr<RealServer> server, std::vector<mock::Action> &remarks,
        mock::Nanoseconds now);

    Transport transport() const { return m_transport; }

    // The messages of a POST. `fields` go into the head of a result.
    void post(std::vector<rpc::Message> messages, const serve::ReplyPointer &reply,
        mock::Nanoseconds now, serve::HttpReply::Fields fields = {});
    // A GET of a session: the stream of what belongs to no request.
    void listen(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    // The GET that begins HTTP+SSE. The messages are to be sent to `endpoint`.
    void openSse(
        const serve::ReplyPointer &reply, const std::string &endpoint, mock::Nanoseconds now);

    // Also sends what the server has delivered, and drops the requests whose client has gone.
    void tick(mock::Nanoseconds now);
    std::optional<mock::Nanoseconds> nextDeadline() const { return m_session.nextDeadline(); }
    bool isListening() const { return m_standing.isAttached(); }
    bool isIdle() const { return m_posts.empty() && !isListening(); }
    void end(); // closes every stream

private:
    void carryOut();
    void send(const mock::Action &action);
    void sendApart(const mock::Action &action);
    void endPost(mock::Carrier carrier, void (MockPost::*how)());
    void dropGone(mock::Nanoseconds now);

    const Transport m_transport;
    mock::MockSession m_session;
    const std::shared_ptr<RealServer> m_server;
    static constexpr int kStandingStream = 0; // the only one that can be resumed
    serve::EventStream m_standing{kStandingStream, false};
    std::map<mock::Carrier, MockPost> m_posts; // that wait for a response
    mock::Carrier m_lastCarrier = 0;
    std::vector<mock::Action> &m_remarks;
};

} // namespace sonde::cli
