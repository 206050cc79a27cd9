// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/mockprogram.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli mock: a client gets from a recording what it got from the server.
class TestCliMock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void givesTheRecordedResults_data();
    void givesTheRecordedResults();
    void servesThemOverHttp_data();
    void servesThemOverHttp();
    void showsItsFaults_data();
    void showsItsFaults();
    void playsASnapshot_data();
    void playsASnapshot();
    void saysThatAListIsIncomplete();
    void servesASnapshotOverHttp();
    void passesOnWhatWasNotRecorded();
    void passesProgressAndLogMessagesOn();
    void playsAnImportedRecording();
    void takesTheNearestCall();
    void refusesWhatWasNotRecorded();
    void listsWhatItPlays();
    void endsWithItsInput();
    void survivesALongLine();
    void saysWhatIsWrongWithTheLine_data();
    void saysWhatIsWrongWithTheLine();

private:
    QString place(const QString &name) const { return m_folder.filePath(name); }
    bool write(const QString &name, const QByteArray &text) const;
    // Of the demo server, into a file.
    Run takeSnapshot(const QString &name, const QString &era) const;

    QTemporaryDir m_folder;
};

namespace {

QStringList mock(const QStringList &arguments)
{
    return QStringList{u"--"_s, kCli, u"mock"_s} + arguments;
}

// What a client of the demo server does in a shell: each line is a command.
constexpr char kConversation[] = "tools list --json\n"
                                 "tools call echo note=hello exact:=1e400 --json\n"
                                 "tools call echo note=hello exact:=1.0 --json\n"
                                 "resources list --json\n"
                                 "prompts get packing_list city=Oulu --json\n"
                                 "tools call slow_count n:=3\n"
                                 "tools call confirm_address --json\n"
                                 "complete prompt review_station station= city=Oulu --json\n";

} // namespace

