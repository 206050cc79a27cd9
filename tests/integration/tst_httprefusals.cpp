// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/transportrecord.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;
using Stream = HttpState::Stream;

class TestHttpRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsALostSession();
    void tellsWhatTheServerAnswered_data();
    void tellsWhatTheServerAnswered();
    void deliversAnErrorThatCameWithAStatus();
    void nothingGoesToAnotherOrigin_data();
    void nothingGoesToAnotherOrigin();
    void followsARedirectToTheSameOriginByChoice();
    void sendsOnceWhenTheServerHangsUp();
    void tellsAnAnswerThatBrokeOff();
    void endsThoughTheServerStalls();
    void aMessageOverTheLimitIsCut();
};

void TestHttpRefusals::tellsALostSession()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.header("Mcp-Session-Id").isEmpty())
                peer.answer(
                    200, "application/json", resultFor(idOf(request)), {{"Mcp-Session-Id", "abc"}});
            else
                peer.answer(404, "application/json",
                    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"gone"}})");
        }
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.answer("1"));
    record.request("2");
    QTRY_COMPARE(record.refused.size(), 1U);
    QVERIFY(record.refused[0].failure.sessionGone);
    QCOMPARE(record.refused[0].id, rpc::Id("2"));
    QVERIFY(record.refused[0].failure.error.sentence.contains(u"“gone”"));
    QVERIFY(record.state.sessionId.isEmpty());
    record.request("3", "initialize");
    QTRY_VERIFY(record.answer("3"));
    QVERIFY(server.request(2).header("Mcp-Session-Id").isEmpty());
}

void TestHttpRefusals::tellsWhatTheServerAnswered_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("domain");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const QByteArray &head, const QByteArray &body,
                         int status, Domain domain, const QString &sentence) {
        QTest::newRow(name) << "HTTP/1.1 " + head
                + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body
                            << status << int(domain) << sentence;
    };
    row("a challenge", "401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"x\"",
        R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}})", 401, Domain::Authorization,
        u"requires authorization: Bearer"_s);
    row("no challenge", "401 Unauthorized", {}, 401, Domain::Authorization, u"missing"_s);
    row("too few rights",
        "403 Forbidden\r\nWWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"a b\"", {},
        403, Domain::Authorization, u"additional scopes: “a b”"_s);
    row("a refused origin", "403 Forbidden", {}, 403, Domain::Protocol, u"Origin or Host"_s);
    row("nothing there", "404 Not Found\r\nContent-Type: text/html", "<html>", 404,
        Domain::Protocol, u"no MCP endpoint at"_s);
    row("no POST", "405 Method Not Allowed", {}, 405, Domain::Protocol, u"does not accept POST"_s);
    row("not acceptable", "406 Not Acceptable", {}, 406, Domain::Protocol, u"Accept"_s);
    row("no JSON wanted", "415 ", {}, 415, Domain::Protocol, u"415 Unsupported Media Type"_s);
    row("a proxy's page", "502 Bad Gateway\r\nContent-Type: text/html", "<html>", 502,
        Domain::Transport, u"The server failed (502 Bad Gateway). The body is a web page"_s);
    row("words", "503 Service Unavailable\r\nContent-Type: text/plain", "come back\nlater", 503,
        Domain::Transport, u"The server's message: “come back later”"_s);
    row("a page in place of JSON", "200 OK\r\nContent-Type: text/html", "<html>", 200,
        Domain::Protocol, u"web page"_s);
    row("another type", "200 OK\r\nContent-Type: text/plain", "hello", 200, Domain::Protocol,
        u"The response is text/plain"_s);
    row("JSON under another type", "200 OK\r\nContent-Type: text/plain", resultFor("1"), 200,
        Domain::Protocol, u"The response is text/plain"_s);
    row("compressed", "200 OK\r\nContent-Type: application/json\r\nContent-Encoding: br", "x", 200,
        Domain::Protocol, u"Content-Encoding: br"_s);
    row("no body", "200 OK", {}, 200, Domain::Protocol, u"without a body"_s);
    row("accepted, not answered", "202 Accepted", {}, 202, Domain::Protocol, u"accepted"_s);
    row("another id", "200 OK\r\nContent-Type: application/json", resultFor("2"), 200,
        Domain::Protocol, u"not the response"_s);
    row("no JSON", "200 OK\r\nContent-Type: application/json", "oops", 200, Domain::Protocol,
        u"not the response"_s);
    row("elsewhere", "302 Found\r\nLocation: https://other.example/x", {}, 302, Domain::Protocol,
        u"redirect to https://other.example/x, which is not followed (302 Found). It leads to "
        "another origin."_s);
    row("here, but not chosen", "307 Temporary Redirect\r\nLocation: /there", {}, 307,
        Domain::Protocol, u"/there, which is not followed"_s);
}

