// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QObject>
#include <QTcpServer>
#include <QUrl>

#include <chrono>
#include <map>

class QTcpSocket;

namespace sonde::auth {

// Waits on 127.0.0.1 for the browser that the authorization server sends back (RFC 8252 section
// 7.3). Takes one redirect, responds with a page that says the same to everybody, and closes.
// Whatever else arrives gets an error and changes nothing.
class LoopbackListener : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxConnections = 20; // at the same time
    static constexpr qsizetype kMaxHead = 32'768;
    static constexpr std::chrono::milliseconds kMaxWait{10'000}; // for a connection's request

    explicit LoopbackListener(QObject *parent = nullptr);

    // The address for redirect_uri. `port` is a wish: when it is taken, and `mayVary`, another one.
    Result<QUrl> open(int port, bool mayVary);
    void close();
    bool isOpen() const { return m_server.isListening(); }

Q_SIGNALS:
    void redirected(const QByteArray &query); // once; it is closed already

private:
    void accept();
    void read(QTcpSocket *socket);
    void receive(QTcpSocket *socket, const QByteArray &head);
    void respond(QTcpSocket *socket, const char *status, const QString &sentence);
    bool isForUs(const QByteArray &head) const;

    QTcpServer m_server;
    quint16 m_port = 0;
    std::map<QTcpSocket *, QByteArray> m_heads; // what has arrived of each
};

} // namespace sonde::auth
