// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli replay: a recording is a regression test of the server that it was made with.
class TestCliReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsNoDifference_data();
    void findsNoDifference();
    void findsNoDifferenceOverHttp();
    void findsExactlyWhatChanged();
    void writesJson();
    void learnsWhatDiffersBetweenTwoRuns();
    void ignoresWhatTheUserNames_data();
    void ignoresWhatTheUserNames();
    void sendsOnlyWhatTheFilterChooses();
    void followsTheCursorsOfTheServer();
    void leavesOutWhatTheOtherEraDoesNotHave();
    void reportsALostConnection();
    void failsToConnect();
    void saysWhatIsWrongWithTheLine_data();
    void saysWhatIsWrongWithTheLine();

private:
    QString place(const QString &name) const { return m_folder.filePath(name); }
    Run record(const QString &file, const QStringList &options, const QByteArray &commands) const;
    QStringList mockWith(const QByteArray &before, const QByteArray &after);

    QTemporaryDir m_folder;
};

namespace {

constexpr char kConversation[] = "tools list --json\n"
                                 "tools call echo note=hello exact:=1e400 --json\n"
                                 "tools call get_weather city=Oulu days:=2 --json\n"
                                 "resources list --json\n"
                                 "prompts get packing_list city=Oulu --json\n"
                                 "tools call slow_count n:=2\n"
                                 "tools call confirm_address --json\n"
                                 "complete prompt review_station station= city=Oulu --json\n";

Run replay(const QStringList &arguments, const QStringList &server = {kDemo})
{
    return cli(QStringList{u"replay"_s} + arguments + QStringList{u"--"_s} + server);
}

} // namespace

// What a client of the demo server does in a shell: each line is a command.
Run TestCliReplay::record(
    const QString &file, const QStringList &options, const QByteArray &commands) const
{
    const QStringList shell{u"--record"_s, file, u"--no-cache"_s, u"--elicitation"_s,
        u'@' + place(u"form.json"_s), u"shell"_s, u"--keep-going"_s};
    return cli(shell + options, commands);
}

void TestCliReplay::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QFile form(place(u"form.json"_s));
    QVERIFY(form.open(QIODevice::WriteOnly));
    form.write(R"({"action":"decline"})");
    form.close();
    COMPARE_CODE(
        record(place(u"all.sonde"_s), {u"--era"_s, u"legacy"_s, u"--"_s, kDemo}, kConversation), 0);
}

void TestCliReplay::findsNoDifference_data()
{
    QTest::addColumn<QString>("era");
    QTest::addColumn<QStringList>("server");
    QTest::newRow("legacy") << u"legacy"_s << QStringList{kDemo};
    QTest::newRow("modern") << u"modern"_s << QStringList{kDemo};
    QTest::newRow("detected") << u"auto"_s << QStringList{kDemo};
    QTest::newRow("a probe that was refused")
        << u"auto"_s << QStringList{kDemo, u"--legacy-only"_s};
}

// Among them a call with progress, and one with a server request: an elicitation, which in the
// modern era is a result that requires input.
void TestCliReplay::findsNoDifference()
{
    QFETCH(QString, era);
    QFETCH(QStringList, server);
    const QString file = place(QString::fromLatin1(QTest::currentDataTag()) + u".sonde");
    COMPARE_CODE(record(file, QStringList{u"--era"_s, era, u"--"_s} + server, kConversation), 0);
    const Run same = replay({file, u"--era"_s, era, u"--trace"_s, u"--no-cache"_s}, server);
    COMPARE_CODE(same, 0);
    QVERIFY2(!same.err.contains("The recording is of revision"), told(same).constData());
    QVERIFY2(same.out.contains("tools/call confirm_address: same"), told(same).constData());
    QVERIFY2(same.out.contains(" same.\n"), told(same).constData());
    for (const char *message : {"notifications/progress", R"("action":"decline")"})
        QVERIFY2(same.err.contains(message), told(same).constData());
    QVERIFY2(!same.err.contains("No recorded"), told(same).constData());
}

// Recorded on stdio, and played to a server with a URL.
void TestCliReplay::findsNoDifferenceOverHttp()
{
    const Demo server;
    const Run same = cli({u"replay"_s, place(u"all.sonde"_s), u"--revision"_s, u"2025-11-25"_s,
        u"--url"_s, server.url().toString()});
    COMPARE_CODE(same, 0);
    QVERIFY2(same.out.contains("tools/call confirm_address: same"), told(same).constData());
}

