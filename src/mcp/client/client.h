// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "mcp/client/abstractclient.h"
#include "mcp/client/inputround.h"
#include "mcp/client/listing.h"
#include "mcp/client/serverrequest.h"
#include "mcp/client/subscription.h"
#include "mcp/message/calloptions.h"
#include "mcp/message/clientdefaults.h"
#include "mcp/message/detectedrevision.h"
#include "mcp/message/diagnosticline.h"
#include "mcp/message/response.h"
#include "mcp/message/revision.h"
#include "mcp/message/runningcall.h"
#include "mcp/session/negotiated.h"
#include "mcp/session/startlog.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "wire/endpoint/endpoint.h"
#include "wire/endpoint/endpointtimeouts.h"
#include "wire/link/authorizer.h"
#include "wire/link/httpstate.h"
#include "wire/link/linkworker.h"
#include "wire/link/transport.h"

#include <QObject>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sonde::mcp {

class ClientLifecycle;
class ClientConnection;
class DiscardedInput;

// A live MCP client: one server over stdio or HTTP, in whatever era it speaks.
class Client : public AbstractClient {
    Q_OBJECT
public:
    explicit Client(ClientConfig config, QObject *parent = nullptr);
    ~Client() override;

    const ClientConfig &config() const override;
    void start(); // from Stopped or Failed
    void stop();
    void restart();

    void setLogLevel(const QString &level); // ClientConfig::logLevel, from the next request on

    ClientState state() const override;
    const std::vector<StartStep> &steps() const;
    const Error &failure() const; // in Failed
    bool wasConnected() const; // in Failed: the newest start had come to Ready
    // In Failed, when an HTTP exchange failed: its status, headers and challenges, how far it came,
    // the certificates. Otherwise nullptr.
    const wire::HttpFailure *httpFailure() const;
    const wire::StartReport &startReport() const; // of the newest process of the session
    const Negotiated &negotiated() const override; // in Ready
    const wire::HttpState &httpState() const; // of the newest connection over HTTP
    const std::deque<DiagnosticLine> &lastDiagnostics() const; // newest lines of stderr, bounded
    const DiscardedInput &discardedInput() const; // of the newest connection
    const std::optional<rpc::EndReport> &endReport() const; // of the newest end
    Stamp failedAt() const; // in Failed

    // Sends a request. `params` is JSON text, sent byte for byte, with the era's `_meta` added
    // where the revision demands it. Fails unless Ready. When a response asks for input and
    // ClientConfig::serverRequests takes input, the request is sent again with the input until a
    // response asks for none; `done` gets that response.
    RequestHandle request(const QString &method, const Bytes &params, const CallOptions &options,
        QObject *context, Answered done) override;
    // Sends a notification, its params byte for byte; false unless Ready. A stop() in a later event
    // waits a moment until the notification is sent. notificationRefused() follows when the server
    // refuses it over HTTP.
    bool notify(const QString &method, const Bytes &params, rpc::Origin origin = rpc::Origin::None);
    // As request(), but `done` gets the first response even when it asks for input.
    RequestHandle requestOnce(const QString &method, const Bytes &params,
        const CallOptions &options, QObject *context, Answered done) override;
    // Sends a text exactly as it was typed, even if it is no JSON. Over HTTP it has these headers;
    // without them, those of its method. `done` gets the response, or std::nullopt at once when no
    // response can be matched to the text (see whyUnpaired()).
    RequestHandle sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
        const CallOptions &options, QObject *context,
        const std::function<void(Result<std::optional<Response>>)> &done);
    QString whyUnpaired(
        const Bytes &text) const; // a sentence; empty: a response can be matched to the text
    // Sends tools/call. Fails for a tool with a ListItem::excluded, which only request() sends.
    RequestHandle callTool(const QString &name, const Bytes &arguments, const CallOptions &options,
        QObject *context, Answered done);
    // The exact line request() would send next.
    Bytes previewRequest(
        const QString &method, const Bytes &params, bool wantProgress = false) const;
    // The HTTP headers that request() derives from method and params; the connection adds its own.
    wire::HttpHeaders previewRequestHeaders(const QString &method, const Bytes &params) const;
    // Loads a list page by page. When a page cannot be loaded (or the call is cancelled), the
    // callback gets the pages before it, if any, and Listing::failed has the error.
    RequestHandle list(const ListQuery &query, const CallOptions &options, QObject *context,
        std::function<void(Listing)> done) override;
    // Opens a subscriptions/listen with this filter, a JSON object such as
    // {"toolsListChanged":true}. Never nullptr; a subscription that cannot be opened is Ended, and
    // its detail() says why. It is deleted with the client, or by forget().
    Subscription *listen(const Bytes &filter, rpc::Origin origin = rpc::Origin::None);
    const std::vector<Subscription *> &subscriptions() const;
    void forget(Subscription *subscription); // closes and deletes it

    // The params of a tools/call, as callTool() sends them; with `task`, which is JSON, those of a
    // call as a task.
    static Bytes toolCallParams(
        const QString &name, const Bytes &arguments, std::string_view task = {});
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
    // Records a line about the connection; `what` is one of rpc::lifecycle, such as kAutomatic.
    void logLifecycle(const QString &what, const QString &detail) override;
    int pendingCount() const;
    // The requests that wait for their responses, oldest first.
    std::vector<RunningCall> running() const;
    // The requests that timed out or were cancelled since the connection began, oldest first.
    std::vector<GivenUpCall> givenUp() const;
    void forgetGivenUp(std::int64_t token);
    // Prolongs both timeouts of a running request; false when it does not run any more.
    bool extendRunning(std::int64_t token, std::chrono::milliseconds by);
    void cancelRunning(std::int64_t token);

private:
    ClientConnection *connection() const; // nullptr: there is none

    std::unique_ptr<ClientLifecycle> d;
};

} // namespace sonde::mcp
