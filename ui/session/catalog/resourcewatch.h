// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QObject>
#include <QPointer>

namespace sonde::session {

// A subscription to one resource: resources/subscribe where there is a handshake, and its
// subscriptions/listen where there is none. It is asked for again after a restart.
class ResourceWatch : public QObject {
    Q_OBJECT
public:
    enum class State {
        Off,
        Asking, // not confirmed by the server
        On,
        Waiting, // wanted, but broken off or not connected
        Refused, // detail() says why
    };

    ResourceWatch(mcp::Client *client, QString uri, QObject *parent);
    ~ResourceWatch() override;

    // Whether the server says that it has subscriptions; otherwise why not is to be said.
    static bool isOffered(const mcp::Client &client);

    void start();
    void stop();
    bool isRequested() const { return m_wanted; }
    State state() const { return m_state; }
    const QString &detail() const { return m_detail; } // a sentence, or empty
    int updates() const { return m_updates; } // notifications, over all of its restarts

Q_SIGNALS:
    void changed();
    void updated(const QString &uri); // the resource, or one below it

private:
    void ask();
    void subscribe();
    void listen();
    void subscriptionChanged();
    void heard(const rpc::Message &message);
    void become(State state, const QString &detail = {});
    bool isModern() const;
    Bytes params() const;

    mcp::Client *m_client;
    const QString m_uri;
    State m_state = State::Off;
    bool m_wanted = false;
    QString m_detail;
    int m_updates = 0;
    QPointer<mcp::Subscription> m_subscription;
};

} // namespace sonde::session