// A server that plays the recording with another text in it.
QStringList TestCliReplay::mockWith(const QByteArray &before, const QByteArray &after)
{
    const QString file = place(u"changed.jsonl"_s);
    QFile::remove(file);
    const Run exported = cli(
        {u"trace"_s, u"export"_s, u"--no-redaction"_s, place(u"all.sonde"_s), u"--output"_s, file});
    QFile changed(file);
    if (exported.code != 0 || !changed.open(QIODevice::ReadWrite))
        return {};
    QByteArray text = changed.readAll();
    if (!text.contains(before))
        return {};
    text.replace(before, after);
    changed.resize(0);
    changed.write(text);
    return {kCli, u"mock"_s, file};
}

void TestCliReplay::findsExactlyWhatChanged()
{
    const QStringList unchanged = mockWith("hello", "hello");
    QVERIFY(!unchanged.isEmpty());
    COMPARE_CODE(replay({place(u"all.sonde"_s)}, unchanged), 0);
    const QStringList changed =
        mockWith(R"("text":"Not confirmed: decline")", R"("text":"Confirmed")");
    QVERIFY(!changed.isEmpty());
    const Run run = replay({place(u"all.sonde"_s)}, changed);
    COMPARE_CODE(run, 13);
    QVERIFY2(run.out.contains("tools/call confirm_address: different"), told(run).constData());
    QVERIFY2(run.out.contains(
                 "\n    /result/content/0/text: \"Not confirmed: decline\" → \"Confirmed\"\n"),
        told(run).constData());
    QCOMPARE(run.out.count("    /"), 1);
    QVERIFY2(run.out.contains(" same, 1 different.\n"), told(run).constData());
}

void TestCliReplay::writesJson()
{
    const QStringList changed =
        mockWith(R"("text":"Not confirmed: decline")", R"("text":"Confirmed")");
    const Run run = replay({place(u"all.sonde"_s), u"--json"_s}, changed);
    COMPARE_CODE(run, 13);
    const QJsonObject report = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(report[u"same"_s], QJsonValue(false));
    QCOMPARE(report[u"counts"_s][u"different"_s].toInt(), 1);
    int differences = 0;
    for (const QJsonValue row : report[u"requests"_s].toArray()) {
        for (const QJsonValue difference : row[u"differences"_s].toArray()) {
            ++differences;
            QCOMPARE(row[u"target"_s].toString(), u"confirm_address"_s);
            QCOMPARE(difference[u"path"_s].toString(), u"/result/content/0/text"_s);
            QCOMPARE(difference[u"now"_s].toString(), u"Confirmed"_s);
        }
    }
    QCOMPARE(differences, 1);
}

// The times of a task differ from run to run.
void TestCliReplay::learnsWhatDiffersBetweenTwoRuns()
{
    const QString file = place(u"task.sonde"_s);
    COMPARE_CODE(
        withDemo({u"--record"_s, file, u"--era"_s, u"legacy"_s, u"request"_s, u"tools/call"_s,
            uR"({"name":"write_report","arguments":{"steps":1},"task":{}})"_s}),
        0);
    const QStringList line{file, u"--era"_s, u"legacy"_s};
    COMPARE_CODE(replay(line), 13);
    const QString rules = place(u"task.rules"_s);
    COMPARE_CODE(replay(line + QStringList{u"--write-rules"_s, rules}), 0);
    QFile written(rules);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY2(text.startsWith("# Rules of sonde-cli replay")
            && text.contains("\ntime tools/call write_report /result/task/createdAt\n"),
        text.constData());
    COMPARE_CODE(replay(line + QStringList{u"--rules"_s, rules}), 0);
    const Run again = replay(line + QStringList{u"--write-rules"_s, rules});
    COMPARE_CODE(again, 1);
    QVERIFY2(again.err.contains("already exists"), told(again).constData());
}

void TestCliReplay::ignoresWhatTheUserNames_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    const auto row = [](const QStringList &options, int code) {
        QTest::newRow(qUtf8Printable(options.join(u' '))) << options << code;
    };
    row({u"--ignore"_s, u"/result/content/0/text"_s}, 0);
    row({u"--ignore"_s, u"/result/content/*"_s}, 0);
    row({u"--ignore"_s, u"/x"_s, u"--ignore"_s, u"/result"_s}, 0);
    row({u"--ignore"_s, u"/result/content/1"_s}, 13);
    row({u"--tolerance"_s, u"100"_s}, 13);
}

void TestCliReplay::ignoresWhatTheUserNames()
{
    QFETCH(QStringList, options);
    QFETCH(int, code);
    const QStringList changed =
        mockWith(R"("text":"Not confirmed: decline")", R"("text":"Confirmed")");
    COMPARE_CODE(replay(QStringList{place(u"all.sonde"_s)} + options, changed), code);
}

