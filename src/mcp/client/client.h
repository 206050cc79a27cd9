// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "mcp/client/inputround.h"
#include "mcp/client/listing.h"
#include "mcp/client/serverrequest.h"
#include "mcp/client/subscription.h"
#include "mcp/message/answer.h"
#include "mcp/message/calloptions.h"
#include "mcp/message/detectedrevision.h"
#include "mcp/message/diagnosticline.h"
#include "mcp/message/revision.h"
#include "mcp/message/runningcall.h"
#include "mcp/session/negotiated.h"
#include "mcp/session/startlog.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "wire/http/httptarget.h"
#include "wire/link/authorizer.h"
#include "wire/link/httpstate.h"
#include "wire/link/transport.h"
#include "wire/process/launch.h"

#include <QObject>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QThread;

namespace sonde::mcp {

class ClientLifecycle;
class Connection;
class DiscardedInput;

enum class ClientState : std::uint8_t {
    Stopped,
    Starting, // until the server has answered the first request; probing included
    Ready,
    Stopping,
    Failed, // failure() and steps() say what and where
};

struct ClientConfig {
    QString name; // of the profile
    wire::Launch launch;
    std::optional<wire::HttpTarget> http; // a server that is reached by URL: nothing is launched
    EraPolicy era;
    // What an earlier probe found out: with Mode::Auto it is used in place of a probe, and when it
    // does not hold any more the server is probed again.
    std::optional<DetectedRevision> known;
    // In the stateless era: one subscription to all list changes the server offers.
    bool listenForChanges = false;
    // What the client declares, a JSON object as text.
    std::string capabilities = "{}";
    // From which on the server may log ("debug" … "emergency"), said by each request where that is
    // how it is asked for (2026-07-28); empty: it must not.
    QString logLevel;
    // Gets what the server asks the client in the handshake era (ping is answered without it), when
    // it arrives, also before Ready. Without it every question is refused. It must stay callable as
    // long as the client lives. In the stateless era answers ask instead: inputrequired.h.
    std::function<void(const ServerRequest &)> onRequest;
    // That one of them waits no longer, and why: the server withdrew it, the connection ended.
    std::function<void(const rpc::Id &, const QString &)> onWithdrawn;
    // Gets what an answer asks for before the call can go on (inputrun.h): in the stateless era
    // input, before it URLs that must be visited. Without it such an answer is the caller's.
    std::function<void(const InputRound &)> onInput;
    // That a round waits no longer, and why: its call was cancelled, the connection ended.
    std::function<void(const InputRound &, const QString &)> onInputOver;
    // Gets what a server that is reached by URL wants to be authorized with; outlives the client,
    // on its thread. Without one a refusal is a failure.
    wire::Authorizer *authorizer = nullptr;
    std::chrono::milliseconds handshakeTimeout{10'000};
    // A server that a launcher still fetches (npx, uvx, docker) is waited for, but not for longer.
    std::chrono::milliseconds fetchTimeout{600'000};
    rpc::TrafficSink *traffic = nullptr; // outlives the client
    QThread *wireThread = nullptr; // nullptr: everything on the caller's thread
};

// A live MCP client: one server over stdio or HTTP, in whatever era it speaks.
class Client : public QObject {
    Q_OBJECT
public:
    explicit Client(ClientConfig config, QObject *parent = nullptr);
    ~Client() override;

    const ClientConfig &config() const;
    void start(); // from Stopped or Failed
    void stop();
    void restart();

    void setLogLevel(const QString &level); // ClientConfig::logLevel, from the next request on

    ClientState state() const;
    const std::vector<StartStep> &steps() const;
    const Error &failure() const; // in Failed
    bool wasConnected() const; // in Failed: the newest start had come to Ready
    // In Failed, when HTTP said something in place of an answer: its head and challenges, how far
    // the exchange came, the certificates. Otherwise nullptr.
    const wire::HttpFailure *httpFailure() const;
    const wire::StartReport &startReport() const; // of the newest process of the session
    const Negotiated &negotiated() const; // in Ready
    const wire::HttpState &httpState() const; // of the newest connection over HTTP
    const std::deque<DiagnosticLine> &lastDiagnostics() const; // newest lines of stderr, bounded
    const DiscardedInput &discardedInput() const; // what came of the newest session and was no use
    QString endReport() const; // "exit code 1" after an end

    // `params` is JSON text, sent byte for byte (with the era's `_meta` added where it must be).
    // Only in Ready; otherwise the callback gets an error. Where an answer asks for input and
    // ClientConfig::onInput takes it, the request is sent again until an answer asks no more.
    RequestHandle request(const QString &method, const Bytes &params, const CallOptions &options,
        QObject *context, Answered done);
    // Sends a notification, its params byte for byte; false when it is not Ready. A stop() in a
    // later event waits a moment until it is out. notificationRefused() follows when HTTP does not
    // take it.
    bool notify(const QString &method, const Bytes &params);
    // The same without that: the first answer is the one.
    RequestHandle requestOnce(const QString &method, const Bytes &params,
        const CallOptions &options, QObject *context, Answered done);
    // Sends a text as it was typed, whatever it is, with these headers over HTTP, or with those
    // that go with its method. `done` gets the answer to it; nothing as soon as it is sent when
    // none can be paired with it, for the reason that whyUnpaired() gives.
    RequestHandle sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
        const CallOptions &options, QObject *context,
        const std::function<void(Result<std::optional<Answer>>)> &done);
    QString whyUnpaired(const Bytes &text) const; // empty: an answer can be paired with it
    // Not for a tool whose ListItem::excluded says why not; request() sends even that.
    RequestHandle callTool(const QString &name, const Bytes &arguments, const CallOptions &options,
        QObject *context, Answered done);
    // The exact line request() would send next.
    Bytes previewRequest(
        const QString &method, const Bytes &params, bool wantProgress = false) const;
    // The headers that go with it over HTTP because of what it is; the connection adds its own.
    wire::HttpHeaders previewRequestHeaders(const QString &method, const Bytes &params) const;
    // Follows the cursors of a list. Where a page does not come, the callback gets those before it,
    // which may be none, and Listing::failed says why; cancelled is such a reason as well.
    RequestHandle list(const ListQuery &query, const CallOptions &options, QObject *context,
        std::function<void(Listing)> done);
    // Opens a subscriptions/listen with this filter, a JSON object such as
    // {"toolsListChanged":true}. Never nullptr; where it cannot work it is Ended and says why. It
    // is deleted with the client, or by forget().
    Subscription *listen(const Bytes &filter);
    const std::vector<Subscription *> &subscriptions() const;
    void forget(Subscription *subscription); // closes and deletes it

    // The params of a tools/call, as callTool() sends them.
    static Bytes toolCallParams(const QString &name, const Bytes &arguments);
    // The exact line callTool() would send next.
    Bytes previewToolCall(const QString &name, const Bytes &arguments, bool wantProgress) const
    {
        return previewRequest(
            QStringLiteral("tools/call"), toolCallParams(name, arguments), wantProgress);
    }
    wire::HttpHeaders previewToolCallHeaders(const QString &name, const Bytes &arguments) const
    {
        return previewRequestHeaders(QStringLiteral("tools/call"), toolCallParams(name, arguments));
    }

    // Marks a received message in the recording.
    void mark(const rpc::Place &place, rpc::Problem problem);
    // A line of the trace about what is done here, such as rpc::lifecycle::kAutomatic.
    void logLifecycle(const QString &what, const QString &detail);
    int pendingCount() const;
    // The requests that wait for their answers, oldest first.
    std::vector<RunningCall> running() const;
    // Those that were given up since the connection began, oldest first.
    std::vector<GivenUpCall> givenUp() const;
    void forgetGivenUp(std::int64_t token);
    // Waits that much longer for it; false when it waits no more.
    bool extendRunning(std::int64_t token, std::chrono::milliseconds by);
    void cancelRunning(std::int64_t token);

Q_SIGNALS:
    void stateChanged();
    void stepsChanged();
    void notificationReceived(const sonde::rpc::Message &message);
    // HTTP did not take a notification or an answer of ours.
    void notificationRefused(const sonde::Error &error);
    void diagnosticReceived(const sonde::mcp::DiagnosticLine &line);
    void httpStateChanged();
    void subscriptionsChanged(); // one more or less; each one tells of its own changes
    // The server had forgotten the session and a new one was opened (HTTP); negotiated() is new.
    void sessionRenewed();
    // A probe has detected the revision: the owner may pass it as ClientConfig::known next time.
    // Without a revision: ClientConfig::known does not match the server any more.
    void revisionDetected(const sonde::mcp::DetectedRevision &detected);

private:
    Connection *connection() const; // nullptr: there is none

    std::unique_ptr<ClientLifecycle> d;
};

} // namespace sonde::mcp
