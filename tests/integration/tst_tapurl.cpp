// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demohttp.h"
#include "support/httphost.h"
#include "support/protectedserver.h"
#include "support/tapprogram.h"

#include <csignal>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// The tap of a server with a URL, as a host meets it: bytes on a socket.
class TestTapUrl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesHeadsAndBodiesOn();
    void passesLargeBodiesOn();
    void passesEventsOnAtOnce();
    void passesTheEndOfAClientOn();
    void passesTheBreakOfAServerOn();
    void saysThatTheServerIsGone();
    void letsSeveralClientsInAtOnce();
    void refusesStrangers_data();
    void refusesStrangers();
    void refusesOtherAddresses_data();
    void refusesOtherAddresses();
    void rewritesTheEndpoint();
    void passesCompressedBodiesOnAndRecordsThemDecoded();
    void checksTheCertificateOfTheServer();
    void givesTheSameAsTheServer_data();
    void givesTheSameAsTheServer();
    void recordsNoSecrets();
    void saysWhyALoginFails();
    void letsTheHostLogInForTheTap();
    void logsInForTheHost();
};

namespace {

using Host = HttpHost;

QByteArray shown(const TapProgram &tap, const QStringList &options = {})
{
    return cli(QStringList{u"trace"_s, u"show"_s, tap.recording()} + options).out;
}

} // namespace

void TestTapUrl::passesHeadsAndBodiesOn()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", pong("1"),
            {{"mcp-SESSION-id", "A"}, {"X-Own", "a  b"}, {"X-Own", "c"}});
        peer.readRequest();
        peer.respond(204, "text/plain", "");
    });
    TapProgram tap(server.url(u"/mcp"_s), {u"--header"_s, u"X-Team: 7"_s});
    Host host(tap.url(), post(ping(1), "mcp-PROTOCOL-version: 2025-11-25\r\nX-A: 1\r\nX-A: 2\r\n"));
    QTRY_COMPARE(host.body(), pong("1"));
    QVERIFY(host.received.startsWith("HTTP/1.1 200 Scripted\r\n"));
    QVERIFY(host.received.contains("mcp-SESSION-id: A\r\nX-Own: a  b\r\nX-Own: c\r\n"));
    const SeenRequest seen = server.request(0);
    QCOMPARE(seen.body(), ping(1));
    QCOMPARE(seen.header("Host"), "127.0.0.1:" + QByteArray::number(server.port()));
    QVERIFY(seen.head().contains("mcp-PROTOCOL-version: 2025-11-25\r\nX-A: 1\r\nX-A: 2\r\n"));
    QCOMPARE(seen.header("X-Team"), QByteArray("7"));
    QVERIFY(seen.header("User-Agent").isEmpty());

    host.write("DELETE /mcp?x=%2F HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: A\r\n\r\n");
    QTRY_COMPARE(server.requestCount(), 2);
    QCOMPARE(server.request(1).method(), QByteArray("DELETE"));
    QCOMPARE(server.request(1).target(), QByteArray("/mcp?x=%2F"));
    COMPARE_CODE(tap.end(), 128 + SIGTERM);
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("ping  id 1  ok"), trace.constData());
    const QByteArray stored = tap.recordedBytes();
    QVERIFY(stored.contains(R"("changes":[{"in":"request","name":"Host","was":"localhost")"));
    QVERIFY(stored.contains(R"({"in":"request","name":"X-Team","now":"7"})"));
    QCOMPARE(QFile::permissions(tap.recording())
            & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
        QFile::Permissions());
}

