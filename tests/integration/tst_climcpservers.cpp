// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/codingagent.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::test;

// What sonde-cli mcp does for an agent beside calls: it responds to the server, restarts it, says
// what changed and what its process does, and writes the recording into a file.
class TestCliMcpServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void respondsToTheServer_data();
    void respondsToTheServer();
    void refusesARequestOfTheServer();
    void declinesWhatHasNoResponse();
    void listsWhatWaits();
    void restartsWithWhatChanged();
    void restartsAServerThatCrashed();
    void comparesTwoLooks();
    void repeatsAnEarlierConnection();
    void confirmsARepetition();
    void showsTheProcess();
    void exportsOnlyWhereItIsAllowed();
    void exportsWithoutSecrets_data();
    void exportsWithoutSecrets();
};

namespace {

QString contentOf(const QJsonObject &called)
{
    return called[u"result"_s][u"content"_s][0][u"text"_s].toString();
}

// The tools of a server, which can be changed between two starts of it.
class ChangingServer {
public:
    bool write(const QByteArray &schema) const
    {
        QFile file(path());
        const QByteArray text =
            R"({"jsonrpc":"2.0","id":%ID,"result":{"tools":[{"name":"echo","inputSchema":)" + schema
            + "}]}}";
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }
    QStringList command(const QString &more = {}) const
    {
        return {u"sh"_s, u"-c"_s,
            QStringLiteral("exec \"$0\" --answer tools/list \"$(cat \"$1\")\" ") + more,
            kTestServer, path()};
    }

private:
    QString path() const { return m_folder.filePath(u"tools.json"_s); }

    const QTemporaryDir m_folder;
};

const QByteArray kLegacy = R"("revision":"2025-06-18")";

} // namespace

void TestCliMcpServers::respondsToTheServer_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QString>("told");
    for (const char *revision : {"2025-11-25", "2026-07-28"}) {
        QTest::addRow("elicitation %s", revision)
            << QByteArray(revision) << QByteArray(R"("name":"confirm_address")")
            << u"elicitation/create"_s
            << QByteArray(R"({"action":"accept","content":{"street":"Main 1","country":"FI"}})")
            << u"Main 1"_s;
        QTest::addRow("sampling %s", revision)
            << QByteArray(revision)
            << QByteArray(R"("name":"summarize","arguments":{"text":"a long story"})")
            << u"sampling/createMessage"_s
            << QByteArray(
                   R"({"role":"assistant","model":"m","content":{"type":"text","text":"short"}})")
            << u"short"_s;
        QTest::addRow("roots %s", revision)
            << QByteArray(revision) << QByteArray(R"("name":"list_roots")") << u"roots/list"_s
            << QByteArray(R"({"roots":[{"uri":"file:///srv/project"}]})")
            << u"file:///srv/project"_s;
    }
}

void TestCliMcpServers::respondsToTheServer()
{
    QFETCH(QByteArray, revision);
    QFETCH(QByteArray, tool);
    QFETCH(QString, method);
    QFETCH(QByteArray, response);
    QFETCH(QString, told);
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const QString demo = agent.connectTo({kDemo}, "\"revision\":\"" + revision + '"');
    QCOMPARE(agent.connected()[u"revision"_s].toString(), QString::fromLatin1(revision));
    const QJsonObject called = agent.call("call", with(demo, tool));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(!called[u"ok"_s].toBool(), shown(called).constData());
    QVERIFY2(
        called[u"waits"_s].toString().contains(u"request 1 (" + method), shown(called).constData());
    QCOMPARE(called[u"serverRequests"_s][0][u"method"_s].toString(), method);
    QCOMPARE(called[u"serverRequests"_s][0][u"request"_s].toInt(), 1);

    const QJsonObject ended =
        agent.call("respond", with(demo, "\"request\":1,\"result\":" + response));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(ended[u"ok"_s].toBool(), shown(ended).constData());
    QVERIFY2(contentOf(ended).contains(told), shown(ended).constData());
    const QString again =
        agent.call("respond", with(demo, R"("request":1,"result":{})"))[u"error"_s].toString();
    QVERIFY2(again.contains(u"answered"), qPrintable(again));
}

