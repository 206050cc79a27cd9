// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/transportrecord.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;
using Stream = HttpState::Stream;

class TestHttpRedirects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingGoesToAnotherOrigin_data();
    void nothingGoesToAnotherOrigin();
    void followsARedirectToTheSameOriginByChoice();
};

void TestHttpRedirects::nothingGoesToAnotherOrigin_data()
{
    QTest::addColumn<int>("status");
    for (const int status : {301, 302, 303, 307, 308})
        QTest::addRow("%d", status) << status;
}

void TestHttpRedirects::nothingGoesToAnotherOrigin()
{
    QFETCH(int, status);
    HttpScript other(serve);
    HttpScript server([&other, status](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.header("Mcp-Session-Id").isEmpty())
                peer.respond(
                    200, "application/json", resultFor(idOf(request)), {{"Mcp-Session-Id", "abc"}});
            else
                peer.respond(status, {}, {}, {{"Location", other.url(u"/mcp"_s).toEncoded()}});
        }
    });
    HttpTarget target = targetOf(server);
    target.followSameOrigin = true;
    target.headers.add("Authorization", "Bearer x");
    target.headers.add("X-Own", "y");
    TransportRecord record(target);
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    record.ready(); // the standing stream is redirected as well
    record.request("2");
    QTRY_COMPARE(record.refused.size(), 1U);
    QTRY_COMPARE(record.state.standing, Stream::Failed);
    QVERIFY(record.refused[0].failure.error.sentence.contains(u"another origin"));
    record.transport->stop();
    QTRY_VERIFY(record.ended);
    QCOMPARE(other.connectionCount(), 0);
}

void TestHttpRedirects::followsARedirectToTheSameOriginByChoice()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (const int number = request.target().mid(1).toInt(); number > 0)
                peer.respond(307, {}, {}, {{"Location", '/' + QByteArray::number(number + 1)}});
            else if (request.target() == "/loop")
                peer.respond(307, {}, {}, {{"Location", "/loop"}});
            else if (request.target() == "/mcp")
                peer.respond(308, {}, {}, {{"Location", "/other/mcp"}});
            else
                peer.respond(200, "application/json", resultFor(idOf(request)));
        }
    });
    HttpTarget target = targetOf(server);
    target.followSameOrigin = true;
    TransportRecord record(target);
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QCOMPARE(server.request(1).target(), "/other/mcp");
    QCOMPARE(server.request(1).method(), "POST");
    QCOMPARE(server.request(1).body(), server.request(0).body());
    QCOMPARE(record.traffic.messagesOf(rpc::Channel::Sent).size(), 1U);

    target.url = server.url(u"/loop"_s);
    TransportRecord endless(target);
    endless.request("1");
    QTRY_COMPARE(endless.refused.size(), 1U);
    QCOMPARE(server.requestCount(), 2 + 1 + 3);
    const QString &sentence = endless.refused[0].failure.error.sentence;
    QVERIFY2(sentence.contains(u"redirects in a circle: "), qPrintable(sentence));
    QVERIFY2(!sentence.contains(u"--follow-same-origin"), qPrintable(sentence));

    target.url = server.url(u"/1"_s);
    TransportRecord chain(target);
    chain.request("1");
    QTRY_COMPARE(chain.refused.size(), 1U);
    QVERIFY2(chain.refused[0].failure.error.sentence.contains(u"follows 3 redirects at most"),
        qPrintable(chain.refused[0].failure.error.sentence));
}

QTEST_GUILESS_MAIN(TestHttpRedirects)
#include "tst_httpredirects.moc"
