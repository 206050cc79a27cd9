// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;

// Who may go, and when: exchanges and engines are dropped at every moment.
class TestHttpLifetimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void abortIsToldLater();
    void aDroppedExchangeIsSilent();
    void mayBeDroppedInsideEachCall_data();
    void mayBeDroppedInsideEachCall();
    void startsInsideACall();
    void theEngineMayGoFirst();
    void theEngineMayGoInsideACall();
};

void TestHttpLifetimes::abortIsToldLater()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.event("x");
        peer.waitForClose();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord early(engine, getRequest(server.url()));
    early.abort();
    QVERIFY(!early.isFinished());
    QTRY_VERIFY(early.isFinished());
    QCOMPARE(early.failure(), Failure::Aborted);
    QCOMPARE(early.outcome->error->domain, Domain::Cancelled);
    QVERIFY(!early.outcome->requestSent);

    HttpRecord late(engine, getRequest(server.url()));
    QTRY_VERIFY(!late.bodyBytes.isEmpty());
    late.abort();
    late.abort();
    QVERIFY(!late.isFinished());
    QTRY_VERIFY(late.isFinished());
    QCOMPARE(late.failure(), Failure::Aborted);
    QVERIFY(late.outcome->requestSent);
    QVERIFY(late.inOrder);
    QTRY_COMPARE(server.openConnections(), 0); // the server notices
}

void TestHttpLifetimes::aDroppedExchangeIsSilent()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.waitForClose();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_COMPARE(server.requestCount(), 1);
    record.exchange.reset();
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(!record.isFinished());
}

void TestHttpLifetimes::mayBeDroppedInsideEachCall_data()
{
    QTest::addColumn<int>("call");
    QTest::newRow("sentHead") << 0;
    QTest::newRow("head") << 1;
    QTest::newRow("body") << 2;
    QTest::newRow("finished") << 3;
}

void TestHttpLifetimes::mayBeDroppedInsideEachCall()
{
    QFETCH(int, call);
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "x");
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record;
    bool dropped = false;
    const auto drop = [&] {
        record.exchange.reset();
        dropped = true;
    };
    (call == 0          ? record.onSent
            : call == 1 ? record.onHead
            : call == 2 ? record.onBody
                        : record.onFinished) = drop;
    record.start(engine, postRequest(server.url(), "{}"));
    QTRY_VERIFY(dropped);
    HttpRecord next(engine, postRequest(server.url(), "{}")); // it still works
    QTRY_VERIFY(next.isFinished());
    QCOMPARE(next.failure(), Failure::None);
    QCOMPARE(record.isFinished(), call == 3);
}

void TestHttpLifetimes::startsInsideACall()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "x");
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord second;
    HttpRecord first;
    first.onBody = [&] { second.start(engine, getRequest(server.url())); };
    first.start(engine, getRequest(server.url()));
    QTRY_VERIFY(second.isFinished());
    QCOMPARE(second.failure(), Failure::None);
    QCOMPARE(first.failure(), Failure::None);
}

void TestHttpLifetimes::theEngineMayGoFirst()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.event("x");
        peer.waitForClose();
    });
    auto engine = std::make_unique<HttpEngine>(TlsTrust(), HttpRoute(), kConnectPatience);
    HttpRecord record(*engine, getRequest(server.url()));
    QTRY_VERIFY(!record.bodyBytes.isEmpty());
    engine.reset();
    record.exchange->setReading(false);
    record.exchange->setReading(true);
    record.exchange->abort();
    record.exchange.reset();
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(!record.isFinished());
}

void TestHttpLifetimes::theEngineMayGoInsideACall()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "text/plain", "x");
    });
    auto engine = std::make_unique<HttpEngine>(TlsTrust(), HttpRoute(), kConnectPatience);
    HttpRecord other(*engine, getRequest(server.url()));
    HttpRecord record;
    record.onBody = [&] { engine.reset(); };
    record.start(*engine, getRequest(server.url()));
    QTRY_VERIFY(!engine);
    QVERIFY(!record.isFinished());
}

QTEST_GUILESS_MAIN(TestHttpLifetimes)
#include "tst_httplifetimes.moc"
