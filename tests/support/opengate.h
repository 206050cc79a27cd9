// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpgate.h"

#include <QTcpSocket>

namespace sonde::test {

// A gate whose replies are the test's to give.
class OpenGate {
public:
    explicit OpenGate(const serve::HttpGate::Limits &limits = {})
        : gate(
            serve::ListeningSocket::open("0", QStringLiteral("--listen")).value(),
            [this](const serve::ServedRequest &request, const serve::ReplyPointer &reply) {
                requests.push_back(request);
                replies.push_back(reply);
            },
            limits)
    {
    }

    quint16 port() const
    {
        const std::string &authority = gate.authority();
        return quint16(std::stoi(authority.substr(authority.rfind(':') + 1)));
    }

    std::vector<serve::ServedRequest> requests;
    std::vector<serve::ReplyPointer> replies;
    serve::HttpGate gate;
};

class Caller : public QTcpSocket {
public:
    explicit Caller(const OpenGate &site, const QByteArray &bytes = {})
    {
        connect(this, &QTcpSocket::readyRead, this, [this] { received += readAll(); });
        connectToHost(QHostAddress::LocalHost, site.port());
        if (!bytes.isEmpty())
            write(bytes);
    }
    bool isEnded() const { return state() == UnconnectedState; }

    QByteArray received;
};

class Watcher final : public serve::ReplyWatcher {
public:
    void replyDrained() override { ++drained; }
    void replyGone() override { ++gone; }

    int drained = 0;
    int gone = 0;
};

inline const QByteArray kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace sonde::test
