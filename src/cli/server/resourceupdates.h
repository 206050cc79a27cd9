// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QObject>
#include <QPointer>

namespace sonde::cli {

class Output;

// Subscribes to a resource, by resources/subscribe in the legacy era and by subscriptions/listen
// since 2026-07-28, and prints each update until it is stopped.
class ResourceUpdates : public QObject {
    Q_OBJECT
public:
    // `json`: each notification as it arrived, in a line. The client and the output outlive it.
    ResourceUpdates(
        mcp::Client &client, const QString &uri, bool json, Output &out, QObject *parent = nullptr);

    void start(const mcp::CallOptions &options); // in Ready
    // False: it has stopped. Otherwise stopped() follows, once the server has let it go: the
    // connection may go on, in a shell or as an open server.
    bool stop();

Q_SIGNALS:
    void stopped();
    void subscribed();
    // The subscription failed or ended.
    void failed(const sonde::Error &error);

private:
    void subscribe(const mcp::CallOptions &options);
    void unsubscribe();
    Bytes uriParams() const;
    void listen();
    void follow();
    void show(const rpc::Message &update);

    mcp::Client &m_client;
    const QString m_uri;
    const bool m_json;
    Output &m_out;
    QPointer<mcp::Subscription> m_subscription;
    bool m_told = false; // the start of the subscription was reported
    bool m_stops = false;
};

} // namespace sonde::cli
