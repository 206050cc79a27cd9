// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli load, against servers that are quick, slow or broken.
class TestCliLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsAsOftenAsAsked();
    void sendsOtherRequestsThanCalls_data();
    void sendsOtherRequestsThanCalls();
    void showsDurationsAndTheirDistribution();
    void keepsARateForATime();
    void countsWhatFails_data();
    void countsWhatFails();
    void saysWhatIsWrongWithItsOptions_data();
    void saysWhatIsWrongWithItsOptions();
    void recordsItsCalls();
};

namespace {

QJsonObject reportOf(const Run &run)
{
    return QJsonDocument::fromJson(run.out).object();
}

QStringList load(const QStringList &options, const QStringList &server)
{
    return QStringList{u"load"_s, u"echo"_s} + options + QStringList(u"--"_s) + server;
}

} // namespace

void TestCliLoad::callsAsOftenAsAsked()
{
    const Run run = cli(load(
        {u"note=x"_s, u"--calls"_s, u"30"_s, u"--concurrency"_s, u"3"_s, u"--json"_s}, {kDemo}));
    COMPARE_CODE(run, 0);
    const QJsonObject report = reportOf(run);
    QCOMPARE(report[u"calls"_s].toInt(), 30);
    QCOMPARE(report[u"ok"_s].toInt(), 30);
    QCOMPARE(report[u"concurrency"_s].toInt(), 3);
    const QJsonObject times = report[u"percentilesMs"_s].toObject();
    QVERIFY(report[u"shortestMs"_s].toDouble() > 0);
    QVERIFY(times[u"p50"_s].toDouble() >= report[u"shortestMs"_s].toDouble());
    QVERIFY(times[u"p99.9"_s].toDouble() >= times[u"p50"_s].toDouble());
    QCOMPARE(times[u"p99.9"_s].toDouble(), report[u"longestMs"_s].toDouble());
    int sum = 0;
    for (const QJsonValue bar : report[u"histogram"_s].toArray())
        sum += bar[u"count"_s].toInt();
    QCOMPARE(sum, 30);
}

void TestCliLoad::sendsOtherRequestsThanCalls_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("target");
    const auto row = [](const char *line, const char *method, const char *target) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(method)
                            << QString::fromLatin1(target);
    };
    row("load resources read demo://about", "resources/read", "demo://about");
    row("load prompts get packing_list city=Oulu", "prompts/get", "packing_list");
    row("load request ping", "ping", "");
    row("load request resources/read {\"uri\":\"demo://about\"}", "resources/read", "");
    row("load tools call echo note=x", "", "");
}

void TestCliLoad::sendsOtherRequestsThanCalls()
{
    QFETCH(QString, line);
    QFETCH(QString, method);
    QFETCH(QString, target);
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"load.sonde"_s);
    const Run run = withDemo(line.split(u' ')
        + QStringList{
            u"--era"_s, u"legacy"_s, u"--calls"_s, u"6"_s, u"--json"_s, u"--record"_s, file});
    COMPARE_CODE(run, 0);
    const QJsonObject report = reportOf(run);
    QCOMPARE(report[u"ok"_s].toInt(), 6);
    QCOMPARE(report[u"method"_s].toString(), method);
    QCOMPARE(report[u"target"_s].toString(), target);
    const QString sent = method.isEmpty() ? u"tools/call"_s : method;
    const Run rows = cli({u"trace"_s, u"filter"_s, file,
        u"kind == request and method == \"%1\""_s.arg(sent), u"--count"_s});
    QCOMPARE(rows.out.trimmed(), QByteArray("6"));
}

void TestCliLoad::showsDurationsAndTheirDistribution()
{
    const Run run = cli(load({u"--calls"_s, u"10"_s}, {kDemo}));
    COMPARE_CODE(run, 0);
    const QString text = QString::fromUtf8(run.out);
    for (const QString &part : {u"ok "_s, u"10"_s, u"responses per second"_s, u"p50"_s, u"p99.9"_s,
             u"longest"_s, u"\u2588"_s})
        QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(!text.contains(u"tool errors"), qPrintable(text));
}