bool TestCliMock::write(const QString &name, const QByteArray &text) const
{
    QFile file(place(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

Run TestCliMock::takeSnapshot(const QString &name, const QString &era) const
{
    const Run run = withDemo({u"--era"_s, era, u"snapshot"_s});
    return write(name, run.out) ? run : Run();
}

void TestCliMock::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QFile form(place(u"form.json"_s));
    QVERIFY(form.open(QIODevice::WriteOnly));
    form.write(R"({"action":"decline"})");
    form.close();
    COMPARE_CODE(withDemo({u"--record"_s, place(u"echo.sonde"_s), u"tools"_s, u"call"_s, u"echo"_s,
                     u"note=a"_s, u"exact:=1.0"_s}),
        0);
}

void TestCliMock::givesTheRecordedResults_data()
{
    QTest::addColumn<QString>("era");
    QTest::newRow("legacy") << u"legacy"_s;
    QTest::newRow("modern") << u"modern"_s;
    QTest::newRow("detected") << u"auto"_s;
}

// Among them a call with progress, and one with a server request: an elicitation, which in the
// modern era is a result that requires input.
void TestCliMock::givesTheRecordedResults()
{
    QFETCH(QString, era);
    const QString file = place(era + u".sonde");
    const QStringList shell{u"--trace"_s, u"--era"_s, era, u"--no-cache"_s, u"--elicitation"_s,
        u'@' + place(u"form.json"_s), u"shell"_s, u"--keep-going"_s};
    const Run real =
        cli(QStringList{u"--record"_s, file} + shell + QStringList{u"--"_s, kDemo}, kConversation);
    COMPARE_CODE(real, 0);
    const Run played = cli(shell + mock({file}), kConversation);
    COMPARE_CODE(played, 0);
    QCOMPARE(played.out, real.out);
    for (const char *message : {"notifications/progress", "elicitation/create"}) {
        QVERIFY2(real.err.contains(message), told(real).constData());
        QCOMPARE(played.err.count(message), real.err.count(message));
    }
    // Everything was recorded, so there is nothing to note.
    QVERIFY2(!played.err.contains("ecorded"), played.err.constData());
}

void TestCliMock::servesThemOverHttp_data()
{
    QTest::addColumn<QString>("era");
    QTest::addColumn<QString>("path");
    QTest::newRow("a session") << u"legacy"_s << u"/mcp"_s;
    QTest::newRow("HTTP+SSE") << u"legacy"_s << u"/sse"_s;
    QTest::newRow("no session") << u"modern"_s << u"/mcp"_s;
    QTest::newRow("detected") << u"auto"_s << u"/mcp"_s;
}

void TestCliMock::servesThemOverHttp()
{
    QFETCH(QString, era);
    QFETCH(QString, path);
    const Demo demo;
    const QString file = place(era + path.mid(1) + u".sonde");
    const auto converse = [&](const QUrl &server, const QStringList &options) {
        return cli(options
                + QStringList{u"--trace"_s, u"--era"_s, era, u"--no-cache"_s, u"--elicitation"_s,
                    u'@' + place(u"form.json"_s), u"--url"_s, server.toString(), u"shell"_s,
                    u"--keep-going"_s},
            kConversation);
    };
    const Run real = converse(demo.url(path), {u"--record"_s, file});
    COMPARE_CODE(real, 0);
    MockProgram mock(file);
    for (int i = 0; i < 2; ++i) { // a second client gets the same
        const Run played = converse(mock.url(path), {});
        COMPARE_CODE(played, 0);
        QCOMPARE(played.out, real.out);
        for (const char *message : {"notifications/progress", "elicitation/create"})
            QCOMPARE(played.err.count(message), real.err.count(message));
    }
    const Run served = mock.interrupt();
    COMPARE_CODE(served, 130);
    QCOMPARE(served.err.count('\n'), 1); // the address: everything was recorded
}

void TestCliMock::showsItsFaults_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<bool>("isHttp");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("sentence"); // of the client
    const auto row = [](const char *fault, bool isHttp, int code, const char *sentence) {
        QTest::addRow("%s, %s", fault, isHttp ? "HTTP" : "stdio")
            << QString::fromLatin1(fault) << isHttp << code << QByteArray(sentence);
    };
    row("silence", false, 7, "No response to tools/call within 5 s.");
    row("silence", true, 7, "No response to tools/call within 5 s.");
    row("broken", false, 7, "Reason: Line 1, column ");
    row("broken", true, 4, "1 message (");
    row("wrong-id", false, 7, "matches no pending request");
    row("wrong-id", true, 4, "1 message (");
    row("close", false, 4, "The connection ended before the response arrived: exit code 1.");
    row("close", true, 4, "closed the connection without a response");
    row("twice", false, 0, "duplicate-id");
    row("twice", true, 0, "duplicate-id");
}

// A fault ends in a sentence of Sonde's own client, and in no hang.
void TestCliMock::showsItsFaults()
{
    QFETCH(QString, fault);
    QFETCH(bool, isHttp);
    QFETCH(int, code);
    QFETCH(QByteArray, sentence);
    const QString responses = place(fault + u".json");
    QFile file(responses);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"responses":[{"tool":"echo","fault":")" + fault.toUtf8() + R"("}]})");
    file.close();
    const QStringList options{u"--responses"_s, responses};
    const QString recording = place(u"echo.sonde"_s);
    const std::unique_ptr<MockProgram> served =
        isHttp ? std::make_unique<MockProgram>(recording, options) : nullptr;
    QStringList call{u"--timeout"_s, fault == u"close" || fault == u"twice" ? u"60s"_s : u"5s"_s,
        u"tools"_s, u"call"_s, u"echo"_s, u"note=a"_s, u"exact:=1.0"_s};
    if (fault == u"twice") // the call itself is fine
        call.prepend(u"--trace"_s);
    const Run run = served ? cli(QStringList{u"--url"_s, served->url(u"/mcp"_s).toString()} + call)
                           : cli(call + mock(QStringList{recording} + options));
    COMPARE_CODE(run, code);
    QVERIFY2(run.err.contains(sentence), told(run).constData());
}

void TestCliMock::playsASnapshot_data()
{
    QTest::addColumn<QString>("era");
    QTest::newRow("legacy") << u"legacy"_s;
    QTest::newRow("modern") << u"modern"_s;
}

