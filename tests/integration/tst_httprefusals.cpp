// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/transportrecord.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;

class TestHttpRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsALostSession();
    void saysThatAGivenSessionIsUnknown_data();
    void saysThatAGivenSessionIsUnknown();
    void tellsWhatTheServerAnswered_data();
    void tellsWhatTheServerAnswered();
    void showsWhatWasReceived_data();
    void showsWhatWasReceived();
    void readsABodyWithAByteOrderMark_data();
    void readsABodyWithAByteOrderMark();
    void namesTheNotificationThatIsRefused_data();
    void namesTheNotificationThatIsRefused();
    void deliversAnErrorThatCameWithAStatus();
    void sendsOnceWhenTheServerHangsUp();
    void tellsAResponseThatBrokeOff();
    void endsThoughTheServerStalls();
    void aMessageOverTheLimitIsCut();
};

void TestHttpRefusals::tellsALostSession()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.header("Mcp-Session-Id").isEmpty())
                peer.respond(
                    200, "application/json", resultFor(idOf(request)), {{"Mcp-Session-Id", "abc"}});
            else
                peer.respond(404, "application/json",
                    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"gone"}})");
        }
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    record.request("2");
    QTRY_COMPARE(record.refused.size(), 1U);
    QVERIFY(record.refused[0].failure.sessionGone);
    QCOMPARE(record.refused[0].id, rpc::Id("2"));
    QVERIFY(record.refused[0].failure.error.sentence.contains(u"“gone”"));
    QVERIFY(record.state.sessionId.isEmpty());
    record.request("3", "initialize");
    QTRY_VERIFY(record.response("3"));
    QVERIFY(server.request(2).header("Mcp-Session-Id").isEmpty());
}

void TestHttpRefusals::saysThatAGivenSessionIsUnknown_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    const QByteArray json = "application/json";
    QTest::newRow("400") << 400 << json
                         << QByteArray(
                                R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,)"
                                R"("message":"Bad Request: No valid session ID provided"}})");
    QTest::newRow("400, no id") << 400 << json
                                << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-32001,)"
                                              R"("message":"Session not found"}})");
    QTest::newRow("400, words") << 400 << QByteArray("text/plain") << QByteArray("Unknown session");
    QTest::newRow("401") << 401 << QByteArray() << QByteArray("Unauthorized: Session not found");
    QTest::newRow("401, JSON") << 401 << json
                               << QByteArray(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,)"
                                             R"("message":"Session not found"}})");
    QTest::newRow("403") << 403 << QByteArray("text/plain") << QByteArray("Invalid session");
    QTest::newRow("410") << 410 << QByteArray() << QByteArray("session expired");
}

void TestHttpRefusals::saysThatAGivenSessionIsUnknown()
{
    QFETCH(int, status);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    HttpScript server([=](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.header("Mcp-Session-Id").isEmpty())
                peer.respond(
                    200, "application/json", resultFor(idOf(request)), {{"Mcp-Session-Id", "abc"}});
            else
                peer.respond(status, type, body);
        }
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    record.request("2");
    QTRY_COMPARE(record.refused.size(), 1U);
    const HttpFailure &failure = record.refused[0].failure;
    QVERIFY2(failure.error.sentence.startsWith(
                 u"The server no longer knows the session id abc, which it gave (%1"_s.arg(status)),
        qPrintable(failure.error.sentence));
    QVERIFY2(failure.error.sentence.contains(u"The server's message: “"),
        qPrintable(failure.error.sentence));
    QVERIFY(failure.aboutSession);
    QVERIFY(!failure.sessionGone); // only 404 says that the request did nothing
    QCOMPARE(failure.error.domain, Domain::Protocol);
    QCOMPARE(record.received.size(), 1U);
}