void TestCliReplay::sendsOnlyWhatTheFilterChooses()
{
    const Run run = replay({place(u"all.sonde"_s), u"--only"_s, u"tool == \"echo\""_s, u"--era"_s,
        u"legacy"_s, u"--json"_s});
    COMPARE_CODE(run, 0);
    const QJsonObject report = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(report[u"requests"_s].toArray().size(), 1);
    QCOMPARE(report[u"requests"_s][0][u"target"_s].toString(), u"echo"_s);
    QVERIFY(report[u"notifications"_s].toArray().isEmpty());
    const Run none = replay({place(u"all.sonde"_s), u"--only"_s, u"tool == \"none\""_s});
    COMPARE_CODE(none, 1);
    QVERIFY2(none.err.contains("matches --only"), told(none).constData());
}

// A second page that is chosen needs the first one, whose cursor it has.
void TestCliReplay::followsTheCursorsOfTheServer()
{
    const QString file = place(u"pages.sonde"_s);
    COMPARE_CODE(record(file, {u"--era"_s, u"legacy"_s, u"--"_s, kDemo, u"--page-size"_s, u"5"_s},
                     "tools list\n"),
        0);
    const Run all = replay({file, u"--era"_s, u"legacy"_s}, {kDemo, u"--page-size"_s, u"5"_s});
    COMPARE_CODE(all, 0);
    const int pages = int(all.out.count("tools/list: same"));
    QVERIFY2(pages > 1, told(all).constData());
    const Run other = replay({file, u"--era"_s, u"legacy"_s, u"--json"_s});
    COMPARE_CODE(other, 13);
    const QJsonObject report = QJsonDocument::fromJson(other.out).object();
    QCOMPARE(report[u"counts"_s][u"missing"_s].toInt(), pages - 1);
}

void TestCliReplay::leavesOutWhatTheOtherEraDoesNotHave()
{
    const QString file = place(u"ping.sonde"_s);
    COMPARE_CODE(
        withDemo({u"--record"_s, file, u"--era"_s, u"legacy"_s, u"request"_s, u"ping"_s}), 0);
    COMPARE_CODE(replay({file, u"--era"_s, u"legacy"_s}), 0);
    const Run other =
        replay({file, u"--era"_s, u"modern"_s, u"--only"_s, u"method == \"ping\""_s, u"--trace"_s});
    COMPARE_CODE(other, 13);
    QVERIFY2(other.out.contains("ping: not sent"), told(other).constData());
    QVERIFY2(!other.err.contains(R"("method":"ping")"), told(other).constData());
    QVERIFY2(
        other.err.contains("The recording is of revision 2025-11-25"), told(other).constData());
}

void TestCliReplay::reportsALostConnection()
{
    const Run run = cli({u"replay"_s, place(u"all.sonde"_s), u"--era"_s, u"legacy"_s, u"--"_s,
        kTestServer, u"--exit-at"_s, u"tools/call"_s});
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.contains(": missing"), told(run).constData());
}

void TestCliReplay::failsToConnect()
{
    const Run run = replay({place(u"all.sonde"_s)}, {u"no-such-program-anywhere"_s});
    COMPARE_CODE(run, 4);
    QCOMPARE(run.out, "");
}

void TestCliReplay::saysWhatIsWrongWithTheLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const QString file = place(u"all.sonde"_s);
    const QString handshake = place(u"handshake.sonde"_s);
    COMPARE_CODE(withDemo({u"--record"_s, handshake, u"--era"_s, u"legacy"_s, u"info"_s}), 0);
    const auto row = [](const char *name, const QStringList &arguments, const char *sentence) {
        QTest::newRow(name) << arguments << QByteArray(sentence);
    };
    row("no file", {}, "“replay” needs a recording.");
    row("a file that does not exist", {place(u"none.sonde"_s)}, "Cannot read ");
    row("another file", {kCli}, "cannot be imported");
    row("only a handshake", {handshake}, "besides the handshake, so there is nothing to send.");
    row("another server", {file, u"--name"_s, u"x"_s}, "to a server named “x”.");
    row("a path", {file, u"--ignore"_s, u"result.x"_s}, "is not a path. Use a JSON pointer");
    row("a tolerance", {file, u"--tolerance"_s, u"nan"_s}, "is not a tolerance. Use a number");
    row("a filter", {file, u"--only"_s, u"method =="_s}, "The filter has an error at character");
    row("findings", {file, u"--only"_s, u"finding exists"_s}, "cannot choose by findings");
    row("rules", {file, u"--rules"_s, file}, "is not a file of rules. Line 1: ");
    row("no rules", {file, u"--rules"_s, place(u"none"_s)}, "Cannot read ");
}

void TestCliReplay::saysWhatIsWrongWithTheLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const Run run = replay(arguments);
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(sentence), told(run).constData());
    QCOMPARE(run.out, "");
}

QTEST_GUILESS_MAIN(TestCliReplay)
#include "tst_clireplay.moc"