// The lists are those of the server, and calls get results that the client accepts.
void TestCliMock::playsASnapshot()
{
    QFETCH(QString, era);
    const QString name = era + u".json";
    const Run real = takeSnapshot(name, era);
    COMPARE_CODE(real, 0);
    const Run played =
        cli(QStringList{u"--era"_s, era, u"--no-cache"_s, u"snapshot"_s} + mock({place(name)}));
    COMPARE_CODE(played, 0);
    const auto listsOf = [](const Run &run) {
        return run.out.mid(run.out.indexOf("\"tools\": {"));
    };
    QCOMPARE(listsOf(played), listsOf(real));
    const auto called = [&](const QString &seed) {
        return cli(QStringList{u"--era"_s, era, u"--json"_s, u"tools"_s, u"call"_s,
                       u"get_weather"_s, u"city=Oulu"_s}
            + mock({place(name), u"--seed"_s, seed}));
    };
    const Run first = called(u"1"_s);
    COMPARE_CODE(first, 0);
    QVERIFY2(first.out.contains("structuredContent"), told(first).constData());
    QCOMPARE(called(u"1"_s).out, first.out);
    QVERIFY(called(u"2"_s).out != first.out);
}

// Otherwise a client of the mock seems to have lost what the snapshot does not have.
void TestCliMock::saysThatAListIsIncomplete()
{
    QVERIFY(write(u"part.json"_s,
        R"({"format":"sonde-snapshot","version":1,"revision":"2025-11-25",)"
        R"("tools":{"complete":false,"items":[]},"prompts":{"complete":true,"items":[]}})"));
    const Run run = cli({u"mock"_s, place(u"part.json"_s)});
    COMPARE_CODE(run, 0);
    QVERIFY2(
        run.err.contains("The snapshot has only a part of the list tools."), told(run).constData());
    QVERIFY2(!run.err.contains("the list prompts"), told(run).constData());
}

void TestCliMock::servesASnapshotOverHttp()
{
    COMPARE_CODE(takeSnapshot(u"http.json"_s, u"modern"_s), 0);
    const MockProgram mock(place(u"http.json"_s));
    const auto list = [&](const QStringList &options, const QString &path) {
        return cli(options
            + QStringList{
                u"--url"_s, mock.url(path).toString(), u"resources"_s, u"list"_s, u"--json"_s});
    };
    const Run modern = list({u"--era"_s, u"modern"_s, u"--no-cache"_s}, u"/mcp"_s);
    COMPARE_CODE(modern, 0);
    QVERIFY2(modern.out.contains("demo://"), told(modern).constData());
    for (const QString &path : {u"/mcp"_s, u"/sse"_s}) {
        const Run legacy = list({u"--era"_s, u"legacy"_s}, path);
        COMPARE_CODE(legacy, 0);
        const QByteArray resources = legacy.out.trimmed().mid(1).chopped(1); // the only member
        QVERIFY2(resources.startsWith("\"resources\":[{"), told(legacy).constData());
        QVERIFY2(modern.out.contains(resources), told(modern).constData());
    }
}

// The recording of what was passed on is the next mock, behind the first one.
void TestCliMock::passesOnWhatWasNotRecorded()
{
    const auto call = [&](const QStringList &arguments, const QStringList &server) {
        return cli(QStringList{u"--json"_s, u"tools"_s, u"call"_s} + arguments
            + mock({place(u"echo.sonde"_s)}) + server);
    };
    const QStringList weather{u"get_weather"_s, u"city=Oulu"_s};
    const QString passed = place(u"passed.sonde"_s);
    const Run real = call(weather, {u"--record"_s, passed, u"--"_s, kDemo});
    COMPARE_CODE(real, 0);
    QVERIFY2(real.out.contains("\"city\":\"Oulu\""), told(real).constData());
    const Run again = call(weather, {u"--"_s, kCli, u"mock"_s, passed});
    COMPARE_CODE(again, 0);
    QCOMPARE(again.out, real.out);
    // What was recorded needs no server.
    const Run recorded =
        call({u"echo"_s, u"note=a"_s, u"exact:=1.0"_s}, {u"--"_s, kCli, u"mock"_s, passed});
    COMPARE_CODE(recorded, 0);
    const Run error = call({u"fail"_s, u"how=protocol"_s}, {u"--"_s, kDemo});
    COMPARE_CODE(error, 6);
}

