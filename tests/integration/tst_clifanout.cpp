// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <csignal>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli fan-out: a request to several servers, or to one in several revisions, side by side.
class TestCliFanOut : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }
    void findsRevisionsEqual_data();
    void findsRevisionsEqual();
    void marksWhatARevisionDoesNotHave();
    void showsATableAndWhatDiffers();
    void comparesNamedServers_data();
    void comparesNamedServers();
    void comparesEachServerInEachRevision();
    void comparesServersWithUrls();
    void keepsTheOtherColumnsWhenOneFails_data();
    void keepsTheOtherColumnsWhenOneFails();
    void saysWhatEachServerViolates();
    void letsServersWorkAtTheSameTime();
    void recordsEveryColumn();
    void endsAllOnASignal();
    void saysWhatIsWrongWithTheLine_data();
    void saysWhatIsWrongWithTheLine();

private:
    // The servers of a configuration, by their names.
    QStringList configured(const QList<std::pair<QString, QStringList>> &servers);

    QTemporaryDir m_folder;
};

namespace {

// More than a busy machine needs for a handshake.
const QString kTimeout = u"3s"_s;

QJsonObject reportOf(const Run &run)
{
    return QJsonDocument::fromJson(run.out).object();
}

QStringList outcomesOf(const QJsonObject &report)
{
    QStringList outcomes;
    for (const QJsonValue column : report[u"columns"_s].toArray())
        outcomes += column[u"outcome"_s].toString();
    return outcomes;
}

QStringList pathsOf(const QJsonValue &column)
{
    QStringList paths;
    for (const QJsonValue difference : column[u"differences"_s].toArray())
        paths += difference[u"path"_s].toString();
    return paths;
}

QStringList respond(const char *response)
{
    return {kTestServer, u"--answer"_s, u"tools/call"_s,
        u"{\"jsonrpc\":\"2.0\",\"id\":%ID,"_s + QString::fromLatin1(response) + u'}'};
}

QStringList say(const char *text)
{
    return respond(QByteArray("\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"")
                       .append(text)
                       .append("\"}]}")
                       .constData());
}

} // namespace

QStringList TestCliFanOut::configured(const QList<std::pair<QString, QStringList>> &servers)
{
    QJsonObject entries;
    QStringList line{u"--config"_s, m_folder.filePath(u"servers.json"_s)};
    for (const auto &[name, words] : servers) {
        entries[name] = QJsonObject{
            {u"command"_s, words.front()}, {u"args"_s, QJsonArray::fromStringList(words.mid(1))}};
        line += QStringList{u"--server"_s, name};
    }
    QFile file(line[1]);
    if (file.open(QIODevice::WriteOnly))
        file.write(QJsonDocument(QJsonObject{{u"mcpServers"_s, entries}}).toJson());
    return line;
}

void TestCliFanOut::findsRevisionsEqual_data()
{
    QTest::addColumn<QStringList>("request");
    QTest::addColumn<QString>("method");
    const auto row = [](const char *request, const char *method) {
        QTest::newRow(request) << words(request) << QString::fromLatin1(method);
    };
    row("tools call echo note=hi", "tools/call");
    row("tools call echo --args {\"exact\":17}", "tools/call");
    row("resources read demo://about", "resources/read");
    row("resources read demo://stations/{id} id=17", "resources/read");
    row("prompts get packing_list city=Oulu", "prompts/get");
    row("request prompts/list", "prompts/list");
    row("request prompts/get {\"name\":\"packing_list\",\"arguments\":{\"city\":\"Oulu\"}}",
        "prompts/get");
}

// Of both eras: what only the modern one demands of every result is no difference.
void TestCliFanOut::findsRevisionsEqual()
{
    QFETCH(QStringList, request);
    QFETCH(QString, method);
    const QStringList revisions{u"2025-06-18"_s, u"2025-11-25"_s, u"2026-07-28"_s};
    const Run run = withDemo(QStringList{u"fan-out"_s} + request
        + QStringList{u"--revision"_s, revisions.join(u','), u"--json"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out.count('\n'), 1);
    const QJsonObject report = reportOf(run);
    QCOMPARE(report[u"method"_s].toString(), method);
    QCOMPARE(report[u"equal"_s].toBool(), true);
    const QJsonArray columns = report[u"columns"_s].toArray();
    QCOMPARE(columns.size(), 3);
    for (qsizetype i = 0; i < columns.size(); ++i) {
        const QJsonObject column = columns[i].toObject();
        QCOMPARE(column[u"title"_s].toString(), revisions[i]);
        QCOMPARE(column[u"revision"_s].toString(), revisions[i]);
        QCOMPARE(column[u"server"_s].toString(), u"sonde-demo-server"_s);
        QCOMPARE(column[u"outcome"_s].toString(), u"result"_s);
        QCOMPARE(column[u"comparison"_s].toString(), i == 0 ? u"first"_s : u"equal"_s);
        QVERIFY(column[u"tookNs"_s].toDouble() > 0);
        QVERIFY(column[u"bytes"_s].toInt() > 10);
        QVERIFY(column[u"result"_s].isObject());
        QVERIFY(column[u"differences"_s].toArray().isEmpty());
    }
}

// 2025-06-18 changelog: structured content is new there.
void TestCliFanOut::marksWhatARevisionDoesNotHave()
{
    const Run run = withDemo(words("fan-out tools call echo note=hi --json --revision "
                                   "2025-11-25 --revision 2024-11-05"));
    COMPARE_CODE(run, 13);
    const QJsonObject report = reportOf(run);
    QCOMPARE(report[u"equal"_s].toBool(true), false);
    const QJsonObject older = report[u"columns"_s][1].toObject();
    QCOMPARE(older[u"comparison"_s].toString(), u"different"_s);
    const QStringList paths = pathsOf(older);
    QCOMPARE(paths.size(), 1);
    QVERIFY2(paths.front().startsWith(u"/result/structuredContent"), qPrintable(paths.front()));
    const QJsonObject difference = older[u"differences"_s][0].toObject();
    QVERIFY(difference.contains(u"first"_s) && !difference.contains(u"this"_s));
}

void TestCliFanOut::showsATableAndWhatDiffers()
{
    const Run run = withDemo(
        words("fan-out tools call echo note=hi --revision 2025-11-25,2026-07-28,2024-11-05"));
    COMPARE_CODE(run, 13);
    const QStringList lines = QString::fromUtf8(run.out).split(u'\n');
    QVERIFY2(lines[0].simplified() == u"2025-11-25 2026-07-28 2024-11-05", run.out.constData());
    QStringList names;
    for (qsizetype i = 1; i < lines.size() && !lines[i].isEmpty(); ++i)
        names += lines[i].section(u' ', 0, 0);
    QCOMPARE(names,
        QStringList({u"server"_s, u"revision"_s, u"outcome"_s, u"duration"_s, u"size"_s,
            u"findings"_s, u"comparison"_s}));
    QVERIFY2(lines[7].contains(u"the first") && lines[7].contains(u"equal")
            && lines[7].contains(u"different (1)"),
        run.out.constData());
    for (const char *part : {"\n2024-11-05 differs from 2025-11-25:\n", "    /result/structured",
             "\xe2\x86\x92 nothing\n"})
        QVERIFY2(run.out.contains(part), run.out.constData());
    QVERIFY2(!run.out.contains("2026-07-28 differs"), run.out.constData());
}

void TestCliFanOut::comparesNamedServers_data()
{
    QTest::addColumn<QStringList>("first");
    QTest::addColumn<QStringList>("second");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("outcomes");
    QTest::addColumn<QStringList>("paths");
    const char *const error = R"("error":{"code":-32602,"message":"not like this"})";
    const char *const other = R"("error":{"code":-32603,"message":"not like this"})";
    const char *const failed =
        R"("result":{"isError":true,"content":[{"type":"text","text":"rain"}]})";
    const auto row = [](const char *name, const QStringList &first, const QStringList &second,
                         int code, const char *outcomes, const char *paths) {
        QTest::newRow(name) << first << second << code << words(outcomes) << words(paths);
    };
    row("equal", say("rain"), say("rain"), 0, "result result", "");
    row("another text", say("rain"), say("snow"), 13, "result result", "/result/content/0/text");
    row("JSON in another order", say(R"({\"a\":1,\"b\":2})"), say(R"({\"b\":2.0,\"a\":1})"), 0,
        "result result", "");
    row("a tool that fails", say("rain"), respond(failed), 13, "result toolError",
        "/result/isError");
    row("an error", say("rain"), respond(error), 13, "result error", "/result /error");
    row("equal errors", respond(error), respond(error), 0, "error error", "");
    row("another code", respond(error), respond(other), 13, "error error", "/error/code");
}

void TestCliFanOut::comparesNamedServers()
{
    QFETCH(QStringList, first);
    QFETCH(QStringList, second);
    QFETCH(int, code);
    QFETCH(QStringList, outcomes);
    QFETCH(QStringList, paths);
    const Run run = cli(words("fan-out tools call echo --era legacy --json")
        + configured({{u"one"_s, first}, {u"two"_s, second}}));
    COMPARE_CODE(run, code);
    const QJsonObject report = reportOf(run);
    QCOMPARE(outcomesOf(report), outcomes);
    QCOMPARE(report[u"columns"_s][0][u"title"_s].toString(), u"one"_s);
    QCOMPARE(report[u"columns"_s][1][u"title"_s].toString(), u"two"_s);
    QStringList found = pathsOf(report[u"columns"_s][1]);
    found.sort();
    paths.sort();
    QCOMPARE(found, paths);
}

void TestCliFanOut::comparesEachServerInEachRevision()
{
    const Run run = cli(words("fan-out resources read demo://about --json --revision "
                              "2025-11-25,2026-07-28")
        + configured({{u"one"_s, {kDemo}}, {u"two"_s, {kDemo}}}));
    COMPARE_CODE(run, 0);
    QStringList titles;
    for (const QJsonValue column : reportOf(run)[u"columns"_s].toArray())
        titles += column[u"title"_s].toString();
    QCOMPARE(titles,
        QStringList(
            {u"one 2025-11-25"_s, u"one 2026-07-28"_s, u"two 2025-11-25"_s, u"two 2026-07-28"_s}));
}

void TestCliFanOut::comparesServersWithUrls()
{
    const Demo one;
    const Demo two;
    // Its argument is a header as well, which the list of tools says.
    const Run run =
        cli(QStringList{u"fan-out"_s, u"tools"_s, u"call"_s, u"get_alerts"_s, u"city=Oulu"_s,
            u"--json"_s, u"--server"_s, one.url().toString(), u"--server"_s, two.url().toString()});
    COMPARE_CODE(run, 0);
    QCOMPARE(outcomesOf(reportOf(run)), QStringList({u"result"_s, u"result"_s}));
}

void TestCliFanOut::keepsTheOtherColumnsWhenOneFails_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("not there") << QStringList{u"/no/such/program"_s} << 4 << u"notConnected"_s;
    QTest::newRow("ends at its start")
        << QStringList{kTestServer, u"--exit"_s, u"3"_s} << 4 << u"notConnected"_s;
    QTest::newRow("ends at the call")
        << QStringList{kTestServer, u"--exit-at"_s, u"tools/call"_s} << 4 << u"noResponse"_s;
    QTest::newRow("no response") << QStringList{kTestServer, u"--mute-at"_s, u"tools/call"_s} << 7
                                 << u"noResponse"_s;
    QTest::newRow("no handshake") << QStringList{kTestServer, u"--mute"_s} << 4
                                  << u"notConnected"_s;
}

void TestCliFanOut::keepsTheOtherColumnsWhenOneFails()
{
    QFETCH(QStringList, server);
    QFETCH(int, code);
    QFETCH(QString, outcome);
    const QStringList line = words("fan-out tools call echo --era legacy --timeout")
        + QStringList(kTimeout)
        + configured({{u"bad"_s, server}, {u"good"_s, say("rain")}, {u"other"_s, say("snow")}});
    const Run run = cli(line + QStringList(u"--json"_s));
    COMPARE_CODE(run, code);
    const QJsonObject report = reportOf(run);
    QCOMPARE(outcomesOf(report), QStringList({outcome, u"result"_s, u"result"_s}));
    const QJsonArray columns = report[u"columns"_s].toArray();
    QVERIFY2(!columns[0][u"reason"_s].toString().isEmpty(), run.out.constData());
    QCOMPARE(columns[0][u"comparison"_s].toString(), u"notCompared"_s);
    QCOMPARE(columns[1][u"comparison"_s].toString(), u"first"_s);
    QCOMPARE(pathsOf(columns[2]), QStringList(u"/result/content/0/text"_s));
    QCOMPARE(report[u"equal"_s].toBool(true), false);

    const Run table = cli(line);
    COMPARE_CODE(table, code);
    const char *const word = outcome == u"noResponse" ? "no response" : "not connected";
    for (const char *part : {word, "\nbad: ", "\nother differs from good:\n"})
        QVERIFY2(table.out.contains(part), table.out.constData());
}

void TestCliFanOut::saysWhatEachServerViolates()
{
    const Run run = cli(words("fan-out tools call echo --era legacy --json")
        + configured({{u"good"_s, say("rain")}, {u"bad"_s, respond(R"("result":{"content":7})")}}));
    COMPARE_CODE(run, 13);
    const QJsonArray columns = reportOf(run)[u"columns"_s].toArray();
    const auto countOf = [](const QJsonValue &column) {
        return column[u"findings"_s].toArray().size();
    };
    QVERIFY2(countOf(columns[1]) > countOf(columns[0]), run.out.constData());
    for (const QJsonValue finding : columns[1][u"findings"_s].toArray()) {
        QVERIFY(!finding[u"rule"_s].toString().isEmpty());
        QVERIFY(!finding[u"sentence"_s].toString().isEmpty());
    }
}

// Each of them begins once the other one has been started.
void TestCliFanOut::letsServersWorkAtTheSameTime()
{
    const QString pipe = m_folder.filePath(u"pipe"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), S_IRUSR | S_IWUSR), 0);
    const auto after = [&](const char *step, const QStringList &server) {
        return QStringList{u"sh"_s, u"-c"_s, QString::fromLatin1(step) + u"; exec \"$@\""_s, pipe}
        + server;
    };
    const Run run = cli(words("fan-out tools call echo --era legacy --json")
        + configured({{u"writer"_s, after(": > \"$0\"", say("rain"))},
            {u"reader"_s, after("read line < \"$0\"", respond(R"("result":{"content":7})"))}}));
    COMPARE_CODE(run, 13);
    const QJsonArray columns = reportOf(run)[u"columns"_s].toArray();
    QCOMPARE(columns[0][u"title"_s].toString(), u"writer"_s);
    // What one violates is not said of the other, however their messages are mixed.
    QVERIFY2(
        columns[0][u"findings"_s].toArray().size() < columns[1][u"findings"_s].toArray().size(),
        run.out.constData());
}

