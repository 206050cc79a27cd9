// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QObject>
#include <QPointer>

namespace sonde::cli {

class Output;

// Subscribes to a resource in whatever way the server's revision has, and prints each update until
// it is told to stop: resources/subscribe of the handshake revisions, subscriptions/listen from
// 2026-07-28 on.
class ResourceWatch : public QObject {
    Q_OBJECT
public:
    // `json`: each notification as it arrived, in a line. The client and the output outlive it.
    ResourceWatch(
        mcp::Client &client, const QString &uri, bool json, Output &out, QObject *parent = nullptr);

    void start(const mcp::CallOptions &options); // in Ready
    void stop();

Q_SIGNALS:
    void subscribed();
    // It cannot be, or it is over.
    void failed(const sonde::Error &error);

private:
    void subscribe(const mcp::CallOptions &options);
    void listen();
    void follow();
    void show(const rpc::Message &update);

    mcp::Client &m_client;
    const QString m_uri;
    const bool m_json;
    Output &m_out;
    QPointer<mcp::Subscription> m_subscription;
    bool m_told = false; // that it is subscribed
};

} // namespace sonde::cli