void TestCliMock::passesProgressAndLogMessagesOn()
{
    const QStringList legacy{u"--era"_s, u"legacy"_s};
    const QString recording = place(u"before.sonde"_s);
    COMPARE_CODE(withDemo(QStringList{u"--record"_s, recording} + legacy
                     + QStringList{u"tools"_s, u"list"_s}),
        0);
    const QStringList mocked = mock(QStringList{recording} + legacy + QStringList{u"--"_s, kDemo});
    const Run counted = cli(legacy
        + QStringList{u"tools"_s, u"call"_s, u"slow_count"_s, u"--typed"_s, u"n=2"_s} + mocked);
    COMPARE_CODE(counted, 0);
    QCOMPARE(counted.err.count("of 2: counted"), qsizetype(2));
    const Run logged = cli(legacy + QStringList{u"--trace"_s, u"shell"_s} + mocked,
        "request logging/setLevel '{\"level\":\"debug\"}'\ntools call log_something\n");
    COMPARE_CODE(logged, 0);
    QVERIFY2(logged.err.contains("notifications/message"), told(logged).constData());
}

void TestCliMock::playsAnImportedRecording()
{
    const QString file = place(u"echo.jsonl"_s);
    COMPARE_CODE(cli({u"trace"_s, u"export"_s, place(u"echo.sonde"_s), u"--output"_s, file}), 0);
    const Run played =
        cli(QStringList{u"--json"_s, u"tools"_s, u"call"_s, u"echo"_s, u"note=a"_s, u"exact:=1.0"_s}
            + mock({file}));
    COMPARE_CODE(played, 0);
    QVERIFY2(played.out.contains("1.0"), told(played).constData());
}

void TestCliMock::takesTheNearestCall()
{
    const QStringList call{
        u"--json"_s, u"tools"_s, u"call"_s, u"echo"_s, u"note=b"_s, u"exact:=1.0"_s};
    const Run nearest = cli(call + mock({place(u"echo.sonde"_s)}));
    COMPARE_CODE(nearest, 0);
    QVERIFY2(nearest.out.contains("\"a\""), told(nearest).constData());
    const Run error = cli(call + mock({place(u"echo.sonde"_s), u"--otherwise"_s, u"error"_s}));
    COMPARE_CODE(error, 6);
    QVERIFY2(error.err.contains("-32602"), told(error).constData());
}

void TestCliMock::refusesWhatWasNotRecorded()
{
    const QByteArray request = "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"prompts/list\"}\n";
    const Run run = cli({u"mock"_s, place(u"echo.sonde"_s)}, request);
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out,
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":-32601,\"message\":"
        "\"The recording has no request prompts/list.\"}}\n");
    QVERIFY2(run.err.contains("sonde-cli: The recording has no request prompts/list."),
        told(run).constData());
    const Run quiet = cli({u"mock"_s, u"--quiet"_s, place(u"echo.sonde"_s)}, request);
    QCOMPARE(quiet.err, "");
}

void TestCliMock::listsWhatItPlays()
{
    const Run table = cli({u"mock"_s, place(u"echo.sonde"_s), u"--list"_s});
    COMPARE_CODE(table, 0);
    QVERIFY2(table.out.contains("tools/call") && table.out.contains("\"exact\":1.0"),
        told(table).constData());
    QVERIFY2(!table.out.contains("_meta"), told(table).constData());
    const Run lines = cli({u"mock"_s, place(u"echo.sonde"_s), u"--list"_s, u"--json"_s});
    COMPARE_CODE(lines, 0);
    bool hasCall = false;
    for (const QByteArray &line : lines.out.trimmed().split('\n')) {
        const QJsonObject row = QJsonDocument::fromJson(line).object();
        QVERIFY2(row[u"messages"_s].isArray(), line.constData());
        hasCall = hasCall || row[u"method"_s] == u"tools/call"_s;
    }
    QVERIFY2(hasCall, told(lines).constData());
}

// The last line may have no end, and what is due is still sent.
void TestCliMock::endsWithItsInput()
{
    const Run run = cli({u"mock"_s, place(u"echo.sonde"_s), u"--speed"_s, u"100"_s},
        R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n");
    COMPARE_CODE(cli({u"mock"_s, place(u"echo.sonde"_s)}), 0);
}

void TestCliMock::survivesALongLine()
{
    const QByteArray line = '"' + QByteArray((16 << 20) + 1, 'x') + "\"\n";
    const Run run = cli({u"mock"_s, place(u"echo.sonde"_s)},
        line + "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n");
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("at most 16 MiB") && run.out.endsWith("\"id\":7,\"result\":{}}\n"),
        told(run).constData());
}

