// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/bodydecoder.h"
#include "tap/http/clienttable.h"
#include "tap/http/endpointrewriter.h"
#include "tap/http/headchanges.h"
#include "tap/http/postedmessages.h"
#include "tap/http/tapguard.h"

#include <QTest>

using namespace sonde;
using namespace sonde::tap;

namespace {

TapPlace place(const char *server = "https://api.example.org/mcp?key=1")
{
    TapPlace made;
    made.server.url = QUrl(QString::fromLatin1(server));
    made.authority = "127.0.0.1:4321";
    return made;
}

serve::ServedRequest request(
    const std::vector<serve::HttpField> &fields, const std::string &body = {})
{
    serve::ServedRequest made;
    made.method = body.empty() ? "GET" : "POST";
    made.path = "/mcp";
    made.fields = {{"host", "127.0.0.1:4321", "Host"}};
    for (const serve::HttpField &field : fields)
        made.fields.push_back({serve::lowerCase(field.name), field.value, field.name});
    made.body = body;
    return made;
}

QByteArray describe(const wire::HeadChanges &changes)
{
    QByteArray text;
    for (const wire::HeadChange &change : changes)
        text += change.name + ": " + change.was + " > " + change.now + "\n";
    return text;
}

QByteArray describe(const wire::HttpHeaders &headers)
{
    QByteArray text;
    for (const wire::HttpHeader &field : headers.fields())
        text += field.name + ": " + field.value + "\n";
    return text;
}

QByteArray describe(const serve::HttpReply::Fields &fields)
{
    std::string text;
    for (const serve::HttpField &field : fields)
        text += field.name + ": " + field.value + "\n";
    return QByteArray::fromStdString(text);
}

const QByteArray kHostChange = "Host: 127.0.0.1:4321 > api.example.org\n";

} // namespace

class TestTapHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesOfARequest_data();
    void changesOfARequest();
    void keepsTheTarget_data();
    void keepsTheTarget();
    void replacesHeadersThatTheUserSet();
    void changesOfAResponse_data();
    void changesOfAResponse();
    void refusesWebPages_data();
    void refusesWebPages();
    void rewritesTheEndpointHoweverItIsSplit_data();
    void rewritesTheEndpointHoweverItIsSplit();
    void passesEventsAtOnce();
    void givesUpOnALongFirstEvent();
    void tellsClientsApart();
    void tellsClientsWithoutSessionsApartByName();
    void boundsItsClients();
    void decodesACopy();
    void decodesNoBomb();
    void readsWhatWasPosted_data();
    void readsWhatWasPosted();
};

void TestTapHttp::changesOfARequest_data()
{
    QTest::addColumn<std::vector<serve::HttpField>>("fields");
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<QByteArray>("changes");
    using Fields = std::vector<serve::HttpField>;
    QTest::newRow("nothing") << Fields{} << QByteArray() << QByteArray();
    QTest::newRow("what MCP needs")
        << Fields{{"Mcp-Session-Id", "A"}, {"MCP-Protocol-Version", "2025-11-25"},
               {"last-event-ID", "7"}, {"Accept-Encoding", "gzip, br"}}
        << QByteArray("Mcp-Session-Id: A\nMCP-Protocol-Version: 2025-11-25\nlast-event-ID: 7\n"
                      "Accept-Encoding: gzip, br\n")
        << QByteArray();
    QTest::newRow("for one connection")
        << Fields{{"Connection", "keep-alive, X-Own"}, {"Keep-Alive", "timeout=5"}, {"x-own", "1"},
               {"TE", "trailers"}, {"Upgrade", "h2c"}, {"X-Other", "2"}}
        << QByteArray("X-Other: 2\n")
        << QByteArray("Connection: keep-alive, X-Own > \nKeep-Alive: timeout=5 > \n"
                      "x-own: 1 > \nTE: trailers > \nUpgrade: h2c > \n");
    QTest::newRow("the tap's own origin")
        << Fields{{"Origin", "http://localhost:4321"}}
        << QByteArray("Origin: https://api.example.org\n")
        << QByteArray("Origin: http://localhost:4321 > https://api.example.org\n");
    QTest::newRow("another origin")
        << Fields{{"Origin", "http://localhost:6274"}}
        << QByteArray("Origin: http://localhost:6274\n") << QByteArray();
    QTest::newRow("a token") << Fields{{"Authorization", "Bearer s3cret"}}
                             << QByteArray("Authorization: Bearer s3cret\n") << QByteArray();
    QTest::newRow("an expectation") << Fields{{"Expect", "100-continue"}} << QByteArray()
                                    << QByteArray("Expect: 100-continue > \n");
    QTest::newRow("chunks") << Fields{{"Transfer-Encoding", "chunked"}} << QByteArray()
                            << QByteArray("Transfer-Encoding: chunked > \nContent-Length:  > 0\n");
    QTest::newRow("a length") << Fields{{"Content-Length", "0"}} << QByteArray() << QByteArray();
    QTest::newRow("twice the same name")
        << Fields{{"X", "1"}, {"X", "2"}} << QByteArray("X: 1\nX: 2\n") << QByteArray();
}