void TestTapUrl::passesLargeBodiesOn()
{
    HttpScript server([](HttpPeer &peer) {
        const QByteArray body = peer.readRequest().body();
        peer.openChunked(200, "application/octet-stream");
        peer.chunk(body);
        peer.endChunked();
    });
    TapProgram tap(server.url(u"/mcp"_s));
    QByteArray large(16 << 20, 'x');
    for (qsizetype i = 0; i < large.size(); i += 1000)
        large[i] = char(i / 1000);
    Host host(tap.url(),
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
        "Transfer-Encoding: chunked\r\n\r\n");
    QTRY_COMPARE(host.received, QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    host.write(QByteArray::number(large.size(), 16) + "\r\n" + large + "\r\n0\r\n\r\n");
    host.received.clear();
    QVERIFY(
        QTest::qWaitFor([&] { return host.received.endsWith("\r\n0\r\n\r\n"); }, kLongPatienceMs));
    QCOMPARE(server.request(0).body(), large);
    QByteArray joined;
    QByteArray rest = host.body();
    while (!rest.isEmpty()) {
        const auto end = rest.indexOf("\r\n");
        const qsizetype size = rest.left(end).toLongLong(nullptr, 16);
        joined += rest.mid(end + 2, size);
        rest.remove(0, end + 2 + size + 2);
    }
    QCOMPARE(joined, large);
}

void TestTapUrl::passesEventsOnAtOnce()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.waitFor("head seen");
        peer.event(pong("1"));
        peer.waitFor("event seen");
        peer.send("3\r\n: a\r\n"); // a piece of a line
        peer.waitFor("piece seen");
        peer.endStream();
    });
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), post(ping(1)));
    QTRY_VERIFY(host.received.endsWith("\r\n\r\n"));
    QVERIFY(host.received.contains("text/event-stream"));
    server.open("head seen");
    QTRY_VERIFY(host.received.contains(pong("1")));
    server.open("event seen");
    QTRY_VERIFY(host.received.endsWith("3\r\n: a\r\n"));
    server.open("piece seen");
    QTRY_VERIFY(host.received.endsWith("0\r\n\r\n"));
    QVERIFY(!host.isEnded());
}

void TestTapUrl::passesTheEndOfAClientOn()
{
    HttpScript server(streamAPing);
    TapProgram tap(server.url(u"/mcp"_s));
    Host listening(tap.url(), get("/mcp"));
    Host calling(tap.url(), post(ping(1)));
    QTRY_VERIFY(listening.received.contains("data: "));
    QTRY_VERIFY(calling.received.contains("data: "));
    QCOMPARE(server.openConnections(), 2);
    listening.disconnectFromHost();
    QTRY_COMPARE(server.openConnections(), 1);
    calling.abort();
    QTRY_COMPARE(server.openConnections(), 0);
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("aborted") || trace.contains("cancelled"), trace.constData());
}

void TestTapUrl::passesTheBreakOfAServerOn()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.event(ping(7));
        peer.waitFor("break");
        peer.reset();
    });
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), post(ping(1)));
    QTRY_VERIFY(host.received.contains("data: "));
    server.open("break");
    QTRY_VERIFY(host.isEnded());
    QVERIFY(!host.received.endsWith("0\r\n\r\n"));
}

void TestTapUrl::saysThatTheServerIsGone()
{
    QUrl url;
    {
        HttpScript server([](HttpPeer &peer) { peer.close(); });
        url = server.url(u"/mcp"_s);
        TapProgram tap(url);
        Host host(tap.url(), post(ping(1)));
        QTRY_VERIFY(host.received.startsWith("HTTP/1.1 502 "));
        QCOMPARE(server.requestCount(), 0);
    }
    TapProgram tap(url);
    Host host(tap.url(), post(ping(1)));
    QTRY_VERIFY(host.received.startsWith("HTTP/1.1 502 "));
    QVERIFY(host.received.contains("The tap cannot get a response from http://127.0.0.1:"));
}