void TestHttpRefusals::tellsWhatTheServerAnswered_data()
{
    QTest::addColumn<QByteArray>("response");
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
    const QByteArray json = "200 OK\r\nContent-Type: application/json";
    const QByteArray events = "200 OK\r\nContent-Type: text/event-stream";
    row("an empty body", json, {}, 200, Domain::Protocol, u"The body of the response is empty."_s);
    row("no number", json, R"({"jsonrpc":"2.0","id":1,"result":{"mean":NaN}})", 200,
        Domain::Protocol, u"It is not JSON. Line 1, column 42: expected a value, found N."_s);
    row("a comma too many", json, R"({"jsonrpc":"2.0","id":1,"result":{"a":[],}})", 200,
        Domain::Protocol, u"It is not JSON. Line 1, column 42: expected a name in double quotes"_s);
    row("a page that is called JSON", json, "oops", 200, Domain::Protocol,
        u"It is not JSON. Line 1, column 1: expected a value, found o."_s);
    row("JSON, but no object", json, "null", 200, Domain::Protocol, u"but not an object"_s);
    row("Latin-1", json, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"caf\xe9\"}}", 200,
        Domain::Protocol,
        u"It is not UTF-8, as JSON must be (RFC 8259 section 8.1). Line 1, column 46: byte e9"_s);
    row("UTF-16", json, QByteArray::fromHex("fffe7b0022006100"), 200, Domain::Protocol,
        u"It is encoded in UTF-16"_s);
    row("UTF-16 without a mark", json, QByteArray::fromHex("7b0022006100"), 200, Domain::Protocol,
        u"It is encoded in UTF-16"_s);
    row("events that are called JSON", json, "event: message\ndata: " + resultFor("1") + "\n\n",
        200, Domain::Protocol,
        u"It is an event stream, but its Content-Type is application/json, not text/event-stream."_s);
    row("JSON that is called events", events, resultFor("1"), 200, Domain::Protocol,
        u"The body is JSON, but its Content-Type is text/event-stream"_s);
    row("lines of JSON that are called events", events, resultFor("1") + "\n\n", 200,
        Domain::Protocol, u"The body is JSON, but its Content-Type is text/event-stream"_s);
    row("JSON that is called a page", "200 OK\r\nContent-Type: text/html", resultFor("1"), 200,
        Domain::Protocol, u"The response is text/html; MCP allows only"_s);
    row("no number in an event", events,
        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"mean\":NaN}}\n\n", 200, Domain::Protocol,
        u"before the response arrived. The data of an event is not JSON. Line 1, column 42: "
        "expected a value, found N."_s);
    row("Latin-1 in an event", events,
        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"caf\xe9\"}}\n\n", 200,
        Domain::Protocol,
        u"The data of an event is not UTF-8. Line 1, column 46: byte e9 is not valid UTF-8"_s);
    row("a byte order mark in an event", events, "data: \xef\xbb\xbf" + resultFor("1") + "\n\n",
        200, Domain::Protocol, u"begins with a byte order mark"_s);
    row("the id in another form", json, resultFor("\"1\""), 200, Domain::Protocol,
        u"A response has the id \"1\"; the request has the id 1."_s);
    row("another id in an event", events, "data: " + resultFor("2") + "\n\n", 200, Domain::Protocol,
        u"A response has the id 2; the request has the id 1."_s);
    row("the response in another event", events,
        "event: error\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32050,"
        "\"message\":\"The quota is used up\"}}\n\nevent: ping\ndata: 1\n\n",
        200, Domain::Protocol,
        u"ended before the response arrived. The response is in an event of type “error”. Clients "
        "only read events of type “message”, which is the type of an event without a name. The "
        "server's message: “The quota is used up”"_s);
    row("a result in another event", events, "event: response\ndata: " + resultFor("1") + "\n\n",
        200, Domain::Protocol, u"The response is in an event of type “response”."_s);
    row("words in another event", events, "event: error\ndata: out of credit\n\n", 200,
        Domain::Protocol, u"has the type “error” and the data “out of credit”."_s);
    row("elsewhere", "302 Found\r\nLocation: https://other.example/x", {}, 302, Domain::Protocol,
        u"redirect to https://other.example/x, which is not followed (302 Found). It leads to "
        "another origin."_s);
    row("here, but not chosen", "307 Temporary Redirect\r\nLocation: /there", {}, 307,
        Domain::Protocol,
        u"/there, which is not followed (307 Temporary Redirect). Connect to that address instead, "
        "or choose that redirects within the same origin are followed (--follow-same-origin)."_s);
    row("permanently, with a fragment", "308 Permanent Redirect\r\nLocation: /there/#x", {}, 308,
        Domain::Protocol, u"/there/, which is not followed (308"_s);
    row("here, but the method would change", "301 Moved Permanently\r\nLocation: /there", {}, 301,
        Domain::Protocol,
        u"Sonde follows only 307 and 308, which keep the method and the body. If that is the "
        "address of the server, connect to it instead."_s);
    row("an address elsewhere is offered, not followed",
        "307 Temporary Redirect\r\nLocation: //other.example/mcp", {}, 307, Domain::Protocol,
        u"no header and no token goes there. If that is the address of the server, connect to it"_s);
    row("no address", "307 Temporary Redirect", {}, 307, Domain::Protocol,
        u"Location is missing (307 Temporary Redirect)"_s);
    row("to itself", "302 Found\r\nLocation: /mcp", {}, 302, Domain::Protocol,
        u"redirects in a circle: "_s);
}