void TestTapHttp::changesOfARequest()
{
    QFETCH(std::vector<serve::HttpField>, fields);
    QFETCH(QByteArray, sent);
    QFETCH(QByteArray, changes);
    const ForwardedRequest out = forwardRequest(request(fields), place(), false);
    QCOMPARE(describe(out.request.headers), sent);
    QCOMPARE(describe(out.changes), kHostChange + changes);
    QCOMPARE(out.request.url, QUrl(QStringLiteral("https://api.example.org/mcp")));
}

void TestTapHttp::keepsTheTarget_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("query");
    QTest::addColumn<QByteArray>("url");
    QTest::newRow("another path") << std::string("/.well-known/oauth-protected-resource/mcp")
                                  << std::string()
                                  << QByteArray("https://api.example.org"
                                                "/.well-known/oauth-protected-resource/mcp");
    QTest::newRow("a query") << std::string("/messages") << std::string("session=a%2Fb&x=")
                             << QByteArray("https://api.example.org/messages?session=a%2Fb&x=");
    QTest::newRow("an address inside") << std::string("//evil.com/x") << std::string()
                                       << QByteArray("https://api.example.org//evil.com/x");
    QTest::newRow("steps up") << std::string("/a/../b") << std::string()
                              << QByteArray("https://api.example.org/a/../b");
}

void TestTapHttp::keepsTheTarget()
{
    QFETCH(std::string, path);
    QFETCH(std::string, query);
    QFETCH(QByteArray, url);
    serve::ServedRequest asked = request({});
    asked.path = path;
    asked.query = query;
    const ForwardedRequest out = forwardRequest(asked, place(), false);
    QCOMPARE(out.request.url.toEncoded(), url);
    QCOMPARE(out.request.url.host(), QStringLiteral("api.example.org"));
    QCOMPARE(describe(out.changes), kHostChange);
}

void TestTapHttp::replacesHeadersThatTheUserSet()
{
    TapPlace with = place();
    with.server.headers.add({"X-Key", "s3cret", true});
    const ForwardedRequest out = forwardRequest(
        request({{"x-key", "theirs"}, {"Authorization", "Bearer theirs"}}), with, true);
    QCOMPARE(describe(out.request.headers), QByteArray("X-Key: s3cret\n"));
    QCOMPARE(describe(out.changes),
        kHostChange + "x-key: (redacted) > \nAuthorization: (redacted) > \nX-Key:  > (redacted)\n");
}

void TestTapHttp::changesOfAResponse_data()
{
    QTest::addColumn<QByteArray>("received");
    QTest::addColumn<QByteArray>("passed");
    QTest::addColumn<QByteArray>("changes");
    const QByteArray plain = "Content-Type: application/json\nContent-Length: 12\nX-Own: 1\n";
    QTest::newRow("nothing") << plain << plain << QByteArray();
    QTest::newRow("for one connection")
        << QByteArray("Connection: close, X-Hop\nX-Hop: 1\nTransfer-Encoding: chunked\nX: y\n")
        << QByteArray("X: y\n")
        << QByteArray("Connection: close, X-Hop > \nX-Hop: 1 > \nTransfer-Encoding: chunked > \n");
    QTest::newRow("a location at the server")
        << QByteArray("Location: https://api.example.org/other?a=b#c\n")
        << QByteArray("Location: http://127.0.0.1:4321/other?a=b#c\n")
        << QByteArray("Location: https://api.example.org/other?a=b#c > "
                      "http://127.0.0.1:4321/other?a=b#c\n");
    const QByteArray elsewhere = "Location: https://login.example.org/\nLocation: "
                                 "/relative\nLocation: http://api.example.org/\n";
    QTest::newRow("a location elsewhere") << elsewhere << elsewhere << QByteArray();
    const QByteArray challenge =
        "WWW-Authenticate: Bearer resource_metadata=\"https://api.example.org/.well-known/x\"\n";
    QTest::newRow("a challenge") << challenge << challenge << QByteArray();
    QTest::newRow("a cookie")
        << QByteArray("Set-Cookie: id=s3cret; Path=/; Domain=example.org; Secure; HttpOnly\n")
        << QByteArray("Set-Cookie: id=s3cret; Path=/; HttpOnly\n")
        << QByteArray("Set-Cookie: (redacted); Path=/; Domain=example.org; Secure; HttpOnly > "
                      "(redacted); Path=/; HttpOnly\n");
    QTest::newRow("a cookie named Secure")
        << QByteArray("Set-Cookie: Secure=1; Path=/\n")
        << QByteArray("Set-Cookie: Secure=1; Path=/\n") << QByteArray();
}

