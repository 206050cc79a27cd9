// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/methods.h"
#include "mcp/message/rawmessage.h"
#include "support/playbook.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

// Messages that are sent as they were typed, and which responses belong to them.
class TestRawMessage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsWhatATextIs_data();
    void tellsWhatATextIs();
    void pairsWhatCanBePaired_data();
    void pairsWhatCanBePaired();
    void saysWhyAnIdCannotBePaired();
    void knowsTheMethodsOfARevision();
    void sendsTheBytesAsTheyAre_data() { tellsWhatATextIs_data(); }
    void sendsTheBytesAsTheyAre();
};

void TestRawMessage::tellsWhatATextIs_data()
{
    using Kind = RawMessage::Kind;
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("remark"); // its beginning
    const auto row = [](const char *name, const QByteArray &text, Kind kind, const char *id,
                         const char *remark) {
        QTest::newRow(name) << text << int(kind) << QByteArray(id) << QString::fromLatin1(remark);
    };
    row("request", R"({"jsonrpc":"2.0","id":7,"method":"ping"})", Kind::Request, "7", "");
    row("odd number", R"({"id":1.0,"method":"ping"})", Kind::Request, "1.0", "");
    row("text as id", R"({"id":"a\u0062","method":"x"})", Kind::Request, R"("a\u0062")", "");
    row("no version", R"({"id":1,"method":"ping"})", Kind::Request, "1", "");
    row("notification", R"({"method":"notifications/x"})", Kind::Notification, "",
        "The message has no id");
    row("null id", R"({"id":null,"method":"x"})", Kind::Unpaired, "", "The id is neither");
    row("object as id", R"({"id":{},"method":"x"})", Kind::Unpaired, "", "The id is neither");
    row("answer", R"({"id":3,"result":{}})", Kind::Response, "3", "This is a response");
    row("error", R"({"id":3,"error":{}})", Kind::Response, "3", "This is a response");
    row("no method", R"({"id":3})", Kind::Unpaired, "", "The message has no method");
    row("method is no text", R"({"id":3,"method":4})", Kind::Unpaired, "",
        "The message has no method");
    row("batch", "[]", Kind::Unpaired, "", "This is a batch");
    row("number", "17", Kind::Unpaired, "", "The text is not a JSON object");
    row("not JSON", "{\"id\":1", Kind::Unpaired, "", "The text is not JSON");
    row("not UTF-8", "\xff", Kind::Unpaired, "", "The text is not JSON");
    row("nothing", "", Kind::Unpaired, "", "The text is not JSON");
}

void TestRawMessage::tellsWhatATextIs()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    QFETCH(QByteArray, id);
    QFETCH(QString, remark);
    const RawMessage raw = readRaw(Bytes::fromByteArray(text));
    QCOMPARE(int(raw.kind), kind);
    QCOMPARE(QByteArray::fromStdString(raw.id), id);
    QCOMPARE(raw.remark.isEmpty(), remark.isEmpty());
    QVERIFY2(remark.isEmpty() || raw.remark.startsWith(remark), qPrintable(raw.remark));
    QCOMPARE(raw.isJson, raw.problem.isEmpty());
    QCOMPARE(raw.lines, 1);
}

void TestRawMessage::sendsTheBytesAsTheyAre()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    Session session(Era::Legacy, QStringLiteral("2025-11-25"), false);
    Actions actions;
    const Token token = session.sendRaw(Bytes::fromByteArray(text), {}, {}, {}, actions);
    QCOMPARE(token != 0, kind == int(RawMessage::Kind::Request));
    QCOMPARE(actions.size(), std::size_t(1));
    const Send &send = std::get<Send>(actions.front());
    QCOMPARE(send.message.toByteArray(), text);
    QCOMPARE(send.kind == wire::Outgoing::Kind::Request, token != 0);
}