void TestCliMock::saysWhatIsWrongWithTheLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const QString file = place(u"echo.sonde"_s);
    QTest::newRow("no file") << QStringList()
                             << QByteArray("“mock” needs a recording or a snapshot.");
    QTest::newRow("a file that does not exist")
        << QStringList{place(u"none.sonde"_s)} << QByteArray("Cannot read ");
    QTest::newRow("another file") << QStringList{kCli} << QByteArray("cannot be imported");
    QTest::newRow("another server") << QStringList{file, u"--name"_s,
        u"x"_s} << QByteArray("The recording has no request to a server named “x”.");
    QTest::newRow("a fallback") << QStringList{file, u"--otherwise"_s, u"nearst"_s}
                                << QByteArray("Did you mean nearest?");
    for (const QString &speed : {u"fast"_s, u"0"_s, u"-1"_s, u"nan"_s, u"inf"_s, u"1e9"_s})
        QTest::newRow(qUtf8Printable(speed)) << QStringList{file, u"--speed"_s, speed}
                                             << QByteArray("is not a speed. Use immediate, ");
    QTest::newRow("no responses") << QStringList{file, u"--responses"_s, place(u"none.json"_s)}
                                  << QByteArray("Cannot read ");
    QTest::newRow("no file of responses") << QStringList{file, u"--responses"_s,
        place(u"form.json"_s)} << QByteArray("is not a file of responses. It has no array");
    QFile large(place(u"large.json"_s));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize((16 << 20) + 1));
    QTest::newRow("too many responses") << QStringList{file, u"--responses"_s,
        large.fileName()} << QByteArray("is too large for a file of responses: at most 16 MiB.");
    QTest::newRow("a list over HTTP")
        << QStringList{file, u"--list"_s, u"--http"_s, u"0"_s} << QByteArray("Remove one of them.");
    QTest::newRow("an address") << QStringList{file, u"--http"_s, u"example.com:80"_s}
                                << QByteArray("--http");
    const QString snapshot = place(u"usage.json"_s);
    QVERIFY(
        write(u"usage.json"_s, "{\"format\":\"sonde-snapshot\",\"version\":1,\"revision\":\"\"}"));
    QVERIFY(write(u"later.json"_s, "{\"format\":\"sonde-snapshot\",\"version\":9}"));
    QTest::newRow("another snapshot")
        << QStringList{place(u"later.json"_s)} << QByteArray("Cannot read the snapshot ");
    QTest::newRow("an option for recordings") << QStringList{snapshot, u"--otherwise"_s,
        u"error"_s} << QByteArray("is a snapshot, and --otherwise is for a recording.");
    QTest::newRow("a list of a snapshot")
        << QStringList{snapshot, u"--list"_s} << QByteArray("--list is for a recording.");
    QTest::newRow("a snapshot with a server")
        << QStringList{snapshot, u"--"_s, kDemo} << QByteArray("its mock passes no request on.");
    QTest::newRow("a list with a server")
        << QStringList{file, u"--list"_s, u"--"_s, kDemo} << QByteArray("--list contradicts ");
    QTest::newRow("a seed of a recording")
        << QStringList{file, u"--seed"_s, u"1"_s} << QByteArray("--seed is for a snapshot ");
    QTest::newRow("a seed") << QStringList{snapshot, u"--seed"_s, u"x"_s}
                            << QByteArray("is not a number for --seed.");
    QTest::newRow("uses on stdio")
        << QStringList{file, u"--uses"_s} << QByteArray("Add --http, or remove --uses.");
    QTest::newRow("json") << QStringList{file, u"--json"_s} << QByteArray("Add --list");
}

void TestCliMock::saysWhatIsWrongWithTheLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const Run run = cli(QStringList{u"mock"_s} + arguments);
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(sentence), told(run).constData());
    QCOMPARE(run.out, "");
}

QTEST_GUILESS_MAIN(TestCliMock)
#include "tst_climock.moc"