void TestCliFanOut::recordsEveryColumn()
{
    const QString file = m_folder.filePath(u"columns.sonde"_s);
    COMPARE_CODE(withDemo(words("fan-out tools call echo --revision 2025-11-25,2026-07-28 --record")
                     + QStringList(file)),
        0);
    const Run rows =
        cli({u"trace"_s, u"filter"_s, file, u"method == \"tools/call\""_s, u"--count"_s});
    COMPARE_CODE(rows, 0);
    QCOMPARE(rows.out.trimmed(), QByteArray("4")); // requests and responses
}

void TestCliFanOut::endsAllOnASignal()
{
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.setReadChannel(QProcess::StandardError);
    const QStringList mute{kTestServer, u"--mute-at"_s, u"tools/call"_s};
    // As many as work at the same time, and one more.
    process.start(kCli,
        words("fan-out tools call echo --era legacy --trace")
            + configured({{u"alpha"_s, mute}, {u"beta"_s, mute}, {u"gamma"_s, mute},
                {u"delta"_s, mute}, {u"omega"_s, mute}}));
    const QByteArray call(R"("method":"tools/call")");
    QByteArray said;
    while (!said.contains(call) && process.waitForReadyRead(kDeadline))
        said += process.readAllStandardError();
    QVERIFY2(said.contains(call), said.constData());
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 130);
    QVERIFY(run.out.isEmpty());
    // It is not started any more.
    QVERIFY2(!run.err.contains("omega") && !said.contains("omega"), run.err.constData());
}

