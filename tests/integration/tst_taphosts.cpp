// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/places.h"
#include "support/publishedservers.h"
#include "support/tapprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A host that others wrote (the published SDK's client) gets from published servers the same with a
// tap between them as without, and everything is in the recording.
class TestTapHosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void receivesTheSame_data();
    void receivesTheSame();
    void receivesTheSameOverHttp_data();
    void receivesTheSameOverHttp();
    void receivesTheSameThroughABridge_data() { receivesTheSameOverHttp_data(); }
    void receivesTheSameThroughABridge();
};

namespace {

Run host(const QStringList &server, const QString &data)
{
    QProcess process;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"XDG_DATA_HOME"_s, data);
    environment.insert(u"MEMORY_FILE_PATH"_s, data + u"/memory.json");
    process.setProcessEnvironment(environment);
    process.start(u"node"_s, QStringList{serversFolder() + u"host.mjs"} + server);
    process.closeWriteChannel();
    return finishedRun(process);
}

QByteArrayList sorted(const QByteArray &out)
{
    QByteArrayList lines = out.split('\n');
    std::sort(lines.begin(), lines.end()); // several responses are on their way at once
    return lines;
}

} // namespace

void TestTapHosts::initTestCase()
{
    if (const QString missing = missingServers(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
}

void TestTapHosts::receivesTheSame_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<int>("calls"); // of tools, that the recording has
    QTest::newRow("everything") << QStringList{u"node"_s, u"--require"_s,
        sonde::test::sourcePath("tests/servers/published.cjs"), everything(), u"stdio"_s}
                                << 203;
    QTest::newRow("filesystem") << QStringList{u"node"_s, publishedServer(u"filesystem"_s),
        QDir::tempPath()} << 202;
    QTest::newRow("memory") << QStringList{u"node"_s, publishedServer(u"memory"_s)} << 202;
    QTest::newRow("modern") << QStringList{u"node"_s, serversFolder() + u"modern.mjs"} << 203;
    QTest::newRow("demo") << QStringList{kDemo} << 202;
}

void TestTapHosts::receivesTheSame()
{
    QFETCH(QStringList, server);
    const QTemporaryDir data;
    const Run expected = host(server, data.path());
    COMPARE_CODE(expected, 0);
    const Run seen =
        host(QStringList{kCli, u"tap"_s, u"--name"_s, u"it"_s, u"--"_s} + server, data.path());
    COMPARE_CODE(seen, 0);
    QVERIFY(expected.out.size() > 1000);
    QVERIFY2(seen.out == expected.out, told(seen).left(3000).constData());
    QCOMPARE(seen.err, expected.err);

    const QDir sessions(data.filePath(u"sonde/sessions"_s));
    const QStringList files = sessions.entryList({u"*.sonde"_s});
    QCOMPARE(files.size(), 1);
    const Run calls = cli({u"trace"_s, u"filter"_s, sessions.filePath(files.first()),
        u"method == \"tools/call\" and kind == request and status != pending"_s, u"--count"_s});
    QTEST(calls.out.trimmed().toInt(), "calls");
    const Run named = cli({u"trace"_s, u"show"_s, sessions.filePath(files.first())});
    QVERIFY(named.out.contains("host named  sonde-test-host 1.0.0"));
    QVERIFY(named.out.contains("tap started  node"));
    QVERIFY(!named.out.contains("recording gap"));
}

void TestTapHosts::receivesTheSameOverHttp_data()
{
    QTest::addColumn<QString>("kind"); // of NodeServer; empty: the demo server
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("count");
    QTest::newRow("everything") << u"streamableHttp"_s << u"/mcp"_s << 203;
    QTest::newRow("everything, HTTP with SSE") << u"sse"_s << u"/sse"_s << 203;
    QTest::newRow("demo") << QString() << u"/mcp"_s << 202;
    QTest::newRow("demo, HTTP with SSE") << QString() << u"/sse"_s << 202;
}

void TestTapHosts::receivesTheSameOverHttp()
{
    QFETCH(QString, kind);
    QFETCH(QString, path);
    QFETCH(int, count);
    const auto node = kind.isEmpty() ? nullptr : std::make_unique<NodeServer>(kind);
    const auto demo = kind.isEmpty() ? std::make_unique<Demo>() : nullptr;
    const QUrl url = node ? node->url(path) : demo->url(path);
    TapProgram tap(url);
    const QTemporaryDir data;
    const Run expected = host({url.toString()}, data.path());
    COMPARE_CODE(expected, 0);
    QVERIFY(expected.out.size() > 1000);
    // Two at once, with the same ids.
    QProcess other;
    other.start(u"node"_s, {serversFolder() + u"host.mjs", tap.url().toString()});
    const Run seen = host({tap.url().toString()}, data.path());
    const Run beside = finishedRun(other);
    COMPARE_CODE(seen, 0);
    COMPARE_CODE(beside, 0);
    QCOMPARE(sorted(seen.out), sorted(expected.out));
    QCOMPARE(sorted(beside.out), sorted(expected.out));
    tap.end();
    const Run calls = cli({u"trace"_s, u"filter"_s, tap.recording(),
        u"method == \"tools/call\" and kind == request and status != pending"_s, u"--count"_s});
    QCOMPARE(calls.out.trimmed().toInt(), 2 * count);
    QCOMPARE(
        cli({u"trace"_s, u"show"_s, tap.recording()}).out.count("host named  sonde-test-host"), 2);
}

// `tap --stdio`: a host that knows only programs has the server with the URL.
void TestTapHosts::receivesTheSameThroughABridge()
{
    QFETCH(QString, kind);
    QFETCH(QString, path);
    QFETCH(int, count);
    const auto node = kind.isEmpty() ? nullptr : std::make_unique<NodeServer>(kind);
    const auto demo = kind.isEmpty() ? std::make_unique<Demo>() : nullptr;
    const QUrl url = node ? node->url(path) : demo->url(path);
    const QTemporaryDir data;
    const Run expected = host({url.toString()}, data.path());
    COMPARE_CODE(expected, 0);
    QVERIFY(expected.out.size() > 1000);
    const Run seen = host({kCli, u"tap"_s, u"--stdio"_s, u"--url"_s, url.toString(),
                              u"--no-keychain"_s, u"--record"_s, data.filePath(u"it.sonde"_s)},
        data.path());
    COMPARE_CODE(seen, 0);
    QCOMPARE(sorted(seen.out), sorted(expected.out));
    const Run calls = cli({u"trace"_s, u"filter"_s, data.filePath(u"it.sonde"_s),
        u"method == \"tools/call\" and kind == request and status != pending"_s, u"--count"_s});
    QCOMPARE(calls.out.trimmed().toInt(), count);
}

QTEST_GUILESS_MAIN(TestTapHosts)
#include "tst_taphosts.moc"