void TestTapHttp::changesOfAResponse()
{
    QFETCH(QByteArray, received);
    QFETCH(QByteArray, passed);
    QFETCH(QByteArray, changes);
    received.replace("\n", "\r\n");
    const auto head =
        wire::HttpHead::parse(QByteArray("HTTP/1.1 200 OK\r\n" + received + "\r\n").toStdString());
    QVERIFY(head);
    const ForwardedHead out = forwardHead(*head, place());
    QCOMPARE(describe(out.fields), passed);
    QCOMPARE(describe(out.changes), changes);
}

void TestTapHttp::refusesWebPages_data()
{
    QTest::addColumn<std::string>("host");
    QTest::addColumn<std::string>("origin"); // empty: none
    QTest::addColumn<int>("status"); // 0: may pass
    const auto row = [](const char *host, const char *origin, int status) {
        QTest::addRow("%s from %s", host, origin)
            << std::string(host) << std::string(origin) << status;
    };
    row("127.0.0.1:4321", "", 0);
    row("localhost:4321", "", 0);
    row("[::1]:4321", "", 0);
    row("LOCALHOST", "", 0);
    row("evil.com", "", 421);
    row("evil.com:4321", "", 421);
    row("localhost.evil.com:4321", "", 421);
    row("127.0.0.1.evil.com", "", 421);
    row("127.0.0.1:4321@evil.com", "", 421);
    row("", "", 421);
    row("localhost:4321", "http://localhost:6274", 0);
    row("localhost:4321", "https://127.0.0.1", 0);
    row("localhost:4321", "https://evil.com", 403);
    row("localhost:4321", "http://localhost.evil.com", 403);
    row("localhost:4321", "null", 403);
    row("localhost:4321", "localhost", 403);
    row("localhost:4321", "file://localhost", 403);
    row("localhost:4321", "chrome-extension://localhost", 403);
    row("evil.com", "http://evil.com", 421);
}

void TestTapHttp::refusesWebPages()
{
    QFETCH(std::string, host);
    QFETCH(std::string, origin);
    QFETCH(int, status);
    serve::ServedRequest asked = request({});
    asked.fields.front().value = host;
    if (!origin.empty())
        asked.fields.push_back({"origin", origin, "Origin"});
    const auto refusal = tapRefusal(asked);
    QCOMPARE(refusal ? refusal->status : 0, status);
    // The second of two counts as well.
    asked.fields.push_back({"origin", "https://evil.com", "Origin"});
    QVERIFY(tapRefusal(asked));
}

void TestTapHttp::rewritesTheEndpointHoweverItIsSplit_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("passed");
    QTest::addColumn<QByteArray>("endpoint");
    const QByteArray message = "event: message\ndata: {}\n\n";
    QTest::newRow("absolute") << QByteArray(
        "event: endpoint\ndata: https://api.example.org/m?s=1\n\n"
        + message) << QByteArray("event: endpoint\ndata: http://127.0.0.1:4321/m?s=1\n\n" + message)
                              << QByteArray("http://127.0.0.1:4321/m?s=1");
    QTest::newRow("CR LF, the data first, after a comment")
        << QByteArray(": hello\r\nretry: 5\r\n\r\ndata:https://api.example.org/m\r\n"
                      "event:endpoint\r\n\r\n")
        << QByteArray(": hello\r\nretry: 5\r\n\r\ndata:http://127.0.0.1:4321/m\r\n"
                      "event:endpoint\r\n\r\n")
        << QByteArray("http://127.0.0.1:4321/m");
    const QByteArray rooted = "event: endpoint\ndata: /m?s=1\n\n" + message;
    QTest::newRow("rooted") << rooted << rooted << QByteArray("/m?s=1");
    const QByteArray elsewhere = "event: endpoint\ndata: https://evil.com/m\n\n";
    QTest::newRow("elsewhere") << elsewhere << elsewhere << QByteArray("https://evil.com/m");
    const QByteArray other = message + "event: endpoint\ndata: https://api.example.org/m\n\n";
    QTest::newRow("not the first") << other << other << QByteArray();
    const QByteArray unfinished = "event: endpoint\ndata: https://api.exa";
    QTest::newRow("unfinished") << unfinished << unfinished << QByteArray();
}

