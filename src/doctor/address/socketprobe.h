// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <vector>

namespace sonde::doctor {

// An address of a host, with the port.
struct SocketAddress {
    QByteArray bytes; // a sockaddr
    QString text; // "127.0.0.1", "::1"
    bool isIpv6 = false;
};

// "127.0.0.1:8080", "[::1]:443", "example.org:443"
QString placeOf(const QString &host, int port);

// All addresses of a name, in the order in which programs try them; blocks as long as the system's
// resolver does. Empty: `error` has the system's text.
std::vector<SocketAddress> lookUp(const QString &host, int port, QString *error);

// Opens a connection and closes it. 0, or the errno: ETIMEDOUT after `patience`.
int connectTo(const SocketAddress &address, std::chrono::milliseconds patience);

} // namespace sonde::doctor
