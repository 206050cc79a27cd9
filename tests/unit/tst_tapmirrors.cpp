// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/headchanges.h"
#include "tap/http/metadatarewriter.h"
#include "tap/http/mirroredheaders.h"

#include <QTest>

using namespace sonde;
using namespace sonde::tap;

// What a tap over HTTP changes so that two texts fit each other: headers that repeat parts of an
// edited message, and metadata that names the address of the server.
class TestTapMirrors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheMessage_data();
    void followsTheMessage();
    void rewritesMetadata_data();
    void rewritesMetadata();
    void rewritesChallenges();
};

namespace {

TapPlace place()
{
    TapPlace made;
    made.server.url = QUrl(QStringLiteral("https://api.example.org/mcp"));
    made.authority = "127.0.0.1:4321";
    return made;
}

QByteArray toolCall(const QByteArray &tool, const QByteArray &arguments)
{
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool
        + R"(","arguments":)" + arguments + "}}";
}

} // namespace

void TestTapMirrors::followsTheMessage_data()
{
    QTest::addColumn<QByteArray>("headers"); // in lines
    QTest::addColumn<QByteArray>("was");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QByteArray>("sent");
    const QByteArray list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
    const QByteArray read =
        R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a://b"}})";
    const QByteArray call = "Mcp-Method: tools/call\nMcp-Name: a\n";
    QTest::newRow("an older revision")
        << QByteArray("Accept: x\n") << list << read << QByteArray("Accept: x\n");
    QTest::newRow("the same") << call + "Mcp-Param-X: 1\n"
                              << toolCall("a", R"({"x":1})") << toolCall("a", R"({"x":1})")
                              << call + "Mcp-Param-X: 1\n";
    QTest::newRow("another tool") << call + "Mcp-Param-X: 1\n"
                                  << toolCall("a", R"({"x":1})") << toolCall("b", R"({"x":1})")
                                  << QByteArray("Mcp-Method: tools/call\nMcp-Name: b\n");
    QTest::newRow("a method with a name") << QByteArray("Mcp-Method: tools/list\n") << list << read
                                          << QByteArray("Mcp-Method: resources/read\n"
                                                        "Mcp-Name: a://b\n");
    QTest::newRow("a method without one")
        << call << toolCall("a", "{}") << list << QByteArray("Mcp-Method: tools/list\n");
    QTest::newRow("an argument") << call + "mcp-param-x: 1\n"
                                 << toolCall("a", R"({"x":1})") << toolCall("a", R"({"x":true})")
                                 << call + "mcp-param-x: true\n";
    QTest::newRow("a deep argument")
        << call + "Mcp-Param-X: old\n"
        << toolCall("a", R"({"y":{"z":"old"}})") << toolCall("a", R"({"y":{"z":" new"}})")
        << call + "Mcp-Param-X: =?base64?IG5ldw==?=\n";
    QTest::newRow("an argument that is gone")
        << call + "Mcp-Param-X: 1\n"
        << toolCall("a", R"({"x":1})") << toolCall("a", "{}") << call;
    QTest::newRow("two alike, and one is called so")
        << call + "Mcp-Param-X: 1\n"
        << toolCall("a", R"({"w":1,"x":1})") << toolCall("a", R"({"w":2,"x":3})")
        << call + "Mcp-Param-X: 3\n";
    QTest::newRow("an empty argument")
        << call + "Mcp-Param-X: 1\nX-Empty: \n"
        << toolCall("a", R"({"x":1})") << toolCall("a", R"({"x":""})")
        << call + "Mcp-Param-X: \nX-Empty: \n";
    QTest::newRow("two alike") << call + "Mcp-Param-X: 1\n"
                               << toolCall("a", R"({"v":1,"w":1})")
                               << toolCall("a", R"({"v":2,"w":3})") << call + "Mcp-Param-X: 1\n";
    QTest::newRow("what was wrong stays")
        << QByteArray("Mcp-Method: wrong\nMcp-Name: other\n") << toolCall("a", "{}")
        << toolCall("a", R"({"x":1})") << QByteArray("Mcp-Method: wrong\nMcp-Name: other\n");
}

void TestTapMirrors::followsTheMessage()
{
    QFETCH(const QByteArray, headers);
    QFETCH(const QByteArray, was);
    QFETCH(const QByteArray, now);
    wire::HttpRequest request;
    for (const QByteArray &line : headers.chopped(1).split('\n'))
        request.headers.add(line.left(line.indexOf(": ")), line.mid(line.indexOf(": ") + 2));
    rpc::Message before;
    rpc::Message after;
    QVERIFY(rpc::decodeOne(Bytes::copyOf(was.toStdString()), before));
    QVERIFY(rpc::decodeOne(Bytes::copyOf(now.toStdString()), after));
    const wire::HeadChanges changes = followMessage(request, before, after);
    QByteArray sent;
    for (const wire::HttpHeader &field : request.headers.fields())
        sent += field.name + ": " + field.value + "\n";
    QTEST(sent, "sent");
    QCOMPARE(changes.empty(), sent == headers);
}

void TestTapMirrors::rewritesMetadata_data()
{
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QByteArray>("changed"); // empty: it stays
    QTest::newRow("the server's")
        << QByteArray(R"({ "resource" : "https://api.example.org/mcp", "x": 1.0 })")
        << QByteArray(R"({ "resource" : "http://127.0.0.1:4321/mcp", "x": 1.0 })");
    QTest::newRow("the origin's") << QByteArray(R"({"resource":"https://api.example.org"})")
                                  << QByteArray(R"({"resource":"http://127.0.0.1:4321"})");
    QTest::newRow("another's") << QByteArray(R"({"resource":"https://other.example.org/mcp"})")
                               << QByteArray();
    QTest::newRow("none") << QByteArray("{}") << QByteArray();
    QTest::newRow("no string") << QByteArray(R"({"resource":["https://api.example.org"]})")
                               << QByteArray();
    QTest::newRow("no JSON") << QByteArray(R"({"resource":"https://api.example.org/mcp")")
                             << QByteArray();
}

void TestTapMirrors::rewritesMetadata()
{
    QFETCH(const QByteArray, metadata);
    const auto changed = metadataAtTap(Bytes::fromByteArray(metadata), place());
    QTEST(changed ? changed->toByteArray() : QByteArray(), "changed");
}

void TestTapMirrors::rewritesChallenges()
{
    wire::HttpHead head;
    head.status = 401;
    const QByteArray challenge = "Bearer scope=\"a b\", resource_metadata=\""
                                 "https://api.example.org/.well-known/x\"";
    head.headers.add("WWW-Authenticate", challenge);
    const ForwardedHead kept = forwardHead(head, place());
    QCOMPARE(kept.fields.at(0).value, challenge.toStdString());
    QVERIFY(kept.changes.empty());
    const ForwardedHead changed = forwardHead(head, place(), true);
    const QByteArray now = "Bearer scope=\"a b\", resource_metadata=\""
                           "http://127.0.0.1:4321/.well-known/x\"";
    QCOMPARE(changed.fields.at(0).value, now.toStdString());
    QCOMPARE(changed.changes.size(), std::size_t(1));
    QCOMPARE(changed.changes.at(0).was, challenge);
    QCOMPARE(changed.changes.at(0).now, now);
}

QTEST_APPLESS_MAIN(TestTapMirrors)
#include "tst_tapmirrors.moc"
