// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <QObject>
#include <QStringList>

#include <cstdint>
#include <memory>

namespace sonde::mcp {

class Client;

// A subscriptions/listen (2026-07-28 basic/utilities/subscriptions): what was asked for, what the
// server honours, and what became of it. It outlives the request that carries it: after a drop, and
// after a restart of the server, it is sent again. Belongs to its client.
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
    // Sonde opened it by itself, to hear of changed lists.
    bool isAutomatic() const { return m_automatic; }
    // The filter: the member "notifications" of the request, as it is sent.
    const json::Document &requested() const { return m_requested; }
    // The server's filter; null until it has acknowledged.
    json::Value acknowledged() const;
    // What was asked for and is not honoured, as it may be shown: "toolsListChanged",
    // "resourceSubscriptions: file:///x".
    QStringList unhonoured() const;
    int reopened() const { return m_reopened; } // how often it was sent again
    int received() const { return m_received; } // notifications, the acknowledgement not counted

    // Ends it: closes the stream, on stdio by notifications/cancelled.
    void close();

Q_SIGNALS:
    void changed();
    void notified(const sonde::rpc::Message &message);

private:
    friend class Client;
    Subscription(Client *client, json::Document requested, bool automatic);

    State m_state = State::Waiting;
    QString m_detail;
    const json::Document m_requested;
    const bool m_automatic;
    rpc::Message m_acknowledgement;
    int m_reopened = 0;
    int m_received = 0;
};

} // namespace sonde::mcp