void TestHttpRefusals::tellsWhatTheServerAnswered()
{
    QFETCH(QByteArray, answer);
    HttpScript server([answer](HttpPeer &peer) {
        peer.readRequest();
        peer.send(answer);
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    const HttpFailure &failure = record.refused[0].failure;
    QFETCH(QString, sentence);
    QVERIFY2(failure.error.sentence.contains(sentence), qPrintable(failure.error.sentence));
    QTEST(failure.status, "status");
    QTEST(int(failure.error.domain), "domain");
    QCOMPARE(record.refused[0].id, rpc::Id("1"));
    QVERIFY(!record.answer("1"));
    QCOMPARE(server.requestCount(), 1);
    QVERIFY(record.traffic.inOrder);
}

void TestHttpRefusals::deliversAnErrorThatCameWithAStatus()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.answer(
            400, "application/json", R"({"jsonrpc":"2.0","error":{"code":-32022,"message":"no"}})");
        peer.readRequest();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 47\r\n\r\n" + resultFor("22") + "          ");
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.received.size(), 1U);
    QCOMPARE(record.received[0].message.kind, rpc::Kind::ErrorResponse);
    QCOMPARE(record.received[0].httpStatus, 400);
    QCOMPARE(record.received[0].answerTo, rpc::Id("1"));
    record.request("22");
    QTRY_VERIFY(record.answer("22"));
    QVERIFY(record.notes().contains(u"no content type"_s));
    QVERIFY(record.refused.empty());
}

void TestHttpRefusals::nothingGoesToAnotherOrigin_data()
{
    QTest::addColumn<int>("status");
    for (const int status : {301, 302, 303, 307, 308})
        QTest::addRow("%d", status) << status;
}

void TestHttpRefusals::nothingGoesToAnotherOrigin()
{
    QFETCH(int, status);
    HttpScript other(serve);
    HttpScript server([&other, status](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.header("Mcp-Session-Id").isEmpty())
                peer.answer(
                    200, "application/json", resultFor(idOf(request)), {{"Mcp-Session-Id", "abc"}});
            else
                peer.answer(status, {}, {}, {{"Location", other.url(u"/mcp"_s).toEncoded()}});
        }
    });
    HttpTarget target = targetOf(server);
    target.followSameOrigin = true;
    target.headers.add("Authorization", "Bearer x");
    target.headers.add("X-Own", "y");
    TransportRecord record(target);
    record.request("1");
    QTRY_VERIFY(record.answer("1"));
    record.ready(); // the standing stream is redirected as well
    record.request("2");
    QTRY_COMPARE(record.refused.size(), 1U);
    QTRY_COMPARE(record.state.standing, Stream::Failed);
    QVERIFY(record.refused[0].failure.error.sentence.contains(u"another origin"));
    record.transport->stop();
    QTRY_VERIFY(record.ended);
    QCOMPARE(other.connectionCount(), 0);
}

