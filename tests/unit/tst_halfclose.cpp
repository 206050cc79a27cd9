// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/opengate.h"

#include <QTest>

#include <sys/socket.h>

using namespace sonde::serve;
using namespace sonde::test;

// Clients that close their sending side, and whether they still read.
class TestHalfClose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void respondsToAClientThatSendsNoMore();
    void tellsThatAClientThatSentNoMoreLeft();
};

void TestHalfClose::respondsToAClientThatSendsNoMore()
{
    OpenGate site;
    Watcher watcher;
    Caller client(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    HttpReply &reply = *site.replies.front();
    reply.setWatcher(&watcher);
    QCOMPARE(::shutdown(int(client.socketDescriptor()), SHUT_WR), 0);
    Caller other(site, kGet); // after it, the end of the first has arrived
    QTRY_COMPARE(site.replies.size(), std::size_t(2));
    reply.beginAsIs(200, {}, {});
    reply.write("ab");
    QTRY_VERIFY(client.received.endsWith("2\r\nab\r\n"));
    QCOMPARE(watcher.gone, 0);
    reply.end();
    QTRY_VERIFY(client.isEnded());
    QVERIFY(client.received.endsWith("0\r\n\r\n"));
    QTRY_COMPARE(site.gate.connectionCount(), std::size_t(1));
}

// The second end of a connection has no sign of its own.
void TestHalfClose::tellsThatAClientThatSentNoMoreLeft()
{
    OpenGate site;
    Watcher watcher;
    Caller client(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    site.replies.front()->setWatcher(&watcher);
    QCOMPARE(::shutdown(int(client.socketDescriptor()), SHUT_WR), 0);
    Caller other(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(2));
    QCOMPARE(watcher.gone, 0);
    client.close();
    QTRY_COMPARE(watcher.gone, 1);
    QTRY_COMPARE(site.gate.connectionCount(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestHalfClose)
#include "tst_halfclose.moc"