void TestRawMessage::pairsWhatCanBePaired_data()
{
    QTest::addColumn<bool>("http");
    QTest::addColumn<QString>("script");
    const auto stdio = [](const char *name, const char *script) {
        QTest::newRow(name) << false << openedLegacy() + QString::fromUtf8(script);
    };
    stdio("the id that comes next", R"(raw {"id":2,"method":"x","a":1.0}
  > {"id":2,"method":"x","a":1.0}
call ping
  > {"jsonrpc":"2.0","id":3,"method":"ping"}
< {"jsonrpc":"2.0","id":2,"result":{"b":-0}}
  done 2 {"b":-0}
< {"jsonrpc":"2.0","id":3,"result":{}}
  done 3 {}
)");
    stdio("an id that is still to come is used up", R"(raw {"id":5,"method":"x"}
  > {"id":5,"method":"x"}
call ping
  > {"jsonrpc":"2.0","id":6,"method":"ping"}
< {"jsonrpc":"2.0","id":5,"result":{}}
  done 5 {}
)");
    stdio("ids of any kind", R"(raw {"id":"one","method":"x"}
  > {"id":"one","method":"x"}
raw {"id":1.0,"method":"x"}
  > {"id":1.0,"method":"x"}
raw {"id":9007199254740993,"method":"x"}
  > {"id":9007199254740993,"method":"x"}
raw {"id":-1,"method":"x"}
  > {"id":-1,"method":"x"}
< {"jsonrpc":"2.0","id":-1,"result":{"d":4}}
  done 5 {"d":4}
< {"jsonrpc":"2.0","id":9007199254740993,"result":{"c":3}}
  done 4 {"c":3}
< {"jsonrpc":"2.0","id":1.0,"error":{"code":1,"message":"no"}}
  failed 3 no
< {"jsonrpc":"2.0","id":"one","result":{"a":1}}
  done 2 {"a":1}
< {"jsonrpc":"2.0","id":"one","result":{"a":1}}
  mark duplicate-id
< {"jsonrpc":"2.0","id":"two","result":{}}
  mark unknown-id
)");
    stdio("an id that was used before", R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
raw {"id":2,"method":"x"}
  > {"id":2,"method":"x"}
< {"jsonrpc":"2.0","id":2,"result":{"again":true}}
  done 3 {"again":true}
)");
    stdio("an id that is waited for stays the first one's", R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
raw {"id":2,"method":"x"}
  > {"id":2,"method":"x"}
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
< {"jsonrpc":"2.0","id":2,"result":{}}
  mark duplicate-id
)");
    stdio("what nothing answers", R"(raw {"method":"notifications/x"}
  > {"method":"notifications/x"}
raw not json at all
  > not json at all
raw [{"id":2,"method":"ping"}]
  > [{"id":2,"method":"ping"}]
call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
)");
    stdio(
        "a text that is no message, refused with the id that it has", R"(raw {"id":"a","params":{}}
  > {"id":"a","params":{}}
< {"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"no"}}
< {"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"no"}}
  mark unknown-id
)");
    stdio("progress under a token of its own",
        R"(raw {"id":"a","method":"x","params":{"_meta":{"progressToken":"p"}}}
  > {"id":"a","method":"x","params":{"_meta":{"progressToken":"p"}}}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}
  progress 2
  notify notifications/progress
< {"jsonrpc":"2.0","id":"p","result":{}}
  mark unknown-id
)");
    stdio("cancelled by the id it has", R"(raw {"id":"a","method":"x"}
  > {"id":"a","method":"x"}
cancel 2
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"enough"}}
  failed 2 Cancelled: enough
< {"jsonrpc":"2.0","id":"a","result":{}}
  mark late-answer
  late 2 x after 0 ms
)");
    stdio("no answer in time", R"(raw {"id":"a","method":"x"}
  > {"id":"a","method":"x"}
at 10000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"timed out"}}
  failed 2 No response to x within 10 s.
)");
    stdio("the connection ends", R"(raw {"id":"a","method":"x"}
  > {"id":"a","method":"x"}
ended exit code 1
  failed 2 The connection ended before the response arrived: exit code 1.
)");
    const auto http = [](const char *name, const char *script) {
        QTest::newRow(name) << true
                            << QStringLiteral("open\n  speak stateless 2026-07-28 ready\n  > {")
                + QStringLiteral("\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",")
                + QStringLiteral("\"params\":{") + kMeta.arg(QString())
                + QStringLiteral("}}\n  +Mcp-Method: server/discover\n"
                                 "<200:1 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"
                                 "{\"supportedVersions\":[\"2026-07-28\"]}}\n"
                                 "  speak stateless 2026-07-28 ready\n  opened 2026-07-28\n")
                + QString::fromUtf8(script);
    };
    http("over HTTP with the headers that go with it",
        R"(raw {"id":"a","method":"tools/call","params":{"name":"t"}}
  > {"id":"a","method":"tools/call","params":{"name":"t"}}
  +Mcp-Method: tools/call
  +Mcp-Name: t
<200:"a" {"jsonrpc":"2.0","id":"a","result":{}}
  done 2 {}
)");
    http("over HTTP with other headers", R"(rawwith Mcp-Method wrong {"id":"a","method":"x"}
  > {"id":"a","method":"x"}
  +Mcp-Method: wrong
refused "a" 400
  failed 2 The server answered 400.
)");
    http("closing the stream of the id it has", R"(raw {"id":"a","method":"x"}
  > {"id":"a","method":"x"}
  +Mcp-Method: x
cancel 2
  abandon "a"
  failed 2 Cancelled: enough
)");
}

