// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/clientvalues.h"
#include "mcp/client/listing.h"
#include "mcp/message/calloptions.h"
#include "mcp/message/detectedrevision.h"
#include "mcp/message/diagnosticline.h"
#include "mcp/message/response.h"
#include "mcp/session/negotiated.h"
#include "rpc/message.h"

#include <QObject>

#include <functional>

namespace sonde::mcp {

// What the parts of a Client use of it: its state, its requests, and its signals. Client describes
// the functions.
class AbstractClient : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~AbstractClient() override;

    virtual const ClientConfig &config() const = 0;
    virtual ClientState state() const = 0;
    virtual const Negotiated &negotiated() const = 0;
    virtual RequestHandle request(const QString &method, const Bytes &params,
        const CallOptions &options, QObject *context, Answered done) = 0;
    virtual RequestHandle requestOnce(const QString &method, const Bytes &params,
        const CallOptions &options, QObject *context, Answered done) = 0;
    virtual RequestHandle list(const ListQuery &query, const CallOptions &options, QObject *context,
        std::function<void(Listing)> done) = 0;
    virtual void logLifecycle(const QString &what, const QString &detail) = 0;

Q_SIGNALS:
    void stateChanged();
    void stepsChanged();
    void notificationReceived(const sonde::rpc::Message &message);
    // The server refused, over HTTP, a notification or response that the client sent.
    void notificationRefused(const sonde::Error &error);
    void diagnosticReceived(const sonde::mcp::DiagnosticLine &line);
    void httpStateChanged();
    // A request took the next id: what previewRequest() returned before is out of date.
    void requestNumbered();
    void subscriptionsChanged(); // one was added or removed; each reports its own changes
    // The server had forgotten the session and a new one was opened (HTTP); negotiated() is new.
    void sessionRenewed();
    // A probe has detected the revision: the owner may pass it as ClientConfig::known next time.
    // Without a revision: ClientConfig::known does not match the server any more.
    void revisionDetected(const sonde::mcp::DetectedRevision &detected);
};

} // namespace sonde::mcp
