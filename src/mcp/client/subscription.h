// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/message/response.h"
#include "rpc/message.h"

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <optional>

namespace sonde::mcp {

class Client;
class ClientLifecycle;
class ClientConnection;

// A subscription (2026-07-28 basic/utilities/subscriptions): the requested filter, the one that the
// server acknowledged, and the state. It outlives its subscriptions/listen request, which is sent
// again after the stream broke and after a restart of the server. Belongs to its client.
class Subscription : public QObject {
    Q_OBJECT
public:
    enum class State : std::uint8_t {
        Opening, // sent, not acknowledged
        Active,
        Waiting, // broken off, or not connected; it is sent again
        Ended, // by us, by the server, or because the server refused it
    };

    State state() const { return m_state; }
    QString detail() const { return m_detail; } // a sentence: why it waits, or why it ended
    // Opened by ClientConfig::listenForChanges, not by listen().
    bool isAutomatic() const { return m_automatic; }
    // The filter: the member "notifications" of the request, as it is sent.
    const json::Document &requested() const { return m_requested; }
    // The server's filter; null until it has acknowledged.
    json::Value acknowledged() const;
    // The parts of the requested filter that the server did not acknowledge, for display:
    // "toolsListChanged", "resourceSubscriptions: file:///x".
    QStringList unhonoured() const;
    int reopened() const { return m_reopened; } // how often it was sent again
    int received() const { return m_received; } // notifications, the acknowledgement not counted

    // Ends the subscription: closes the stream; over stdio, sends notifications/cancelled.
    void close();

Q_SIGNALS:
    void changed();
    void notified(const sonde::rpc::Message &message);

public:
    // The parts of the filter `requested` that the filter `acknowledged` lacks.
    static QStringList unhonoured(const json::Value &requested, const json::Value &acknowledged);
    // How long to wait before the request is sent for the `attempt`th time (from 1) after this end;
    // nothing when it must not be sent again. `wasActive`: the server had acknowledged it.
    static std::optional<std::chrono::milliseconds> retryAfter(
        const Result<Response> &end, bool wasActive, int attempt);

private:
    friend class Client;
    friend class ClientLifecycle;
    Subscription(QObject *client, json::Document requested, bool automatic,
        rpc::Origin origin = rpc::Origin::None);

    void attach(ClientConnection *connection); // sends it, unless it has ended
    void detach(); // the connection is gone
    void send();
    void receive(const rpc::Message &message);
    void over(const Result<Response> &end);
    void become(State state, const QString &detail);

    State m_state = State::Waiting;
    QString m_detail;
    const json::Document m_requested;
    const bool m_automatic;
    const rpc::Origin m_origin;
    rpc::Message m_acknowledgement;
    int m_reopened = 0;
    int m_received = 0;
    QPointer<ClientConnection> m_connection;
    std::int64_t m_token = 0; // while it is sent
    int m_attempt = 0; // failed in a row
    std::int64_t m_activeSince = 0; // steady nanoseconds
    QTimer m_retry;
};

} // namespace sonde::mcp