void TestTapUrl::letsSeveralClientsInAtOnce()
{
    HttpScript server([](HttpPeer &peer) {
        if (peer.connection() > 0)
            peer.waitFor("first");
        respondToPings(peer);
    });
    TapProgram tap(server.url(u"/mcp"_s));
    Host first(tap.url(), post(ping(1)));
    QTRY_COMPARE(first.body(), pong("1"));
    std::vector<std::unique_ptr<Host>> hosts;
    for (int i = 0; i < 20; ++i) // all with the same id
        hosts.push_back(std::make_unique<Host>(tap.url(), post(ping(2))));
    server.open("first");
    for (const auto &host : hosts)
        QTRY_COMPARE(host->body(), pong("2"));
    tap.end();
    const Run pairs = cli({u"trace"_s, u"filter"_s, tap.recording(),
        u"method == \"ping\" and kind == request and status == ok"_s, u"--count"_s});
    QCOMPARE(pairs.out.trimmed(), QByteArray("21"));
    QCOMPARE(tap.files().size(), 1);
}

void TestTapUrl::refusesStrangers_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("status");
    QTest::newRow("another host") << QByteArray("GET /mcp HTTP/1.1\r\nHost: evil.com\r\n\r\n")
                                  << QByteArray("421");
    QTest::newRow("a web page") << get("/mcp", "Origin: https://evil.com\r\n") << QByteArray("403");
    QTest::newRow("a preflight of a web page")
        << QByteArray("OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.com\r\n"
                      "Access-Control-Request-Method: POST\r\n\r\n")
        << QByteArray("403");
    QTest::newRow("a hidden request")
        << QByteArray("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n")
        << QByteArray("400");
    QTest::newRow("a tunnel") << QByteArray(
        "CONNECT evil.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                              << QByteArray("400");
}

void TestTapUrl::refusesStrangers()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, status);
    HttpScript server(respondToPings);
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), head);
    QTRY_VERIFY(host.received.startsWith(QByteArray("HTTP/1.1 " + status)));
    QVERIFY(!host.received.toLower().contains("access-control-allow"));
    QCOMPARE(server.connectionCount(), 0);
    // A proxy would be asked for another server like this.
    Host asking(tap.url(), "GET http://evil.com/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(server.requestCount(), 1);
    QCOMPARE(server.request(0).target(), QByteArray("/mcp"));
}

void TestTapUrl::refusesOtherAddresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("every address") << u"0.0.0.0:0"_s;
    QTest::newRow("another loopback address") << u"127.0.0.2:0"_s;
    QTest::newRow("a name") << u"example.org:80"_s;
}

void TestTapUrl::refusesOtherAddresses()
{
    QFETCH(QString, address);
    const QTemporaryDir folder;
    const Run run = cli({u"tap"_s, u"--url"_s, u"http://127.0.0.1:1/mcp"_s, u"--listen"_s, address,
        u"--record"_s, folder.path()});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("--listen"), run.err.constData());
}

void TestTapUrl::rewritesTheEndpoint()
{
    HttpScript server([&server](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.method() == "GET") {
                peer.openStream();
                peer.event(server.url(u"/messages"_s).toEncoded() + "?s=1", {}, "endpoint");
                peer.waitFor("posted");
                peer.event(pong("1"));
                peer.waitForClose();
            }
            peer.respond(202, "text/plain", "");
            server.open("posted");
        }
    });
    TapProgram tap(server.url(u"/sse"_s));
    Host host(tap.url(), get("/sse"));
    QTRY_VERIFY(host.received.contains("event: endpoint"));
    QVERIFY2(host.received.contains(
                 QByteArray("data: " + tap.url(u"/messages"_s).toEncoded() + "?s=1\n")),
        host.received.constData());
    Host posting(tap.url(), post(ping(1)).replace("/mcp", "/messages?s=1"));
    QTRY_VERIFY(posting.received.startsWith("HTTP/1.1 202 "));
    QTRY_VERIFY(host.received.contains(pong("1")));
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("ping  id 1  ok"), trace.constData());
    QVERIFY(tap.recordedBytes().contains(R"("name":"endpoint event")"));
}

