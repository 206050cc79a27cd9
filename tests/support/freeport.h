// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>
#include <QFile>
#include <QHostAddress>
#include <QTcpServer>

namespace sonde::test {

// A port for a server that wants to be told one. It is free, and stays so: no connection takes one
// from outside of the range that the system gives out by itself, and other tests look elsewhere.
inline quint16 freePort()
{
    constexpr int kFirst = 10'000;
    QFile file(QStringLiteral("/proc/sys/net/ipv4/ip_local_port_range"));
    int end = 32'768;
    if (file.open(QIODevice::ReadOnly))
        end = file.readAll().simplified().split(' ').constFirst().toInt();
    static int asked = 0;
    for (const int count = end - kFirst; asked < count;) {
        // 37 apart, so that tests whose processes began one after the other do not meet.
        const auto tried = (QCoreApplication::applicationPid() * 37 + asked++) % count;
        QTcpServer server;
        if (server.listen(QHostAddress::LocalHost, quint16(kFirst + tried)))
            return server.serverPort();
    }
    return 0;
}

} // namespace sonde::test
