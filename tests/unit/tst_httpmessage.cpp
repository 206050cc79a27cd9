// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httpmessage.h"
#include "wire/http/httptarget.h"
#include "wire/http/shownaddress.h"

#include <QTest>

using namespace sonde::wire;
using namespace Qt::StringLiterals;

class TestHttpMessage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesCompareWithoutCase();
    void keepsOrderAndCase();
    void mediaTypeLeavesParametersOut_data();
    void mediaTypeLeavesParametersOut();
    void readsAHead();
    void readsWhatPeersReallySend();
    void refusesWhatIsNoStatusLine_data();
    void refusesWhatIsNoStatusLine();
    void aRedirectNeedsALocation();
    void redactsSecretsAndNothingElse();
    void redactsSecretsInQueries_data();
    void redactsSecretsInQueries();
    void showsAProxyWithoutSecrets();
    void redactsFoldedSecrets();
    void originsLeaveTheDefaultPortOut_data();
    void originsLeaveTheDefaultPortOut();
    void sameOriginIsSchemeHostAndPort();
};

void TestHttpMessage::namesCompareWithoutCase()
{
    const HttpHeaders headers{{"Mcp-Session-Id", "a"}, {"X", "1"}, {"x", "2"}};
    QVERIFY(headers.contains("mcp-session-ID"));
    QVERIFY(!headers.contains("mcp-session"));
    QCOMPARE(headers.value("MCP-SESSION-ID"), QByteArray("a"));
    QVERIFY(!headers.value("y"));
    QCOMPARE(headers.value("X"), QByteArray("1"));
    QCOMPARE(headers.values("X"), std::vector<QByteArray>({"1", "2"}));
}

void TestHttpMessage::keepsOrderAndCase()
{
    HttpHeaders headers{{"b", "1"}};
    headers.append({{"A", "2"}, {"B", "3"}});
    QByteArray names;
    for (const HttpHeader &field : headers.fields())
        names += field.name;
    QCOMPARE(names, "bAB");
}

void TestHttpMessage::mediaTypeLeavesParametersOut_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("plain") << "application/json"_ba
                           << "application/json"_ba;
    QTest::newRow("parameter") << "Text/Event-Stream ; charset=utf-8"_ba
                               << "text/event-stream"_ba;
    QTest::newRow("empty") << ""_ba
                           << ""_ba;
}

void TestHttpMessage::mediaTypeLeavesParametersOut()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, type);
    QCOMPARE(HttpHeaders({{"content-type", value}}).mediaType(), type);
}

void TestHttpMessage::readsAHead()
{
    const auto head = HttpHead::parse(
        "HTTP/1.1 404 Not Found\r\nX-A:  1 \r\nEmpty:\r\nx-a: a: b\r\n\r\nX-Body: no");
    QVERIFY(head);
    QCOMPARE(head->status, 404);
    QCOMPARE(head->version, "HTTP/1.1");
    QCOMPARE(head->reason, "Not Found");
    QCOMPARE(head->headers.fields().size(), 3);
    QCOMPARE(head->headers.values("X-A"), std::vector<QByteArray>({"1", "a: b"}));
    QCOMPARE(head->headers.value("Empty"), QByteArray(""));
    QVERIFY(!head->isInformational());
}

void TestHttpMessage::readsWhatPeersReallySend()
{
    const auto bare = HttpHead::parse("HTTP/2 103 \nA: 1\n no line\nFold: a\n  b\n\tc\n\n");
    QVERIFY(bare);
    QVERIFY(bare->isInformational());
    QCOMPARE(bare->version, "HTTP/2");
    QCOMPARE(bare->reason, "");
    QCOMPARE(bare->headers.value("A"), QByteArray("1 no line"));
    QCOMPARE(bare->headers.value("Fold"), QByteArray("a b c"));
    const auto odd = HttpHead::parse("HTTP/1.0 200\r\n folded before all\r\nno colon\r\nB : x");
    QVERIFY(odd);
    QCOMPARE(odd->headers.fields().size(), 1);
    QCOMPARE(odd->headers.value("b"), QByteArray("x"));
}

void TestHttpMessage::refusesWhatIsNoStatusLine_data()
{
    QTest::addColumn<QByteArray>("raw");
    for (const char *raw : {"", "\r\n", "HTTP/1.1", "HTTP/1.1 \r\n", "HTTP/ 200 OK",
             "HTTP/1.1 20\r\n", "HTTP/1.1 2000 OK", "HTTP/1.1 099 x", "HTTP/1.1 600 x",
             "HTTP/1.1 abc", "ICY 200 OK", "{\"jsonrpc\":\"2.0\"}"}) {
        const QByteArray name = '"' + QByteArray(raw).toPercentEncoding() + '"';
        QTest::newRow(name.constData()) << QByteArray(raw);
    }
}

void TestHttpMessage::refusesWhatIsNoStatusLine()
{
    QFETCH(QByteArray, raw);
    QVERIFY(!HttpHead::parse({raw.constData(), std::size_t(raw.size())}));
}

void TestHttpMessage::aRedirectNeedsALocation()
{
    QVERIFY(HttpHead::parse("HTTP/1.1 307 x\r\nlocation: /y\r\n\r\n")->isRedirect());
    QVERIFY(!HttpHead::parse("HTTP/1.1 307 x\r\n\r\n")->isRedirect());
    QVERIFY(!HttpHead::parse("HTTP/1.1 304 x\r\nLocation: /y\r\n\r\n")->isRedirect());
}