void TestTapHttp::rewritesTheEndpointHoweverItIsSplit()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, passed);
    QFETCH(QByteArray, endpoint);
    const std::string_view all(stream.constData(), std::size_t(stream.size()));
    for (std::size_t split = 0; split <= all.size(); ++split) {
        EndpointRewriter rewriter(place());
        std::string out = rewriter.feed(all.substr(0, split));
        for (std::size_t at = split; at < all.size(); ++at)
            out += rewriter.feed(all.substr(at, 1));
        out += rewriter.finish();
        QCOMPARE(QByteArray::fromStdString(out), passed);
        QCOMPARE(rewriter.endpoint() ? rewriter.endpoint()->now : QByteArray(), endpoint);
    }
}

void TestTapHttp::passesEventsAtOnce()
{
    EndpointRewriter rewriter(place());
    QCOMPARE(rewriter.feed(": ping\n"), std::string(": ping\n"));
    QCOMPARE(rewriter.feed("\n"), std::string("\n"));
    QCOMPARE(rewriter.feed("data: 1\n\n"), std::string("data: 1\n\n"));
    QCOMPARE(rewriter.feed("da"), std::string("da"));
}

void TestTapHttp::givesUpOnALongFirstEvent()
{
    EndpointRewriter rewriter(place());
    const std::string line = "data: " + std::string(EndpointRewriter::kMaxEvent, 'x');
    QCOMPARE(rewriter.feed(line), line);
    QCOMPARE(rewriter.feed("y"), std::string("y"));
}

void TestTapHttp::tellsClientsApart()
{
    ClientTable table;
    const int first = table.clientOf({{}, "/mcp", true, false, {"1"}});
    const int second = table.clientOf({{}, "/mcp", true, false, {"1"}});
    QVERIFY(first != second);
    table.nameSession(first, "a");
    table.nameSession(second, "b");
    QCOMPARE(table.clientOf({"b", "/mcp", false, false, {"2"}}), second);
    QCOMPARE(table.clientOf({"a", "/mcp", false, false, {"2"}}), first);
    const int earlier = table.clientOf({"c", "/mcp", false, false, {"9"}});
    QVERIFY(earlier != first && earlier != second);
    QCOMPARE(table.clientOf({"c", "/mcp", false, true, {}}), earlier);

    // Without sessions: the same id twice at the same time is another client.
    const int third = table.clientOf({{}, "/mcp", false, false, {"1"}});
    const int fourth = table.clientOf({{}, "/mcp", false, false, {"1"}});
    QVERIFY(third != fourth);
    QCOMPARE(table.clientOf({{}, "/mcp", false, false, {"2"}}), third);
    table.finish(third, {"1"});
    QCOMPARE(table.clientOf({{}, "/mcp", false, false, {"1"}}), third);

    // HTTP+SSE: each stream is a client, and its endpoint is the client's.
    const int fifth = table.clientOf({{}, "/sse", false, true, {}});
    const int sixth = table.clientOf({{}, "/sse", false, true, {}});
    QVERIFY(fifth != sixth && fifth != third);
    table.nameTarget(sixth, "/messages?s=6");
    QCOMPARE(table.clientOf({{}, "/messages?s=6", true, false, {"1"}}), sixth);
}

