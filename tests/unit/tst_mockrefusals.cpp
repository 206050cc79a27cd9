// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockplay.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mock;
using namespace sonde::test;

// What a mock refuses: text that is no message, and more than a batch may have.
class TestMockRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatIsNoMessage_data();
    void refusesWhatIsNoMessage();
    void leavesTheIdOutWhereTheRevisionSaysSo_data();
    void leavesTheIdOutWhereTheRevisionSaysSo();
    void limitsABatch();
};

namespace {

QByteArray sent(const QByteArray &members)
{
    return rpcLine('>', members);
}

QByteArray call(const QByteArray &id)
{
    return sent(
        "\"id\":" + id + R"(,"method":"tools/call","params":{"name":"t","arguments":{"n":1}})");
}

QByteArray result(const QByteArray &id, const QByteArray &text)
{
    return rpcLine('<', "\"id\":" + id + ",\"result\":" + text);
}

const QByteArrayList kCalls{
    call("1"), result("1", "{\"v\":1.0}"), call("2"), result("2", "{ \"v\" : 2 }")};

} // namespace

void TestMockRefusals::refusesWhatIsNoMessage_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code"); // 0: no response
    const auto row = [](const char *name, const QByteArray &line, int code) {
        QTest::newRow(name) << line << code;
    };
    row("nothing", "", 0);
    row("blanks", " \t\r", 0);
    row("text", "hello", rpc::kParseError);
    row("broken JSON", "{\"jsonrpc\":\"2.0\",\"id\":1,", rpc::kParseError);
    row("invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", rpc::kParseError);
    row("too deep",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + QByteArray(5000, '[') + QByteArray(5000, ']') + "}",
        rpc::kParseError);
    row("a number", "1", rpc::kInvalidRequest);
    row("another JSON", "{}", rpc::kInvalidRequest);
    row("an id that is null", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
        rpc::kInvalidRequest);
    row("an empty batch", "[]", rpc::kInvalidRequest);
    row("a batch of something else", "[1]", rpc::kInvalidRequest);
    row("another version", "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        rpc::kInvalidRequest);
    row("a response to nothing", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 0);
    row("an error without an id", "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"\"}}",
        0);
    row("a cancellation of nothing", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
        0);
    row("a notification that was not recorded", "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}", 0);
}

void TestMockRefusals::refusesWhatIsNoMessage()
{
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    const auto script = scriptOf(kCalls);
    QVERIFY(script.ok());
    MockPlay played(*script);
    played.play({"> " + line});
    QByteArray response;
    for (const QByteArray &each : played.lines())
        response += each.startsWith('<') ? each : QByteArray();
    const QByteArray expected = "\"error\":{\"code\":" + QByteArray::number(code) + ',';
    QCOMPARE(response.isEmpty(), code == 0);
    QVERIFY2(code == 0 || response.contains(expected), response.constData());
    const QByteArray all = played.lines().join('\n');
    QVERIFY2(!all.contains("stdout"), all.constData()); // it is the client's line
    // It goes on.
    played.play({call("2")});
    QCOMPARE(played.lines().last(), result("2", "{\"v\":1.0}"));
}

void TestMockRefusals::leavesTheIdOutWhereTheRevisionSaysSo_data()
{
    QTest::addColumn<QByteArrayList>("messages");
    QTest::addColumn<QByteArray>("id");
    const auto initialize = [](const QByteArray &revision) -> QByteArrayList {
        return {sent(
            R"("id":1,"method":"initialize","params":{"protocolVersion":")" + revision + "\"}")};
    };
    QTest::newRow("before a revision is known") << QByteArrayList() << QByteArray("\"id\":null,");
    QTest::newRow("2025-06-18") << initialize("2025-06-18") << QByteArray("\"id\":null,");
    QTest::newRow("2025-11-25") << initialize("2025-11-25") << QByteArray();
    QTest::newRow("2026-07-28") << QByteArrayList{sent(
        R"("id":1,"method":"ping","params":{"_meta":{)"
        R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"}})")}
                                << QByteArray();
}

// 2025-11-25 schema#jsonrpcerrorresponse: the id is optional, and never null.
void TestMockRefusals::leavesTheIdOutWhereTheRevisionSaysSo()
{
    QFETCH(QByteArrayList, messages);
    QFETCH(QByteArray, id);
    const QByteArray revision =
        messages.value(0).contains("2025-06-18") ? "2025-06-18" : "2025-11-25";
    const auto script = scriptOf({sent(R"("id":0,"method":"initialize","params":{})"),
        result("0", "{\"protocolVersion\":\"" + revision + "\"}")});
    QVERIFY(script.ok());
    MockPlay played(*script);
    played.play(messages);
    played.play({"> hello"});
    QCOMPARE(played.lines().last(),
        QByteArray("< {\"jsonrpc\":\"2.0\"," + id
            + "\"error\":{\"code\":-32700,\"message\":\"The text is no JSON.\"}}"));
    played.play({R"(> {"jsonrpc":"2.0","id":null,"method":"ping"})"});
    QVERIFY2(
        played.lines().last().startsWith(QByteArray("< {\"jsonrpc\":\"2.0\"," + id + "\"error\":")),
        played.lines().last().constData());
}

void TestMockRefusals::limitsABatch()
{
    const auto script = scriptOf(kCalls);
    QVERIFY(script.ok());
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    const auto batchOf = [&](std::size_t count) -> QByteArray {
        return "> [" + QByteArrayList(qsizetype(count), ping).join(',') + ']';
    };
    MockPlay most(*script);
    most.play({batchOf(MockSession::kMaxBatch)});
    QCOMPARE(most.lines().size(), qsizetype(1 + MockSession::kMaxBatch));
    MockPlay more(*script);
    more.play({batchOf(MockSession::kMaxBatch + 1)});
    QCOMPARE(more.lines().size(), 2);
    QVERIFY2(more.lines().last().contains("A batch may have at most 1000 messages."),
        more.lines().last().constData());
    more.session().receiveTooLong();
    const auto refused = more.session().takeActions();
    QCOMPARE(refused.size(), std::size_t(1));
    QVERIFY2(lineOf(refused.front()).contains("A message may have at most 16 MiB."),
        lineOf(refused.front()).constData());
}

QTEST_GUILESS_MAIN(TestMockRefusals)
#include "tst_mockrefusals.moc"