void TestCliFanOut::saysWhatIsWrongWithTheLine_data()
{
    QTest::addColumn<QStringList>("line");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const char *line, const char *sentence) {
        QTest::newRow(name) << words(line) << QString::fromUtf8(sentence);
    };
    row("no request", "--server one --server two", "needs a request");
    row("another command", "info --server one --server two", "needs a request");
    row("one column", "tools call echo --server one", "at least two columns");
    row("no such server", "tools call echo --server one --server three",
        "There is no server \xe2\x80\x9cthree\xe2\x80\x9d");
    row("no URL", "tools call echo --server one --server http://", "has no host");
    row("a variable for a URL",
        "tools call echo --env A=1 --server http://127.0.0.1:1/ --server one", "has a URL");
    row("no argument", "tools call echo note --server one --server two", "is neither");
}

void TestCliFanOut::saysWhatIsWrongWithTheLine()
{
    QFETCH(QStringList, line);
    QFETCH(QString, sentence);
    const QStringList config = configured({{u"one"_s, {kDemo}}, {u"two"_s, {kDemo}}}).mid(0, 2);
    const Run run = cli(QStringList{u"fan-out"_s} + line + config);
    COMPARE_CODE(run, 1);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(QString::fromUtf8(run.err).contains(sentence), told(run).constData());
}

QTEST_GUILESS_MAIN(TestCliFanOut)
#include "tst_clifanout.moc"