void TestTapUrl::passesCompressedBodiesOnAndRecordsThemDecoded()
{
    const QByteArray packed = qCompress(pong("1")).mid(4); // the format of "deflate"
    HttpScript server([&](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", packed, {{"Content-Encoding", "deflate"}});
    });
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), post(ping(1), "Accept-Encoding: deflate, zstd\r\n"));
    QTRY_VERIFY(host.body() == packed);
    QCOMPARE(server.request(0).header("Accept-Encoding"), QByteArray("deflate, zstd"));
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("ping  id 1  ok"), trace.constData());
}

void TestTapUrl::checksTheCertificateOfTheServer()
{
    HttpScript::Tls tls;
    tls.certificate = u"localhost"_s;
    HttpScript server(tls, respondToPings);
    const QUrl url = server.urlWithHost(u"localhost"_s, u"/mcp"_s);
    {
        TapProgram tap(url);
        Host host(tap.url(), post(ping(1)));
        QTRY_VERIFY(host.received.startsWith("HTTP/1.1 502 "));
        QCOMPARE(server.requestCount(), 0);
    }
    TapProgram tap(url, {u"--ca"_s, HttpScript::tlsFile(u"ca.pem"_s)});
    Host host(
        tap.url(), post(ping(1), "Origin: " + tap.url().toEncoded(QUrl::RemovePath) + "\r\n"));
    QTRY_COMPARE(host.body(), pong("1"));
    const QByteArray origin = url.toEncoded(QUrl::RemovePath);
    QCOMPARE(server.request(0).header("Origin"), origin);
    QCOMPARE("https://" + server.request(0).header("Host"), origin);
}

void TestTapUrl::givesTheSameAsTheServer_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("modern") << words("--revision 2026-07-28");
    QTest::newRow("Streamable HTTP") << words("--revision 2025-11-25");
    QTest::newRow("with batches") << words("--revision 2025-03-26");
}

// Of the program's own client, through the tap and directly.
void TestTapUrl::givesTheSameAsTheServer()
{
    QFETCH(QStringList, options);
    const Demo demo;
    TapProgram tap(demo.url());
    const auto resultOf = [&](const QUrl &url, const char *command) {
        return cli(
            words(command) + options + QStringList{u"--no-keychain"_s, u"--url"_s, url.toString()});
    };
    for (const char *command :
        {"--json tools list", "--json resources list", "--json tools call echo exact:=1e400 note=x",
            "tools call slow_count n:=2", "--json prompts get packing_list city=Oulu"}) {
        const Run expected = resultOf(demo.url(), command);
        const Run seen = resultOf(tap.url(), command);
        COMPARE_CODE(expected, 0);
        QCOMPARE(seen.code, 0);
        QCOMPARE(seen.out, expected.out);
        QCOMPARE(seen.err, expected.err);
    }
    tap.end();
    QVERIFY(shown(tap).contains("host named  sonde"));
    const Run check = cli({u"trace"_s, u"check"_s, tap.recording()});
    QVERIFY2(check.code == 0 || check.code == 11, told(check).constData());
    COMPARE_CODE(cli({u"trace"_s, u"stats"_s, tap.recording()}), 0);
}

void TestTapUrl::recordsNoSecrets()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", R"({"access_token":"SECRET-token","a":1})",
            {{"Set-Cookie", "id=SECRET-cookie; Secure"}});
        peer.readRequest();
        peer.respond(200, "application/json", pong("1"));
    });
    TapProgram tap(server.url(u"/mcp"_s), {u"--header"_s, u"X-Api-Key: SECRET-key"_s});
    Host host(tap.url(),
        "POST /token HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 22\r\n\r\n"
        "client_secret=SECRET-x");
    QTRY_VERIFY(host.received.contains("SECRET-token"));
    QVERIFY(host.received.contains("Set-Cookie: id=SECRET-cookie\r\n"));
    QCOMPARE(server.request(0).body(), QByteArray("client_secret=SECRET-x"));
    host.received.clear();
    host.write(post(ping(1),
        "Authorization: Bearer SECRET-bearer\r\nCookie: id=SECRET-cookie\r\n"
        "X-Host-Token: SECRET-host\r\nMcp-Session-Id: kept\r\n"));
    QTRY_COMPARE(host.body(), pong("1"));
    QCOMPARE(server.request(1).header("Authorization"), QByteArray("Bearer SECRET-bearer"));
    const Run run = tap.end();
    QVERIFY(!tap.recordedBytes().contains("SECRET-"));
    QVERIFY(tap.recordedBytes().contains("Mcp-Session-Id: kept"));
    QVERIFY(!QByteArray(run.err + run.out).contains("SECRET-"));
}