void TestHttpRefusals::followsARedirectToTheSameOriginByChoice()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.target() == "/loop")
                peer.answer(307, {}, {}, {{"Location", "/loop"}});
            else if (request.target() == "/mcp")
                peer.answer(308, {}, {}, {{"Location", "/other/mcp"}});
            else
                peer.answer(200, "application/json", resultFor(idOf(request)));
        }
    });
    HttpTarget target = targetOf(server);
    target.followSameOrigin = true;
    TransportRecord record(target);
    record.request("1");
    QTRY_VERIFY(record.answer("1"));
    QCOMPARE(server.request(1).target(), "/other/mcp");
    QCOMPARE(server.request(1).method(), "POST");
    QCOMPARE(server.request(1).body(), server.request(0).body());
    QCOMPARE(record.traffic.messagesOf(rpc::Channel::Sent).size(), 1U);

    target.url = server.url(u"/loop"_s);
    TransportRecord endless(target);
    endless.request("1");
    QTRY_COMPARE(endless.refused.size(), 1U);
    QCOMPARE(server.requestCount(), 2 + 1 + 3);
}

void TestHttpRefusals::sendsOnceWhenTheServerHangsUp()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.close();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    QCOMPARE(record.refused[0].failure.outcome.failure, HttpOutcome::Failure::NoAnswer);
    QVERIFY(record.refused[0].failure.mayHaveActed);
    QCOMPARE(record.refused[0].failure.error.domain, Domain::Transport);
    QCOMPARE(server.requestCount(), 1);
    QCOMPARE(record.traffic.exchanges.at(0).state, rpc::Exchange::State::Failed);
    QVERIFY(
        record.traffic.exchanges[0].facts.find(R"("failure":"no-answer")") != std::string::npos);
}

void TestHttpRefusals::tellsAnAnswerThatBrokeOff()
{
    HttpScript server([](HttpPeer &peer) {
        if (idOf(peer.readRequest()) == "1")
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                      "Content-Length: 100\r\n\r\n{\"jsonrpc\":");
        else
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Content-Length: 100\r\n\r\ndata: {\"jsonrpc\":");
        peer.close();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    record.request("2");
    QTRY_COMPARE(record.refused.size(), 2U);
    for (const Refused &refused : record.refused) {
        QCOMPARE(refused.failure.outcome.failure, HttpOutcome::Failure::Truncated);
        QCOMPARE(refused.failure.error.domain, Domain::Transport);
        QVERIFY(refused.failure.mayHaveActed);
    }
    QVERIFY(record.refused[0].failure.error.sentence.startsWith(u"The response broke off."));
    QVERIFY(record.refused[1].failure.error.sentence.contains(u"inside an event"));
    QCOMPARE(record.received.size(), 1U);
    QCOMPARE(record.received[0].message.problem, rpc::Problem::Unfinished);
    QCOMPARE(server.requestCount(), 2);
}

void TestHttpRefusals::endsThoughTheServerStalls()
{
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        if (idOf(request) == "1") {
            peer.answer(200, "application/json", resultFor("1"), {{"Mcp-Session-Id", "abc"}});
            peer.readRequest();
        }
        peer.stall();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.answer("1"));
    record.ready();
    record.request("2");
    record.notify("notifications/cancelled");
    record.transport->stop();
    QTRY_VERIFY(record.ended);
    QVERIFY(record.notes().contains(u"session not ended"_s));
    QCOMPARE(record.notes().last(), u"connection ended"_s);
}

void TestHttpRefusals::aMessageOverTheLimitIsCut()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            const QByteArray big = QByteArray(2000, 'x');
            if (idOf(request) == "1") {
                peer.answer(200, "application/json", '"' + big + '"');
                continue;
            }
            peer.openStream();
            peer.event(big);
            peer.event(resultFor("2"));
            peer.endStream();
        }
    });
    TransportRecord record(targetOf(server), true, 1000);
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    QCOMPARE(record.received.size(), 1U);
    QCOMPARE(record.received[0].message.problem, rpc::Problem::TooLong);
    QCOMPARE(record.received[0].message.bytes().size(), 1000U);
    record.request("2");
    QTRY_VERIFY(record.answer("2"));
    QCOMPARE(record.received[1].message.problem, rpc::Problem::TooLong);
}

QTEST_GUILESS_MAIN(TestHttpRefusals)
#include "tst_httprefusals.moc"