void TestRawMessage::pairsWhatCanBePaired()
{
    QFETCH(bool, http);
    QFETCH(QString, script);
    Playbook store(http ? Era::Modern : Era::Legacy,
        http ? QStringLiteral("2026-07-28") : QStringLiteral("2025-11-25"), false,
        http ? Binding::Http : Binding::Stdio);
    const QString differs = store.differs(script);
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
}

void TestRawMessage::saysWhyAnIdCannotBePaired()
{
    Session session(Era::Legacy, QStringLiteral("2025-11-25"), false);
    const RawMessage raw = readRaw(Bytes::copyOf(R"({"id":"a","method":"x"})"));
    QVERIFY(session.whyUnpaired(raw).isEmpty());
    Actions actions;
    QVERIFY(session.sendRaw(Bytes::copyOf(R"({"id":"a","method":"x"})"), {}, {}, {}, actions));
    QVERIFY(session.whyUnpaired(raw).contains(QStringLiteral("still waiting")));
}

void TestRawMessage::knowsTheMethodsOfARevision()
{
    const QStringList newest = methodsOf(QStringLiteral("2026-07-28"));
    const QStringList handshake = methodsOf(QStringLiteral("2025-11-25"));
    const QStringList oldest = methodsOf(QStringLiteral("2024-11-05"));
    for (const QStringList &names : {newest, handshake, oldest})
        QVERIFY(names.contains(QStringLiteral("tools/call")));
    QVERIFY(newest.contains(QStringLiteral("server/discover")));
    QVERIFY(!newest.contains(QStringLiteral("ping")));
    QVERIFY(!handshake.contains(QStringLiteral("server/discover")));
    QVERIFY(handshake.contains(QStringLiteral("tasks/result")));
    QVERIFY(!oldest.contains(QStringLiteral("tasks/get")));
    QVERIFY(oldest.contains(QStringLiteral("resources/subscribe")));
    for (const QString &name : newest + handshake + oldest) {
        const bool acts = name == "tools/call" || name == "tasks/cancel" || name == "tasks/update"
            || name == "subscriptions/listen" || name == "notifications/progress"
            || name == "notifications/tasks/status";
        QCOMPARE(isRepeatable(name.toStdString()), !acts);
    }
    QVERIFY(!isRepeatable("vendor/method"));
    QVERIFY(!isRepeatable(""));
    QVERIFY(isNotification(QStringLiteral("notifications/cancelled")));
    QVERIFY(!isNotification(QStringLiteral("ping")));
}

QTEST_GUILESS_MAIN(TestRawMessage)
#include "tst_rawmessage.moc"