void TestTapUrl::saysWhyALoginFails()
{
    const QByteArray challenge = "Bearer resource_metadata=\"https://api.example.org/x\"";
    HttpScript server([&](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(401, "text/plain", "", {{"WWW-Authenticate", challenge}});
        }
    });
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), post(ping(1)));
    QTRY_VERIFY(host.received.contains(QByteArray("WWW-Authenticate: " + challenge + "\r\n")));
    host.received.clear();
    host.write(post(ping(2)));
    QTRY_VERIFY(host.received.startsWith("HTTP/1.1 401 "));
    const Run run = tap.end();
    QCOMPARE(run.err.count("--authorize"), 1);
    QCOMPARE(shown(tap).count("authorization wanted"), 1);
}

// The host is Sonde itself, which compares the resource with the address that it uses.
void TestTapUrl::letsTheHostLogInForTheTap()
{
    ProtectedServer server;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"SONDE_CLIENT_SECRET"_s, u"SECRET-robot"_s);
    const auto logsIn = [&](const TapProgram &tap) {
        QProcess host;
        host.setProcessEnvironment(environment);
        host.start(kCli,
            words("info --no-keychain --no-cache --grant client-credentials --client-id robot")
                + QStringList{u"--url"_s, tap.url().toString()});
        return finishedRun(host);
    };
    TapProgram plain(server.url());
    const Run refused = logsIn(plain);
    QVERIFY2(refused.code != 0, refused.out.constData());
    QCOMPARE(server.count("/token"), 0);
    QCOMPARE(plain.end().err.count("--rewrite-metadata"), 1);
    TapProgram tap(server.url(), words("--rewrite-metadata"));
    const Run run = logsIn(tap);
    COMPARE_CODE(run, 0);
    QCOMPARE(server.count("/token"), 1);
    QCOMPARE(tap.end().err.count("--rewrite-metadata"), 0);
    QVERIFY(!tap.recordedBytes().contains("SECRET-"));
    QVERIFY(shown(tap).contains("tools/list") || shown(tap).contains("initialize"));
}

void TestTapUrl::logsInForTheHost()
{
    ProtectedServer server;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"SONDE_CLIENT_SECRET"_s, u"SECRET-robot"_s);
    TapProgram tap(server.url(),
        words("--authorize --no-keychain --grant client-credentials --client-id robot"),
        environment);
    Host host(tap.url(), post(ping(1), "Authorization: Bearer SECRET-host\r\n"));
    Host second(tap.url(), post(ping(2)));
    QTRY_VERIFY(host.received.startsWith("HTTP/1.1 200 "));
    QTRY_VERIFY(second.received.startsWith("HTTP/1.1 200 "));
    QCOMPARE(server.count("/token"), 1);
    QVERIFY(!server.everything().contains("SECRET-host"));
    server.expire();
    host.received.clear();
    host.write(post(ping(3)));
    QTRY_VERIFY(host.received.startsWith("HTTP/1.1 200 "));
    QVERIFY(!host.received.contains("SECRET"));
    const Run run = tap.end();
    QVERIFY(!tap.recordedBytes().contains("SECRET-"));
    QVERIFY(!QByteArray(run.err + run.out).contains("SECRET-"));
}

QTEST_GUILESS_MAIN(TestTapUrl)
#include "tst_tapurl.moc"
