// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/codingagent.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::test;

// sonde-cli mcp, as a coding agent uses it: through its tools alone.
class TestCliMcp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void connectsListsCallsAndReads_data();
    void connectsListsCallsAndReads();
    void startsOnlyWhatIsAllowed();
    void startsASavedServer();
    void refusesACommandThatIsTooLongToBeSeen();
    void asksThePerson_data();
    void asksThePerson();
    void confirmsWhatMayBeDestructive();
    void saysWhyAServerDoesNotStart();
    void findsTheCauseOfAFailure();
    void saysHowAServerCrashed();
    void findsWhatBreaksTheSpecification();
    void saysWhatIsWrongWithTheArguments_data();
    void saysWhatIsWrongWithTheArguments();
    void hasNoFinding();
};

void TestCliMcp::connectsListsCallsAndReads_data()
{
    QTest::addColumn<QByteArray>("era");
    QTest::newRow("legacy") << QByteArray("legacy");
    QTest::newRow("modern") << QByteArray("modern");
}

void TestCliMcp::connectsListsCallsAndReads()
{
    QFETCH(QByteArray, era);
    CodingAgent agent(kAllowAll, era.constData());
    QVERIFY(agent.isReady());
    const QString demo = agent.connectTo({kDemo});
    QCOMPARE(agent.problem(), QString());
    QCOMPARE(demo, u"c1"_s);
    QVERIFY2(agent.connected()[u"connected"_s].toBool(), shown(agent.connected()).constData());
    QCOMPARE(agent.connected()[u"revision"_s].toString(), u"2026-07-28"_s);

    const QJsonObject listed =
        agent.call("list", with(demo, R"("what":"tools","name":"get_weather")"));
    QCOMPARE(agent.problem(), QString());
    QCOMPARE(listed[u"total"_s].toInt(), 1);
    QVERIFY(listed[u"items"_s][0][u"inputSchema"_s].isObject());

    const QJsonObject called =
        agent.call("call", with(demo, R"("name":"echo","arguments":{"note":"hello","exact":1.0})"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(called[u"ok"_s].toBool(), shown(called).constData());
    QVERIFY(agent.text().contains("1.0")); // as it was sent
    QVERIFY(called[u"durationMs"_s].toDouble() > 0);

    const QJsonObject traced = agent.call(
        "trace", with(demo, R"("filter":"method == \"tools/call\" and kind == request")"));
    QCOMPARE(agent.problem(), QString());
    QCOMPARE(traced[u"records"_s].toArray().size(), qsizetype(1));
    const int record = traced[u"records"_s][0][u"record"_s].toInt();
    QCOMPARE(record, called[u"request"_s].toInt());

    const QJsonObject message =
        agent.call("message", "{\"record\":" + QByteArray::number(record) + '}');
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(message[u"text"_s].toString().contains(u"\"exact\":1.0"), shown(message).constData());

    const QJsonObject read =
        agent.call("call", with(demo, R"("kind":"resource","name":"demo://about")"));
    QVERIFY2(read[u"ok"_s].toBool(), shown(read).constData());
    const QJsonObject prompt = agent.call(
        "call", with(demo, R"("kind":"prompt","name":"packing_list","arguments":{"city":"Oulu"})"));
    QVERIFY2(prompt[u"ok"_s].toBool(), shown(prompt).constData());

    (void)agent.call("disconnect", with(demo));
    QCOMPARE(agent.problem(), QString());
    const QJsonObject gone = agent.call("list", with(demo, R"("what":"tools")"));
    QVERIFY2(
        gone[u"error"_s].toString().contains(u"no open connection c1"), shown(gone).constData());
    (void)agent.call("trace", with(demo)); // stays readable
    QCOMPARE(agent.problem(), QString());
}

void TestCliMcp::startsOnlyWhatIsAllowed()
{
    CodingAgent agent({u"--allow-command"_s, QString(kDemo + u" --page-size *")});
    QVERIFY(agent.isReady());
    (void)agent.connectTo({kDemo});
    const QString refused = agent.connected()[u"error"_s].toString();
    QVERIFY2(refused.contains(u"--allow-command"), qPrintable(refused));
    QVERIFY2(refused.contains(kDemo), qPrintable(refused));
    // A variable or a folder is part of the line.
    (void)agent.connectTo({kDemo, u"--page-size"_s, u"3"_s}, R"("env":{"LD_PRELOAD":"x"})");
    QVERIFY(agent.connected().contains(u"error"_s));
    (void)agent.connectTo({kDemo, u"--page-size"_s, u"3"_s}, R"("cwd":"/")");
    QVERIFY(agent.connected().contains(u"error"_s));
    QCOMPARE(agent.connectTo({kDemo, u"--page-size"_s, u"3"_s}), u"c1"_s);
}

void TestCliMcp::startsASavedServer()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"sonde"_s));
    QFile file(folder.filePath(u"sonde/servers.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "{\"version\":1,\"servers\":[{\"name\":\"mine\",\"program\":\"" + kDemo.toUtf8() + "\"}]}");
    file.close();
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    CodingAgent agent({});
    qunsetenv("XDG_CONFIG_HOME");
    const QJsonObject connected = agent.call("connect", R"({"server":"mine"})");
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(connected[u"connected"_s].toBool(), shown(connected).constData());
    const QJsonObject other = agent.call("connect", R"({"server":"yours"})");
    QVERIFY2(other[u"error"_s].toString().contains(u"mine"), shown(other).constData());
}

// What they cannot see in whole is not started, whatever they would say.
void TestCliMcp::refusesACommandThatIsTooLongToBeSeen()
{
    CodingAgent agent({}, "legacy", R"({"action":"accept","content":{}})");
    QVERIFY(agent.isReady());
    (void)agent.connectTo({kDemo, u"--page-size"_s, QString(4000, u'1')});
    const QString refused = agent.connected()[u"error"_s].toString();
    QVERIFY2(refused.contains(u"too long") && refused.contains(kDemo), qPrintable(refused));
    QVERIFY2(refused.contains(u"--allow-command"), qPrintable(refused));
    QVERIFY(agent.asked().isEmpty());
}

void TestCliMcp::asksThePerson_data()
{
    QTest::addColumn<QByteArray>("era");
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<bool>("starts");
    for (const char *era : {"legacy", "modern"}) {
        QTest::addRow("%s accept", era)
            << QByteArray(era) << QByteArray(R"({"action":"accept","content":{}})") << true;
        QTest::addRow("%s decline", era)
            << QByteArray(era) << QByteArray(R"({"action":"decline"})") << false;
        QTest::addRow("%s cancel", era)
            << QByteArray(era) << QByteArray(R"({"action":"cancel"})") << false;
    }
}

void TestCliMcp::asksThePerson()
{
    QFETCH(QByteArray, era);
    QFETCH(QByteArray, response);
    QFETCH(bool, starts);
    CodingAgent agent({}, era.constData(), response.constData());
    QVERIFY(agent.isReady());
    (void)agent.connectTo({kDemo, u"--page-size"_s, u"3"_s});
    QCOMPARE(agent.asked().size(), qsizetype(1));
    QVERIFY2(agent.asked().front().contains(QString(kDemo + u" --page-size 3")),
        qPrintable(agent.asked().front()));
    QCOMPARE(agent.connected()[u"connected"_s].toBool(), starts);
    // What was allowed is not asked again, what was not is.
    (void)agent.connectTo({kDemo, u"--page-size"_s, u"3"_s});
    QCOMPARE(int(agent.asked().size()), starts ? 1 : 2);
}

void TestCliMcp::confirmsWhatMayBeDestructive()
{
    const QByteArray call = with(u"c1"_s, R"("name":"echo","arguments":{"note":"the question"})");
    CodingAgent nobody(kAllowAll);
    (void)nobody.connectTo({kTestServer}); // whose tool has no annotations
    const QString refused = nobody.call("call", call)[u"error"_s].toString();
    QVERIFY2(refused.contains(u"--allow-destructive"), qPrintable(refused));
    const QJsonObject sent = nobody.call("trace", with(u"c1"_s, R"("filter":"tool == \"echo\"")"));
    QCOMPARE(sent[u"matched"_s].toInt(), 0);

    CodingAgent declining(kAllowAll, "legacy", R"({"action":"decline"})");
    (void)declining.connectTo({kTestServer});
    QVERIFY(declining.call("call", call).contains(u"error"_s));
    QCOMPARE(declining.asked().size(), qsizetype(1));
    QVERIFY(declining.asked().front().contains(u"the question"));

    CodingAgent accepting(kAllowAll, "legacy", R"({"action":"accept","content":{}})");
    (void)accepting.connectTo({kTestServer});
    QVERIFY(accepting.call("call", call)[u"ok"_s].toBool());

    CodingAgent allowed(kAllowAll + QStringList{u"--allow-destructive"_s});
    (void)allowed.connectTo({kTestServer});
    QVERIFY(allowed.call("call", call)[u"ok"_s].toBool());
}

void TestCliMcp::saysWhyAServerDoesNotStart()
{
    CodingAgent agent(kAllowAll);
    (void)agent.connectTo({u"no-such-program-at-all"_s});
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(agent.connected()[u"failure"_s].toString().contains(u"no-such-program-at-all"),
        shown(agent.connected()).constData());
    const QString handle = agent.connectTo({kTestServer, u"--stderr"_s,
        u"Error: Cannot find module 'left-pad'"_s, u"--exit"_s, u"7"_s});
    QCOMPARE(agent.problem(), QString());
    QVERIFY(!agent.connected()[u"connected"_s].toBool());
    QVERIFY2(agent.connected()[u"failure"_s].toString().contains(u"exit code 7"),
        shown(agent.connected()).constData());
    QVERIFY(agent.connected()[u"stderr"_s].toArray().contains(
        u"Error: Cannot find module 'left-pad'"_s));
    // Its recording can still be read.
    const QJsonObject logs = agent.call("logs", with(handle));
    QCOMPARE(agent.problem(), QString());
    // Of each start: for the probe, and for initialize.
    QCOMPARE(logs[u"matched"_s].toInt(), 2);

    (void)agent.connectTo({kTestServer, u"--mute"_s}, R"("timeoutMs":300)");
    QVERIFY2(agent.connected().contains(u"failure"_s), shown(agent.connected()).constData());
}

void TestCliMcp::findsTheCauseOfAFailure()
{
    CodingAgent agent(kAllowAll);
    const QByteArray server = "{\"command\":\"" + kTestServer.toUtf8()
        + "\",\"args\":[\"--stderr\",\"Error: Cannot find module 'left-pad'\",\"--exit\",\"1\"]}";
    const QJsonObject report = agent.call("doctor", server);
    QCOMPARE(agent.problem(), QString());
    const QString verdict = report[u"verdict"_s][u"sentence"_s].toString();
    QVERIFY2(verdict.contains(u"left-pad"), shown(report).constData());
    QVERIFY2(report[u"checks"_s].toArray().size() > 5, shown(report).constData());
    // It starts nothing that is not allowed.
    CodingAgent refusing({});
    QVERIFY(refusing.call("doctor", server)[u"error"_s].toString().contains(u"--allow-command"));
}

void TestCliMcp::saysHowAServerCrashed()
{
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const QString server = agent.connectTo(
        {kTestServer, u"--stderr"_s, u"listening"_s, u"--exit-at"_s, u"tools/call"_s});
    QVERIFY(!server.isEmpty());
    const QJsonObject called = agent.call("call", with(server, R"("name":"echo")"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY(!called[u"ok"_s].toBool());
    QVERIFY2(called[u"failure"_s].toString().contains(u"exit code 4"), shown(called).constData());
    QVERIFY(called[u"request"_s].toInt() > 0);
    const QJsonObject again = agent.call("call", with(server, R"("name":"echo")"));
    QVERIFY2(!again[u"ok"_s].toBool(), shown(again).constData());
    QCOMPARE(again[u"process"_s].toString(), u"exit code 4"_s); // it is gone
    (void)agent.call("disconnect", with(server));
    QCOMPARE(agent.problem(), QString());
}

void TestCliMcp::findsWhatBreaksTheSpecification()
{
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const QString server = agent.connectTo(
        {kTestServer, u"--garbage"_s, u"Server started!"_s, u"--answer"_s, u"tools/call"_s,
            QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":%ID,\"result\":{\"content\":7}}")});
    const QJsonObject called = agent.call("call", with(server, R"("name":"echo")"));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(!called[u"findings"_s].toArray().isEmpty(), shown(called).constData());
    const QJsonObject found = agent.call("findings", with(server));
    QCOMPARE(agent.problem(), QString());
    QVERIFY2(found[u"total"_s].toInt() >= 2, shown(found).constData());
    const QJsonObject stray = agent.call("trace", with(server, R"("filter":"kind == invalid")"));
    QCOMPARE(stray[u"records"_s][0][u"text"_s].toString(), u"Server started!"_s);
}

void TestCliMcp::saysWhatIsWrongWithTheArguments_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *tool, const char *arguments, const char *sentence) {
        QTest::addRow("%s %s", tool, arguments)
            << QByteArray(tool) << QByteArray(arguments) << QString::fromLatin1(sentence);
    };
    row("connect", "{}", "exactly one");
    row("connect", R"({"command":7})", "wrong");
    row("connect", R"({"url":"file:///etc/passwd"})", "wrong");
    row("call", R"({"connection":"c1"})", "name");
    row("trace", R"({"filter":"method =="})", "character");
    row("trace", R"({"connection":"c7"})", "c7");
    row("message", R"({"record":99999999999})", "no record");
    row("connect", R"({"server":"nobody"})", "saved in Sonde");
}

void TestCliMcp::saysWhatIsWrongWithTheArguments()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QString, sentence);
    CodingAgent agent(kAllowAll);
    const QString told = agent.call(tool.constData(), arguments)[u"error"_s].toString();
    QVERIFY2(told.contains(sentence), qPrintable(told));
}

void TestCliMcp::hasNoFinding()
{
    const Run run = cli({u"check"_s, u"--all-revisions"_s, u"--call-read-only"_s, u"--fail-on"_s,
        u"info"_s, u"--"_s, kCli, u"mcp"_s});
    COMPARE_CODE(run, 0);
}

QTEST_GUILESS_MAIN(TestCliMcp)
#include "tst_climcp.moc"