void TestHttpMessage::redactsSecretsAndNothingElse()
{
    const QByteArray raw = "POST /a HTTP/1.1\r\nHost: x\r\nauthorization:  Bearer abc\r\n"
                           "X-Api-Key: k\nCookie:\r\nSet-Cookie: a=b\r\nAccept: */*\r\n\r\n";
    const QByteArray expected =
        "POST /a HTTP/1.1\r\nHost: x\r\nauthorization: (hidden, 10 characters)\r\n"
        "X-Api-Key: (hidden, 1 characters)\nCookie: (hidden, 0 characters)\r\n"
        "Set-Cookie: (hidden, 3 characters)\r\nAccept: */*\r\n\r\n";
    const std::string_view view(raw.constData(), std::size_t(raw.size()));
    QCOMPARE(redactedHead(view, {"x-api-key"}), expected);
    QCOMPARE(redactedHead(view, {}), expected); // named like a secret
    const QByteArray team = "GET /a HTTP/1.1\r\nX-Team: blue\r\n\r\n";
    QCOMPARE(redactedHead(team.toStdString(), {}), team);
    QVERIFY(redactedHead(team.toStdString(), {"x-team"}).contains("X-Team: (hidden, 4 "));
    QCOMPARE(
        redactedHead("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", {}), "HTTP/1.1 200 OK\r\nA: b\r\n\r\n");
}

void TestHttpMessage::redactsSecretsInQueries_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const char *address, const char *shown) {
        QTest::newRow(name) << QString::fromLatin1(address) << QString::fromLatin1(shown);
    };
    row("an API key", "https://a.example/mcp?api_key=S3cretKey&page=2",
        "https://a.example/mcp?api_key=*********&page=2");
    row("a token", "https://a.example/mcp?page=2&access_token=S3cret",
        "https://a.example/mcp?page=2&access_token=******");
    row("a known format", "https://a.example/mcp?k=ghp_0123456789abcdefghijABCDEFGHIJ012345",
        "https://a.example/mcp?k=****************************************");
    row("a user", "https://u:pw@a.example/mcp?page=2#part", "https://a.example/mcp?page=2");
    row("the id of a session", "https://a.example/messages?sessionId=0b2f6a0e-9c1d-4e7a-8f53-2b9d",
        "https://a.example/messages?sessionId=0b2f6a0e-9c1d-4e7a-8f53-2b9d");
    row("no query", "https://a.example/token/S3cret", "https://a.example/token/S3cret");
}

void TestHttpMessage::redactsSecretsInQueries()
{
    QFETCH(QString, address);
    QFETCH(QString, shown);
    QCOMPARE(shownAddress(QUrl(address)), shown);
    const auto lineOf = [](const QString &url) -> QByteArray {
        return "POST "
            + QUrl(url).toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment)
            + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
    };
    QCOMPARE(redactedHead(lineOf(address).toStdString(), {}), lineOf(shown));
}

void TestHttpMessage::showsAProxyWithoutSecrets()
{
    const QString proxy = u"http://127.0.0.1:3128"_s;
    QCOMPARE(shownProxy(u"http://me:hush@127.0.0.1:3128/path?key=hush#hush"_s), proxy);
    QCOMPARE(shownProxy(u"me:hush@127.0.0.1:3128?key=hush"_s), proxy);
    QCOMPARE(shownProxy(u"socks5h://a.example:1080"_s), u"socks5h://a.example:1080"_s);
    QCOMPARE(shownProxy({}), QString());
}

void TestHttpMessage::redactsFoldedSecrets()
{
    QCOMPARE(redactedHead("HTTP/1.1 200 OK\r\nSet-Cookie: ab\r\n cd\r\n\tef\r\nB: c\r\n\r\n", {}),
        "HTTP/1.1 200 OK\r\nSet-Cookie: (hidden, 6 characters)\r\nB: c\r\n\r\n");
}

void TestHttpMessage::originsLeaveTheDefaultPortOut_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("origin");
    QTest::newRow("https") << u"HTTPS://Example.ORG:443/mcp?x#y"_s << u"https://example.org"_s;
    QTest::newRow("http") << u"http://a"_s << u"http://a"_s;
    QTest::newRow("port") << u"https://user:pw@a:8443/"_s << u"https://a:8443"_s;
    QTest::newRow("crossed") << u"http://a:443"_s << u"http://a:443"_s;
    QTest::newRow("v6") << u"http://[::1]:3001/x"_s << u"http://[::1]:3001"_s;
}

void TestHttpMessage::originsLeaveTheDefaultPortOut()
{
    QFETCH(QString, url);
    QFETCH(QString, origin);
    QCOMPARE(originOf(QUrl(url)), origin);
}

void TestHttpMessage::sameOriginIsSchemeHostAndPort()
{
    const QUrl here(u"http://a/x"_s);
    QVERIFY(sameOrigin(here, QUrl(u"HTTP://A:80/y"_s)));
    QVERIFY(!sameOrigin(here, QUrl(u"https://a/x"_s)));
    QVERIFY(!sameOrigin(here, QUrl(u"http://b/x"_s)));
    QVERIFY(!sameOrigin(here, QUrl(u"http://a:81/x"_s)));
    QVERIFY(!sameOrigin(QUrl(u"/x"_s), QUrl(u"/x"_s)));
}

QTEST_GUILESS_MAIN(TestHttpMessage)
#include "tst_httpmessage.moc"
