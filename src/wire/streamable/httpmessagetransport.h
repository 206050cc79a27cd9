// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/messagetransport.h"
#include "wire/streamable/authorizationhold.h"
#include "wire/streamable/exchangelog.h"
#include "wire/streamable/httpcall.h"
#include "wire/streamable/httpflow.h"

#include <QTimer>

#include <map>
#include <memory>
#include <vector>

namespace sonde::wire {

// Transfers messages over HTTP: executes the actions of a flow, and reports their results to it.
class HttpMessageTransport final : public MessageTransport, private HttpCallOwner {
    Q_OBJECT
public:
    HttpMessageTransport(const HttpTarget &target, const TransportContext &context,
        std::unique_ptr<HttpClient> client);
    ~HttpMessageTransport() override;

    void start() override;
    void send(const Outgoing &message) override;
    void stop() override;
    void setReading(bool reading) override;
    void setBatchesAllowed(bool allowed) override;
    void setProtocol(const HttpProtocol &protocol) override;
    void abandon(const rpc::Id &id) override;
    void setAuthorization(const AuthorizationGiven &given) override;

private:
    BodyForm headArrived(HttpCall &call, const HttpHead &head, Stamp at) override;
    void eventArrived(HttpCall &call, const rpc::SseEvent &event, Stamp at) override;
    void messageArrived(HttpCall &call, rpc::Message message, const rpc::Place &place, Stamp at,
        std::int64_t requestedNs) override;
    void callFinished(HttpCall &call, const HttpEnding &ending) override;
    void callHandledBytes() override;

    void discardMessageOf(const rpc::SseEvent &event, Stamp at);
    bool repeat(const HttpCall &call, const HttpEnding &ending);
    void passOn(HttpKey key, const HttpHead &head, const HttpEnding &ending);
    void tick();
    void perform();
    void perform(BeginExchange &action);
    void perform(const AbortExchange &action);
    void perform(const NoteLine &action);
    void perform(Event &action);
    void performSoon();
    void handOnLater();
    void retire(HttpKey key);
    void armTimer();

    const HttpTarget m_target;
    const TransportContext m_context;
    std::unique_ptr<HttpClient> m_client; // outlives the calls
    ExchangeLog m_log;
    std::unique_ptr<HttpFlow> m_flow;
    HttpActions m_actions;
    AuthorizationHold m_hold;
    std::map<HttpKey, std::unique_ptr<HttpCall>> m_calls;
    std::vector<std::unique_ptr<HttpCall>> m_retired; // may still be on the stack
    QTimer m_timer;
    std::int64_t m_armedFor = HttpFlow::kNever;
    bool m_reading = true;
    bool m_batchesAllowed = true;
    bool m_handOnQueued = false;
};

// Creates the transport for a server with a URL, for LinkWorker::MakeTransport. Transport::Auto is
// Streamable HTTP: the session decides whether to try HTTP+SSE instead, and then creates a new
// connection with Transport::Sse.
//
// With Streamable HTTP, Started follows start() immediately, because there is no connection to
// open. With HTTP+SSE, it follows when the server has named its endpoint; otherwise StartFailed
// follows (after a Refused without an id if the server sent an error status, for its status and
// challenges). Ended follows stop(), and with HTTP+SSE also the end of the event stream.
// Refused::sessionGone reports a lost session: the transport has already dropped it, and
// setProtocol({}) and a new handshake start another one.
std::unique_ptr<MessageTransport> makeHttpMessageTransport(
    const HttpTarget &target, const TransportContext &context);

} // namespace sonde::wire