void TestCliMcpServers::refusesARequestOfTheServer()
{
    CodingAgent agent(kAllowAll);
    const QString demo = agent.connectTo({kDemo}, R"("revision":"2025-11-25")");
    (void)agent.call("call", with(demo, R"("name":"list_roots")"));
    const QJsonObject wrong = agent.call("respond", with(demo, R"("request":1)"));
    QVERIFY2(wrong[u"error"_s].toString().contains(u"exactly one"), shown(wrong).constData());
    const QJsonObject ended = agent.call(
        "respond", with(demo, R"("request":1,"error":{"code":-32603,"message":"no disk here"})"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(shown(ended).contains("no disk here"), shown(ended).constData());
}

void TestCliMcpServers::declinesWhatHasNoResponse()
{
    for (const char *revision : {"2025-11-25", "2026-07-28"}) {
        CodingAgent agent(kAllowAll);
        const QString demo =
            agent.connectTo({kDemo}, "\"revision\":\"" + QByteArray(revision) + '"');
        (void)agent.call("call", with(demo, R"("name":"confirm_address","responseMs":1)"));
        const QByteArray list = with(demo);
        QTRY_VERIFY(agent.call("respond", list)[u"serverRequests"_s].toArray().isEmpty());
        // What it led to is not lost.
        const QJsonObject ended = agent.call(
            "respond", with(demo, R"("request":1,"result":{"action":"accept","content":{}})"));
        QCOMPARE(agent.problem(), QString());
        QCOMPARE(contentOf(ended), u"Not confirmed: decline"_s);
        QVERIFY2(
            ended[u"serverRequests"_s][0][u"response"_s].toString().contains(u"no response within"),
            shown(ended).constData());
    }
}

void TestCliMcpServers::listsWhatWaits()
{
    CodingAgent agent(kAllowAll);
    const QString demo = agent.connectTo({kDemo});
    const QJsonObject nothing = agent.call("respond", with(demo));
    QCOMPARE(agent.problem(), QString());
    QVERIFY(nothing[u"serverRequests"_s].toArray().isEmpty());
    (void)agent.call("call", with(demo, R"("name":"confirm_address")"));
    const QJsonObject waiting = agent.call("respond", with(demo));
    QCOMPARE(waiting[u"serverRequests"_s][0][u"params"_s][u"message"_s].toString(),
        u"Confirm the delivery address"_s);
    const QJsonObject unknown = agent.call("respond", with(demo, R"("request":9,"result":{})"));
    QVERIFY2(unknown[u"error"_s].toString().contains(u"no server request 9"),
        shown(unknown).constData());
}

void TestCliMcpServers::restartsWithWhatChanged()
{
    const ChangingServer server;
    QVERIFY(server.write(R"({"type":"object","properties":{"note":{"type":"string"}}})"));
    CodingAgent agent(kAllowAll);
    const QString first = agent.connectTo(server.command(), kLegacy);
    QCOMPARE(first, u"c1"_s);
    QVERIFY(server.write(
        R"({"type":"object","properties":{"note":{"type":"integer"}},"required":["note"]})"));
    const QJsonObject restarted = agent.call("restart", with(first));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(restarted[u"connected"_s].toBool(), shown(restarted).constData());
    QCOMPARE(restarted[u"connection"_s].toString(), u"c2"_s);
    const QJsonObject changes = restarted[u"changes"_s].toObject();
    QCOMPARE(changes[u"breaking"_s].toInt(), 1);
    QCOMPARE(changes[u"changes"_s][0][u"name"_s].toString(), u"echo"_s);
    QCOMPARE(changes[u"changes"_s][0][u"severity"_s].toString(), u"breaking"_s);
    // The old handle is over.
    QVERIFY(agent.call("list", with(first, R"("what":"tools")")).contains(u"error"_s));
}

void TestCliMcpServers::restartsAServerThatCrashed()
{
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const QString server = agent.connectTo({kTestServer, u"--exit-at"_s, u"tools/call"_s});
    (void)agent.call("call", with(server, R"("name":"echo")"));
    const QJsonObject restarted = agent.call("restart", with(server));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(restarted[u"connected"_s].toBool(), shown(restarted).constData());
    QVERIFY(agent.call("list", with(u"c2"_s, R"("what":"tools")")).contains(u"items"_s));
}

void TestCliMcpServers::comparesTwoLooks()
{
    const ChangingServer server;
    QVERIFY(server.write(R"({"type":"object"})"));
    CodingAgent agent(kAllowAll);
    const QString first = agent.connectTo(server.command(), kLegacy);
    const QJsonObject look = agent.call("diff", with(first));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(look[u"problem"_s].toString().contains(u"first look"), shown(look).constData());
    QVERIFY(look[u"same"_s].toBool());
    QVERIFY(!agent.call("diff", with(first)).contains(u"problem"_s));

    (void)agent.call("disconnect", with(first));
    QVERIFY(server.write(R"({"type":"object","properties":{"more":{"type":"string"}}})"));
    const QString second = agent.connectTo(server.command(), kLegacy);
    const QJsonObject compared = agent.call("diff", with(second, R"("before":"c1")"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(!compared[u"same"_s].toBool(), shown(compared).constData());
    QCOMPARE(compared[u"breaking"_s].toInt(), 0);
    QCOMPARE(compared[u"changes"_s][0][u"severity"_s].toString(), u"harmless"_s);
    QVERIFY(agent.call("diff", with(second, R"("before":"c9")")).contains(u"error"_s));
}

void TestCliMcpServers::repeatsAnEarlierConnection()
{
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const QString demo = agent.connectTo({kDemo});
    (void)agent.call("call", with(demo, R"("name":"echo","arguments":{"note":"hello"})"));
    (void)agent.call("restart", with(demo));
    const QJsonObject same = agent.call("replay", with(u"c2"_s, R"("from":"c1")"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(same[u"same"_s].toBool(), shown(same).constData());
    QVERIFY(same[u"counts"_s][u"same"_s].toInt() > 0);

    // Another server does not have the tools of the first one.
    const QString other = agent.connectTo({kTestServer});
    const QJsonObject differs = agent.call("replay", with(other, R"("from":"c1")"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(!differs[u"same"_s].toBool(), shown(differs).constData());
    QVERIFY(!differs[u"rows"_s].toArray().isEmpty());
    QVERIFY(agent.call("replay", with(other, R"("from":"c9")")).contains(u"error"_s));
    QVERIFY(agent.call("replay", with(other)).contains(u"error"_s));
}

void TestCliMcpServers::confirmsARepetition()
{
    CodingAgent agent(kAllowAll);
    const QString demo = agent.connectTo({kDemo});
    (void)agent.call("call", with(demo, R"("name":"echo","arguments":{"note":"hello"})"));
    const QJsonObject refused = agent.call("replay", with(demo, R"("from":"c1")"));
    QVERIFY2(refused[u"error"_s].toString().contains(u"--allow-destructive"),
        shown(refused).constData());
    QVERIFY2(
        refused[u"error"_s].toString().contains(u"tools/call echo"), shown(refused).constData());
    // The person sees what is sent where.
    QVERIFY2(refused[u"error"_s].toString().contains(u" messages of c1 to "_s),
        shown(refused).constData());
    QVERIFY2(refused[u"error"_s].toString().contains(u"(c1): tools/call echo;"_s),
        shown(refused).constData());
}

void TestCliMcpServers::showsTheProcess()
{
    CodingAgent agent(kAllowAll);
    const QString server = agent.connectTo(
        {kTestServer, u"--stderr"_s, u"Authorization: Bearer abcdefghijklmnop123456"_s});
    const QJsonObject report = agent.call("process", with(server));
    QCOMPARE(agent.problem(), QString());
    const QJsonObject process = report[u"processes"_s][0].toObject();
    QVERIFY2(process[u"pid"_s].toInt() > 0, shown(report).constData());
    QVERIFY(process[u"memoryBytes"_s].toDouble() > 0);
    QCOMPARE(process[u"command"_s][0].toString(), kTestServer);
    QVERIFY(!process[u"threads"_s].toArray().isEmpty());
    QVERIFY2(!agent.text().contains("abcdefghijklmnop123456"), agent.text().constData());
}

void TestCliMcpServers::exportsOnlyWhereItIsAllowed()
{
    const QTemporaryDir folder;
    const QByteArray file = folder.filePath(u"a.md"_s).toUtf8();
    const QByteArray arguments = "{\"path\":\"" + file + "\"}";
    CodingAgent nobody(kAllowAll);
    (void)nobody.connectTo({kDemo});
    const QString refused = nobody.call("export", arguments)[u"error"_s].toString();
    QVERIFY2(refused.contains(u"--allow-export"), qPrintable(refused));
    QVERIFY(!QFile::exists(QString::fromUtf8(file)));

    CodingAgent declining(kAllowAll, "legacy", R"({"action":"decline"})");
    QVERIFY(declining.call("export", arguments).contains(u"error"_s));
    QVERIFY(declining.asked().front().contains(QString::fromUtf8(file)));
    QVERIFY(!QFile::exists(QString::fromUtf8(file)));

    CodingAgent allowed(kAllowAll + QStringList{u"--allow-export"_s, folder.filePath(u"*"_s)});
    (void)allowed.connectTo({kDemo});
    // A link out of the allowed folder is not inside it.
    QVERIFY(QFile::link(u"/tmp"_s, folder.filePath(u"out"_s)));
    const QByteArray outside =
        "{\"path\":\"" + folder.filePath(u"out/sonde-x.md"_s).toUtf8() + "\"}";
    QVERIFY(allowed.call("export", outside)[u"error"_s].toString().contains(u"--allow-export"));
    const QJsonObject written = allowed.call("export", arguments);
    QCOMPARE(allowed.problem(), QString());
    QVERIFY2(written[u"bytes"_s].toInt() > 0, shown(written).constData());
    constexpr QFile::Permissions kOthers =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(QString::fromUtf8(file)) & kOthers));
    // Never over another file.
    QVERIFY(allowed.call("export", arguments)[u"error"_s].toString().contains(u"exists"));
}

void TestCliMcpServers::exportsWithoutSecrets_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"a.sonde", "a.md", "a.jsonl", "a.csv"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestCliMcpServers::exportsWithoutSecrets()
{
    QFETCH(QString, name);
    const QTemporaryDir folder;
    CodingAgent agent(kAllowAll + QStringList{u"--allow-export"_s, folder.filePath(u"*"_s)});
    const QString demo = agent.connectTo({kDemo});
    (void)agent.call("call",
        with(demo,
            R"("name":"echo","arguments":{"note":"Authorization: Bearer abcdefghijklmnop123456"})"));
    const QString path = folder.filePath(name);
    const QJsonObject written = agent.call("export",
        with(demo, "\"path\":\"" + path.toUtf8() + R"(","filter":"method == \"tools/call\"")"));
    QCOMPARE(agent.problem(), QString());
    QCOMPARE(written[u"records"_s].toInt(), 2);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("abcdefghijklmnop123456"));
    if (!name.endsWith(u".sonde"))
        return;
    const Run run = cli({u"trace"_s, u"show"_s, path});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("tools/call"), told(run).constData());
}

QTEST_GUILESS_MAIN(TestCliMcpServers)
#include "tst_climcpservers.moc"