void TestHttpRefusals::tellsWhatTheServerAnswered()
{
    QFETCH(QByteArray, response);
    HttpScript server([response](HttpPeer &peer) {
        peer.readRequest();
        peer.send(response);
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
    QVERIFY(!record.response("1"));
    QCOMPARE(server.requestCount(), 1);
    QVERIFY(record.traffic.inOrder);
}

void TestHttpRefusals::showsWhatWasReceived_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("shown");
    QTest::newRow("a byte of Latin-1")
        << QByteArray("application/json") << QByteArray("{\"a\":\"caf\xe9\"}")
        << u"{\"a\":\"caf\\xE9\"}"_s;
    QTest::newRow("a mark that is not before JSON")
        << QByteArray("application/json") << QByteArray("\xef\xbb\xbfhello é")
        << u"\\uFEFFhello é"_s;
    QTest::newRow("the data of an event")
        << QByteArray("text/event-stream") << QByteArray("data: {\"a\":NaN}\n\n")
        << u"{\"a\":NaN}"_s;
    QTest::newRow("the data of an event of another type")
        << QByteArray("text/event-stream") << QByteArray("event: error\ndata: out of credit\n\n")
        << u"out of credit"_s;
    QTest::newRow("what is no event")
        << QByteArray("text/event-stream") << QByteArray("{\"a\":1}") << u"{\"a\":1}"_s;
    QTest::newRow("the end of a stream that stops inside an event")
        << QByteArray("text/event-stream") << QByteArray("data: 1\n\ndata: {\"jsonrpc\"")
        << u"data: 1\n\ndata: {\"jsonrpc\""_s;
}

// A person sees what it is that cannot be used, to the byte.
void TestHttpRefusals::showsWhatWasReceived()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    HttpScript server([type, body](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, type, body);
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    const QString detail = record.refused[0].failure.error.detail;
    QTEST(detail.section(u"\n\n"_s, 1), "shown");
}

void TestHttpRefusals::readsABodyWithAByteOrderMark_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("a result") << 200 << QByteArray("application/json");
    QTest::newRow("without a type") << 200 << QByteArray();
    QTest::newRow("with an error status") << 400 << QByteArray("application/json");
}

// As hosts do; but it is said, and the bytes in the recording stay as they came.
void TestHttpRefusals::readsABodyWithAByteOrderMark()
{
    QFETCH(int, status);
    QFETCH(QByteArray, type);
    HttpScript server([status, type](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(status, type, "\xef\xbb\xbf" + resultFor("1"));
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.response("1") || !record.refused.empty());
    QVERIFY(record.response("1"));
    QCOMPARE(record.response("1")->message.kind, rpc::Kind::Response);
    QVERIFY(record.notes().contains(u"byte order mark"_s));
    QVERIFY(record.traffic.inOrder); // also: the message is where its place says
    const std::string got = record.traffic.bytesOf(rpc::Channel::Received);
    QVERIFY(got.find("\xef\xbb\xbf{\"jsonrpc\"") != std::string::npos);
}

void TestHttpRefusals::namesTheNotificationThatIsRefused_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("why");
    QTest::newRow("with an error without an id")
        << 400 << QByteArray("application/json")
        << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Unknown"}})")
        << u"The server rejected the request as invalid (400 Scripted). The server's message: "
           "“Unknown”"_s;
    QTest::newRow("no route") << 404 << QByteArray("text/plain") << QByteArray("no route")
                              << u"(404 Scripted). The server's message: “no route”"_s;
    QTest::newRow("a failure") << 500 << QByteArray("text/plain") << QByteArray("Null")
                               << u"The server failed (500 Scripted). The server's "
                                  "message: “Null”"_s;
}

void TestHttpRefusals::namesTheNotificationThatIsRefused()
{
    QFETCH(int, status);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    QFETCH(QString, why);
    HttpScript server([status, type, body](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(status, type, body);
        }
    });
    TransportRecord record(targetOf(server));
    record.notify("notifications/initialized");
    QTRY_COMPARE(record.refused.size(), 1U);
    const QString sentence = record.refused[0].failure.error.sentence;
    QVERIFY2(sentence.startsWith(u"The server refused “notifications/initialized”. "), // what
        qPrintable(sentence));
    QVERIFY2(sentence.endsWith(why), qPrintable(sentence)); // and why
    QVERIFY(record.notes().contains(u"message refused"_s));
    record.send(Outgoing::Kind::Response, rpc::response("\"s1\"", "{}"), {});
    QTRY_COMPARE(record.refused.size(), 2U);
    QVERIFY(record.refused[1].failure.error.sentence.startsWith(
        u"The server refused the response to the request \"s1\". "));
}

void TestHttpRefusals::deliversAnErrorThatCameWithAStatus()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(
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
    QCOMPARE(record.received[0].responseTo, rpc::Id("1"));
    record.request("22");
    QTRY_VERIFY(record.response("22"));
    QVERIFY(record.notes().contains(u"no content type"_s));
    QVERIFY(record.refused.empty());
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
    QCOMPARE(record.refused[0].failure.outcome.failure, HttpOutcome::Failure::NoResponse);
    QVERIFY(record.refused[0].failure.mayHaveActed);
    QCOMPARE(record.refused[0].failure.error.domain, Domain::Transport);
    QCOMPARE(server.requestCount(), 1);
    QCOMPARE(record.traffic.exchanges.at(0).state, rpc::Exchange::State::Failed);
    QVERIFY(
        record.traffic.exchanges[0].facts.find(R"("failure":"no-answer")") != std::string::npos);
}

void TestHttpRefusals::tellsAResponseThatBrokeOff()
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
            peer.respond(200, "application/json", resultFor("1"), {{"Mcp-Session-Id", "abc"}});
            peer.readRequest();
        }
        peer.stall();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.response("1"));
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
                peer.respond(200, "application/json", '"' + big + '"');
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
    QTRY_VERIFY(record.response("2"));
    QCOMPARE(record.received[1].message.problem, rpc::Problem::TooLong);
}

QTEST_GUILESS_MAIN(TestHttpRefusals)
#include "tst_httprefusals.moc"
