// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/protectedserver.h"

#include <QDir>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A host that starts `sonde-cli tap --stdio` instead of a server has the server with the URL.
class TestTapBridge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheSameAsTheServer_data();
    void givesTheSameAsTheServer();
    void logsInForTheHost();
    void respondsForAServerThatIsGone();
    void saysWhichRequestAnErrorIsAbout();
    void findsHttpWithSse();
    void saysOfAWrongAddressWhatItSaidFirst();
    void waitsForResponsesWhenTheInputEnds();
    void refusesListening();
};

namespace {

QStringList bridge(const QUrl &url, const QTemporaryDir &folder, const QStringList &options = {})
{
    return QStringList{u"tap"_s, u"--stdio"_s, u"--url"_s, url.toString(), u"--no-keychain"_s,
               u"--record"_s, folder.path()}
    + options;
}

QString recordingIn(const QTemporaryDir &folder)
{
    const QDir files(folder.path());
    return files.filePath(files.entryList({u"*.sonde"_s}).value(0));
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void TestTapBridge::givesTheSameAsTheServer_data()
{
    QTest::addColumn<QString>("revision");
    for (const char *revision : {"2026-07-28", "2025-11-25", "2025-03-26"})
        QTest::newRow(revision) << QString::fromLatin1(revision);
}

void TestTapBridge::givesTheSameAsTheServer()
{
    QFETCH(QString, revision);
    const Demo demo;
    for (const char *command : {"--json tools list", "--json resources read demo://stations/17",
             "--json tools call echo exact:=1e400 note=x", "tools call slow_count n:=2",
             "--json prompts get packing_list city=Oulu"}) {
        const QTemporaryDir folder;
        const QStringList asked = words(command) + QStringList{u"--revision"_s, revision};
        const Run expected =
            cli(asked + QStringList{u"--no-keychain"_s, u"--url"_s, demo.url().toString()});
        const Run seen = cli(asked + QStringList{u"--"_s, kCli} + bridge(demo.url(), folder));
        COMPARE_CODE(expected, 0);
        COMPARE_CODE(seen, 0);
        QCOMPARE(seen.out, expected.out);
        const QByteArray trace = cli({u"trace"_s, u"show"_s, recordingIn(folder)}).out;
        QVERIFY2(trace.contains("host named  sonde"), trace.constData());
        QVERIFY2(trace.contains("POST  /mcp  200"), trace.constData());
        QCOMPARE(trace.contains("DELETE  /mcp"), revision != u"2026-07-28");
    }
}

void TestTapBridge::logsInForTheHost()
{
    ProtectedServer server;
    const QTemporaryDir folder;
    QProcess process;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"SONDE_CLIENT_SECRET"_s, u"SECRET-robot"_s);
    process.setProcessEnvironment(environment);
    process.start(kCli,
        words("tools list --revision 2025-11-25 --") + QStringList{kCli}
            + bridge(server.url(), folder, words("--grant client-credentials --client-id robot")));
    process.closeWriteChannel();
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    QCOMPARE(server.count("/token"), 1);
    QVERIFY(!QByteArray(run.out + run.err).contains("SECRET"));
    const QByteArray stored = bytesOf(recordingIn(folder));
    QVERIFY(stored.size() > 0);
    QVERIFY(!stored.contains("SECRET-"));
}

void TestTapBridge::respondsForAServerThatIsGone()
{
    const QTemporaryDir folder;
    const Run run = cli(bridge(QUrl(u"http://127.0.0.1:1/mcp"_s), folder),
        R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
        "\n");
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.startsWith(R"({"jsonrpc":"2.0","id":"a","error":)"), run.out.constData());
    QCOMPARE(run.out.count('\n'), 1);
}

// The body of a status may be an error without an id: the host would wait for its response.
void TestTapBridge::saysWhichRequestAnErrorIsAbout()
{
    const Demo demo;
    const QTemporaryDir folder;
    const Run run = cli(bridge(demo.url(u"/sse"_s), folder, words("--transport streamable")),
        R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
        "\n");
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out,
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32000,"message":"HTTP+SSE starts with a GET."}})"
        "\n");
}

void TestTapBridge::findsHttpWithSse()
{
    const Demo demo;
    const QTemporaryDir folder;
    const Run run = cli(bridge(demo.url(u"/sse"_s), folder),
        R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"h","version":"1"}}})"
        "\n");
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains(R"("id":"a","result":{"protocolVersion":"2024-11-05")"),
        run.out.constData());
    QCOMPARE(run.out.count('\n'), 1);
    const QByteArray trace = cli({u"trace"_s, u"show"_s, recordingIn(folder)}).out;
    QVERIFY2(trace.contains("POST  /sse  405"), trace.constData());
    QVERIFY2(trace.contains("GET  /sse  200"), trace.constData());
}

void TestTapBridge::saysOfAWrongAddressWhatItSaidFirst()
{
    const Demo demo;
    const QTemporaryDir folder;
    const Run run = cli(bridge(demo.url(u"/nowhere"_s), folder),
        R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
        "\n");
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.startsWith(R"({"jsonrpc":"2.0","id":"a","error":)"), run.out.constData());
    QVERIFY2(run.out.contains("Not found. The endpoint is /mcp."), run.out.constData());
    QCOMPARE(run.out.count('\n'), 1);
}

void TestTapBridge::waitsForResponsesWhenTheInputEnds()
{
    const Demo demo;
    const QTemporaryDir folder;
    const Run run = cli(bridge(demo.url(), folder),
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"h","version":"1"}}})"
        "\nno message\n");
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains(R"("protocolVersion":"2025-11-25")"), run.out.constData());
    QCOMPARE(run.out.count('\n'), 1);
}

void TestTapBridge::refusesListening()
{
    const QTemporaryDir folder;
    const Run run =
        cli(bridge(QUrl(u"http://127.0.0.1:1/mcp"_s), folder, {u"--listen"_s, u"8080"_s}));
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("--listen"), run.err.constData());
}

QTEST_GUILESS_MAIN(TestTapBridge)
#include "tst_tapbridge.moc"