// One request after the other, with ids that both clients use.
void TestTapHttp::tellsClientsWithoutSessionsApartByName()
{
    ClientTable table;
    const auto ask = [&table](const char *id, const char *host, const char *agent) {
        const int client = table.clientOf({{}, "/mcp", false, false, {id}, host, agent});
        table.finish(client, {id});
        return client;
    };
    const int editor = ask("1", "Editor 1.0", "node");
    const int agent = ask("1", "Agent 2.0", "node");
    QVERIFY(editor != agent);
    for (const char *id : {"2", "3"}) {
        QCOMPARE(ask(id, "Agent 2.0", "node"), agent);
        QCOMPARE(ask(id, "Editor 1.0", "node"), editor);
    }
    // Two of one name: as ids tell them apart.
    const int open = table.clientOf({{}, "/mcp", false, false, {"4"}, "Editor 1.0", "node"});
    QCOMPARE(open, editor);
    const int other = table.clientOf({{}, "/mcp", false, false, {"4"}, "Editor 1.0", "node"});
    QVERIFY(other != editor && other != agent);

    // In earlier revisions only the first request has a name: then the program counts, where there
    // is a choice.
    ClientTable legacy;
    const int first = legacy.clientOf({{}, "/mcp", true, false, {"0"}, "Editor 1.0", "node"});
    const int second = legacy.clientOf({{}, "/mcp", true, false, {"0"}, "Agent 2.0", "python"});
    for (const int client : {first, second}) {
        legacy.nameNothing(client);
        legacy.finish(client, {"0"});
    }
    const auto next = [&legacy](const char *id, const char *program) {
        return legacy.clientOf({{}, "/mcp", false, false, {id}, {}, program});
    };
    QCOMPARE(next("1", "python"), second);
    QCOMPARE(next("1", "node"), first);
    QCOMPARE(next("2", "ruby"), first); // no client more than there must be
}

void TestTapHttp::boundsItsClients()
{
    ClientTable table;
    for (int i = 0; i < 2 * ClientTable::kMaxClients; ++i)
        table.nameSession(table.clientOf({{}, "/mcp", true, false, {}}), std::to_string(i));
    QCOMPARE(table.count(), ClientTable::kMaxClients);
}

void TestTapHttp::decodesACopy()
{
    // qCompress() writes the format of "deflate", after four bytes of its own.
    QByteArray text;
    for (int i = 0; i < 20'000; ++i)
        text += "data: {\"n\":" + QByteArray::number(i) + "}\n\n";
    const Bytes packed = Bytes::fromByteArray(qCompress(text).mid(4));
    const auto decoder = BodyDecoder::create(" Deflate ");
    QVERIFY(decoder);
    QByteArray out;
    for (std::size_t at = 0; at < packed.size(); at += 7)
        out += decoder->decode(packed.slice(at, 7)).toByteArray();
    QCOMPARE(out, text);
    QVERIFY(!decoder->hasFailed());

    QVERIFY(!BodyDecoder::create("br"));
    const auto gzip = BodyDecoder::create("gzip");
    QVERIFY(gzip->decode(Bytes::copyOf("no gzip at all")).isEmpty());
    QVERIFY(gzip->hasFailed());
}

void TestTapHttp::decodesNoBomb()
{
    const auto decoder = BodyDecoder::create("deflate");
    const QByteArray packed = qCompress(QByteArray(300 << 20, '\0')).mid(4);
    std::size_t decoded = 0;
    const Bytes bytes = Bytes::fromByteArray(packed);
    for (std::size_t at = 0; at < bytes.size(); at += 1000)
        decoded += decoder->decode(bytes.slice(at, 1000)).size();
    QVERIFY(decoder->hasFailed());
    QVERIFY(decoded < BodyDecoder::kMaxDecoded + (std::size_t(2) << 20));
}

void TestTapHttp::readsWhatWasPosted_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isMessage");
    QTest::addColumn<QByteArray>("what"); // ids, host, begins
    QTest::newRow("nothing") << QByteArray() << false << QByteArray("");
    QTest::newRow("a form") << QByteArray("grant_type=x&code=y") << false << QByteArray("");
    QTest::newRow("other JSON") << QByteArray("{\"client_name\":\"a\"}") << false << QByteArray("");
    QTest::newRow("initialize") << QByteArray(
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"a","version":"1"}}})")
                                << true << QByteArray("0 a 1 begins");
    QTest::newRow("modern") << QByteArray(
        R"({"jsonrpc":"2.0","id":"x","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"b"}}}})")
                            << true << QByteArray("\"x\" b");
    QTest::newRow("a batch") << QByteArray(
        R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}])")
                             << true << QByteArray("1 2");
    QTest::newRow("a notification")
        << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/initialized"})") << true
        << QByteArray("");
}

void TestTapHttp::readsWhatWasPosted()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, isMessage);
    QFETCH(QByteArray, what);
    const PostedMessages found = PostedMessages::read(Bytes::fromByteArray(body));
    QCOMPARE(found.isMessage, isMessage);
    QByteArrayList words;
    for (const std::string &id : found.ids)
        words << QByteArray::fromStdString(id);
    if (!found.hostName.isEmpty())
        words << found.hostName.toUtf8();
    if (found.begins)
        words << "begins";
    QCOMPARE(words.join(' '), what);
}

QTEST_GUILESS_MAIN(TestTapHttp)
#include "tst_taphttp.moc"
