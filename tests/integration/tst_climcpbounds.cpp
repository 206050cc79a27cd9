// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/codingagent.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::test;

// What sonde-cli mcp gives an agent of a server that asks, floods, hides something or takes its
// time.
class TestCliMcpBounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesProgressOn();
    void cancelsTheCallOfTheServer();
    void cutsALongResult();
    void showsNoSecret();
    void survivesAFlood();
    void boundsTheConnections();
    void recordsIntoAFile();
};

void TestCliMcpBounds::passesProgressOn()
{
    CodingAgent agent(kAllowAll);
    const QString demo = agent.connectTo({kDemo});
    int count = 0;
    mcp::CallOptions options;
    options.wantProgress = true;
    options.onProgress = [&count](const rpc::Message &) { ++count; };
    const QJsonObject called = agent.call(
        "call", with(demo, R"("name":"slow_count","arguments":{"n":3,"delay_ms":1})"), options);
    QVERIFY2(called[u"ok"_s].toBool(), shown(called).constData());
    QVERIFY(count >= 3);
}

void TestCliMcpBounds::cancelsTheCallOfTheServer()
{
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const QString server = agent.connectTo({kTestServer, u"--mute-at"_s, u"tools/call"_s});
    QVERIFY(!server.isEmpty());
    RequestHandle handle = agent.client().client->callTool(u"call"_s,
        Bytes::fromByteArray(with(server, R"("name":"echo")")), {}, this,
        [](const Result<mcp::Response> &) {});
    const QByteArray sent = with(server, R"("filter":"method == \"tools/call\"")");
    QTRY_COMPARE(agent.call("trace", sent)[u"matched"_s].toInt(), 1);
    handle.cancel();
    const QByteArray cancelled =
        with(server, R"("filter":"method == \"notifications/cancelled\"")");
    QTRY_COMPARE(agent.call("trace", cancelled)[u"matched"_s].toInt(), 1);
}

void TestCliMcpBounds::cutsALongResult()
{
    CodingAgent agent(kAllowAll);
    const QString demo = agent.connectTo({kDemo});
    const QByteArray note(40'000, 'x');
    const QJsonObject called = agent.call(
        "call", with(demo, "\"name\":\"echo\",\"arguments\":{\"note\":\"" + note + "\"}"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY(agent.text().size() < 40'000); // twice, as structure and as text
    const int shownBytes = called[u"shown"_s].toInt();
    QVERIFY(shownBytes > 0);
    QString whole = called[u"text"_s].toString();
    std::optional<int> next = shownBytes;
    while (next) {
        const QJsonObject more = agent.call("message",
            "{\"record\":" + QByteArray::number(called[u"response"_s].toInt())
                + ",\"offset\":" + QByteArray::number(*next) + ",\"limit\":20000}");
        QCOMPARE(agent.problem(), QString());
        QVERIFY(!more.contains(u"error"_s));
        whole += more[u"text"_s].toString();
        next = more.contains(u"next"_s) ? std::optional(more[u"next"_s].toInt()) : std::nullopt;
    }
    QCOMPARE(int(whole.size()), called[u"bytes"_s].toInt());
    QVERIFY(QJsonDocument::fromJson(whole.toUtf8()).isObject());
}

void TestCliMcpBounds::showsNoSecret()
{
    CodingAgent agent(kAllowAll, "legacy");
    const QString server = agent.connectTo(
        {kTestServer, u"--stderr"_s, u"Authorization: Bearer abcdefghijklmnop123456"_s},
        R"("env":{"API_TOKEN":"hunter2hunter2"})");
    QVERIFY(!server.isEmpty());
    (void)agent.call("logs", with(server));
    QVERIFY2(!agent.text().contains("abcdefghijklmnop123456"), agent.text().constData());
    (void)agent.call("trace", with(server));
    QVERIFY2(!agent.text().contains("abcdefghijklmnop123456"), agent.text().constData());
    QVERIFY2(!agent.text().contains("hunter2hunter2"), agent.text().constData());

    CodingAgent refusing({});
    (void)refusing.connectTo({kTestServer, u"--api-key"_s, u"sk-abcdefghijklmnop1234567890"_s},
        R"("env":{"API_TOKEN":"hunter2hunter2"})");
    QVERIFY2(!refusing.text().contains("hunter2hunter2"), refusing.text().constData());
    QVERIFY2(
        !refusing.text().contains("sk-abcdefghijklmnop1234567890"), refusing.text().constData());
}

void TestCliMcpBounds::survivesAFlood()
{
    CodingAgent agent(kAllowAll);
    const QString server =
        agent.connectTo({kTestServer, u"--flood-stderr"_s, u"20000"_s, u"--invalid-utf8"_s});
    QVERIFY(!server.isEmpty());
    QTRY_COMPARE(agent.call("logs", with(server))[u"matched"_s].toInt(), 20000);
    QCOMPARE(agent.problem(), QString());
    QVERIFY(agent.text().size() < 40'000);
    const QJsonObject rows = agent.call("trace", with(server, R"("limit":200)"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY(agent.text().size() < 40'000);
    const QByteArray before = QByteArray::number(rows[u"older"_s].toInt());
    const QJsonObject older = agent.call("trace", with(server, "\"before\":" + before));
    QVERIFY(
        older[u"records"_s].toArray().last().toObject()[u"record"_s].toInt() == before.toInt() - 1);
}

void TestCliMcpBounds::boundsTheConnections()
{
    CodingAgent agent(kAllowAll);
    for (int i = 0; i < 8; ++i)
        QVERIFY(!agent.connectTo({kTestServer}).isEmpty());
    (void)agent.connectTo({kTestServer});
    QVERIFY(agent.connected()[u"error"_s].toString().contains(u"Disconnect one"));
    (void)agent.call("disconnect", with(u"c1"_s));
    QCOMPARE(agent.connectTo({kTestServer}), u"c9"_s);
}

void TestCliMcpBounds::recordsIntoAFile()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"agent.sonde"_s);
    {
        CodingAgent agent(kAllowAll + QStringList{u"--record"_s, file});
        QVERIFY(!agent.connectTo({kDemo}).isEmpty());
        QVERIFY(agent.client().stop());
    }
    const Run run = cli({u"trace"_s, u"show"_s, file});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("sonde-demo-server"), told(run).constData());
    // The next one does not write over it.
    COMPARE_CODE(cli({u"mcp"_s, u"--record"_s, file}), 0);
    QVERIFY(QFile::exists(folder.filePath(u"agent-2.sonde"_s)));
}

QTEST_GUILESS_MAIN(TestCliMcpBounds)
#include "tst_climcpbounds.moc"
