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

// Messages over HTTP: carries out the actions of a flow, and feeds it with their outcome.
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
    void messageArrived(
        HttpCall &call, rpc::Message message, const rpc::Place &place, Stamp at) override;
    void callFinished(HttpCall &call, const HttpEnding &ending) override;
    void callHandledBytes() override;

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

// The transport for a server that is reached by URL, for LinkWorker::MakeTransport. Transport::Auto
// is Streamable HTTP: whether to try the older way instead is for the session to judge, which then
// makes a new connection with Transport::Sse.
//
// Started follows start() at once with Streamable HTTP, which has no connection to make; with
// HTTP+SSE when the server has named its endpoint, else StartFailed (after a Refused without an id
// when the server answered with an error, for its status and challenges). Ended follows stop();
// with HTTP+SSE also the end of the event stream. A lost session is told by Refused::sessionGone:
// the transport has dropped the session then, and setProtocol({}) and a new handshake begin
// another.
std::unique_ptr<MessageTransport> makeHttpMessageTransport(
    const HttpTarget &target, const TransportContext &context);

} // namespace sonde::wire
