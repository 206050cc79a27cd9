// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "mcp/client/callers.h"
#include "mcp/client/requestreplies.h"
#include "mcp/message/calloptions.h"
#include "mcp/message/clientdefaults.h"
#include "mcp/message/diagnosticline.h"
#include "mcp/session/session.h"
#include "wire/endpoint/endpoint.h"
#include "wire/endpoint/endpointtimeouts.h"
#include "wire/link/link.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace sonde::mcp {

class ServerRequestHandler;

// Carries out the actions of a Session to one endpoint: owns the link, the timer and the
// callbacks of the callers. All decisions are the session's.
class ClientConnection : public QObject {
    Q_OBJECT
public:
    struct Setup {
        wire::Endpoint endpoint;
        wire::EndpointTimeouts timeouts;
        wire::Link::Options link;
        wire::DecorateTransport decorate; // see ClientConfig
        Era era = Era::Legacy;
        QString revision;
        bool exact = false;
        bool orLegacy = false; // see Opening
        std::optional<Response> opening; // of a probe: server/discover is not sent again
        std::string capabilities = kNoCapabilities;
        ServerRequestHandler *serverRequests = nullptr; // nullptr: requests are refused
        wire::Authorizer *authorizer = nullptr; // see ClientConfig
        rpc::Origin origin = rpc::Origin::None; // ClientConfig::origin
    };
    explicit ClientConnection(const Setup &setup);
    ~ClientConnection() override;

    void start();
    void stop();
    bool isOver() const { return m_over; }

    Token call(std::string method, std::string_view params, const CallOptions &options,
        QObject *context, Answered done);
    // Sends subscriptions/listen; `heard` gets each notification of the subscription, `done` its
    // end.
    Token listen(std::string_view params, rpc::Origin origin, QObject *context,
        std::function<void(const rpc::Message &)> heard, Answered done);
    void notify(const std::string &method, std::string_view params, rpc::Origin origin);
    // Sends a text as it was typed. 0 when no response can be matched to it; `done` is then never
    // called.
    Token sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
        const CallOptions &options, QObject *context, Answered done);
    void setLogLevel(std::string level) { m_session.setLogLevel(std::move(level)); }
    void forgetGivenUp(Token token) { m_session.forgetGivenUp(token); }
    bool extend(Token token, std::chrono::milliseconds by) { return m_session.extend(token, by); }
    void cancel(Token token);
    RequestHandle handleOf(Token token) const { return {m_canceller, token}; }
    void mark(const rpc::Place &place, rpc::Problem problem) { m_link.report(place, problem); }
    void logLifecycle(const QString &what, const QString &detail);

    const Session &session() const { return m_session; }
    // A breakpoint holds messages since then, on the steady clock; 0: it does not.
    std::int64_t heldNs() const { return m_heldNs; }
    const wire::HttpState &httpState() const { return m_httpState; }
    // The last exchange without a request that failed, such as the event stream of HTTP+SSE.
    const std::shared_ptr<const wire::HttpFailure> &lastRefusal() const { return m_lastRefusal; }
    std::int64_t startedNs() const { return m_startedNs; } // steady clock, of start()
    std::size_t openingSize() const { return m_openingSize; } // bytes of the first request
    std::int64_t openingNs() const { return m_openingNs; } // handing it to the wire took

Q_SIGNALS:
    void started(const sonde::wire::StartReport &report);
    void fetchingServer(const QString &program); // "npx"; again every second
    void startFailed(const sonde::wire::StartReport &report, const sonde::Error &error);
    void opened();
    void renewed(); // a new session after the server had forgotten the old one (HTTP)
    void broken(const sonde::Error &error, const sonde::mcp::Evidence &evidence);
    // The server refused, over HTTP, a notification or response that was sent.
    void notificationRefused(const sonde::Error &error);
    void httpStateChanged();
    void requestNumbered(); // a request took the next id
    void ended(const sonde::wire::ExitReport &report);
    void notificationReceived(const sonde::rpc::Message &message);
    void diagnosticReceived(const sonde::mcp::DiagnosticLine &line);

private:
    struct Canceller final : RequestHandle::Canceller {
        explicit Canceller(ClientConnection *connection)
            : open(connection)
        {
        }
        void cancel(Token token) override
        {
            if (open)
                open->cancel(token);
        }
        ClientConnection *open; // null when it is gone
    };

    rpc::Origin originOf(rpc::Origin asked) const; // or that of everything
    Timeouts timeouts(const CallOptions &options) const;
    void remember(Token token, QObject *context, Answered &&done, const CallOptions &options);
    void receive(std::span<wire::Event> events);
    void receive(wire::Event &event);
    void receiveMessage(wire::Received &received);
    void receiveDiagnostic(const wire::Diagnostic &diagnostic);
    void receiveRefusal(wire::Refused &refusal);
    void receiveStart(const wire::Started &start);
    void receiveEnd(const wire::Ended &end);
    void begin();
    void authorize(const wire::AuthorizationChallenge &request);
    void heldRequestChanged(wire::HeldRequest &held);
    void stopClocks();
    void perform();
    void perform(Action &action);
    void allowBatches();
    void receiveRequest(RequestReceived &received);
    void endTasks(const QString &why);
    QString endSentence(const wire::Ended &end) const;
    void armTimer();

    const Setup m_setup;
    Session m_session;
    wire::Link m_link;
    QTimer m_timer;
    const std::shared_ptr<Canceller> m_canceller; // one for all handles
    Callers m_callers;
    Actions m_actions;
    Actions m_spareActions; // empty, for its capacity
    RequestReplies m_replies; // to the server's requests
    std::int64_t m_armedFor = Session::kNever;
    std::int64_t m_startedNs = 0;
    std::uint64_t m_receivedBytes = 0; // read as messages or stray lines
    wire::HttpState m_httpState;
    std::shared_ptr<const wire::HttpFailure> m_lastRefusal;
    std::size_t m_openingSize = 0;
    std::int64_t m_openingNs = 0;
    bool m_authorizing = false; // the authorizer has not responded yet
    std::int64_t m_heldNs = 0;
    bool *m_performing = nullptr; // set while perform() runs; false: this object was destroyed
    bool m_over = false;
};

} // namespace sonde::mcp