void TestCliLoad::keepsARateForATime()
{
    const Run run =
        cli(load({u"--rate"_s, u"100"_s, u"--duration"_s, u"300ms"_s, u"--json"_s}, {kDemo}));
    COMPARE_CODE(run, 0);
    const QJsonObject report = reportOf(run);
    // At 0, 10, 20, … 290 ms; what a slow machine does not send is counted, too.
    QCOMPARE(report[u"calls"_s].toInt() + report[u"notSent"_s].toInt(), 30);
    QCOMPARE(report[u"rate"_s].toDouble(), 100.0);
}

void TestCliLoad::countsWhatFails_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("member");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("problem");
    const auto respond = [](const char *text) {
        return QStringList{kTestServer, u"--answer"_s, u"tools/call"_s, QString::fromLatin1(text)};
    };
    QTest::newRow("the tool reports an error") << respond(
        R"({"jsonrpc":"2.0","id":%ID,"result":{"isError":true,"content":[{"type":"text","text":"no rain today"}]}})")
                                               << 5 << u"toolErrors"_s << 3 << u"no rain today"_s;
    QTest::newRow("the server refuses") << respond(
        R"({"jsonrpc":"2.0","id":%ID,"error":{"code":-32602,"message":"not like this"}})")
                                        << 6 << u"protocolErrors"_s << 3 << u"not like this"_s;
    QTest::newRow("the server does not respond")
        << QStringList{kTestServer, u"--mute-at"_s, u"tools/call"_s} << 7 << u"timedOut"_s << 3
        << u"No response"_s;
    QTest::newRow("the server ends") << QStringList{kTestServer, u"--exit-at"_s, u"tools/call"_s}
                                     << 4 << u"noResponse"_s << 1 << u"ended"_s;
}

void TestCliLoad::countsWhatFails()
{
    QFETCH(QStringList, server);
    QFETCH(int, code);
    QFETCH(QString, member);
    QFETCH(int, count);
    QFETCH(QString, problem);
    const Run run = cli(load({u"--calls"_s, u"3"_s, u"--concurrency"_s, u"1"_s, u"--timeout"_s,
                                 u"300ms"_s, u"--era"_s, u"legacy"_s, u"--json"_s},
        server));
    COMPARE_CODE(run, code);
    const QJsonObject report = reportOf(run);
    QVERIFY2(report[member].toInt() >= count, run.out.constData());
    QVERIFY2(report[u"firstProblem"_s].toString().contains(problem), run.out.constData());
}

void TestCliLoad::saysWhatIsWrongWithItsOptions_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("calls") << QStringList{u"--calls"_s, u"0"_s} << u"from 1 to 100,000"_s;
    QTest::newRow("concurrency") << QStringList{u"--concurrency"_s, u"257"_s} << u"from 1 to 256"_s;
    QTest::newRow("rate") << QStringList{u"--rate"_s, u"fast"_s} << u"calls per second"_s;
    QTest::newRow("no rate") << QStringList{u"--rate"_s, u"0"_s} << u"calls per second"_s;
    QTest::newRow("duration") << QStringList{u"--duration"_s, u"soon"_s} << u"soon"_s;
}

void TestCliLoad::saysWhatIsWrongWithItsOptions()
{
    QFETCH(QStringList, options);
    QFETCH(QString, sentence);
    const Run run = cli(load(options, {kDemo}));
    COMPARE_CODE(run, 1);
    QVERIFY2(QString::fromUtf8(run.err).contains(sentence), told(run).constData());
}

void TestCliLoad::recordsItsCalls()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"load.sonde"_s);
    COMPARE_CODE(cli(load({u"--calls"_s, u"5"_s, u"--record"_s, file}, {kDemo})), 0);
    const Run rows =
        cli({u"trace"_s, u"filter"_s, file, u"method == \"tools/call\""_s, u"--json"_s});
    COMPARE_CODE(rows, 0);
    QCOMPARE(int(rows.out.count('\n')), 10); // requests and responses
}

QTEST_GUILESS_MAIN(TestCliLoad)
#include "tst_cliload.moc"
