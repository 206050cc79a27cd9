// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/mockprogram.h"
#include "support/places.h"
#include "support/publishedservers.h"
#include "support/tapprogram.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Hosts that others wrote and published (tests/hosts/package.json) give with a tap before their
// server the same output and exit codes as without, and what the tap recorded of them is complete
// and breaks no rule.
class TestRealHosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void drivesAProgram_data();
    void drivesAProgram();
    void drivesAnAddress_data();
    void drivesAnAddress();
    void drivesAnAddressThroughABridge();
    void theFirstSdkBreaksNoRule();
};

namespace {

QByteArray both(const Run &without, const Run &with)
{
    return "without a tap: " + told(without) + "\nwith a tap: " + told(with);
}

// What a host of drive.mjs is called in its messages.
QByteArray namedBy(const QString &host)
{
    if (host.startsWith(u"inspector"))
        return "inspector-cli 2.12.0";
    if (host.startsWith(u"client"))
        return "sonde-test-client 2.0.0";
    return host == u"mcpc" ? "mcpc 0.2.6" : "claude-code ";
}

class Driven {
public:
    Driven(const QString &host, const QString &offer, const QStringList &server)
    {
        m_process.setProcessEnvironment(cleanEnvironment());
        m_process.start(u"node"_s,
            QStringList{sonde::test::sourcePath("tests/hosts/drive.mjs"), host, offer} + server);
        m_process.closeWriteChannel();
    }
    // Each command with its exit code, its output and its errors.
    Run run() { return finishedRun(m_process); }

private:
    QProcess m_process;
};

QStringList rulesBroken(const QString &recording)
{
    const Run run = cli(
        {u"trace"_s, u"check"_s, u"--level"_s, u"error"_s, u"--format"_s, u"json"_s, recording});
    const QJsonObject checked = QJsonDocument::fromJson(run.out).object();
    if (run.code != 0 && !checked.contains(u"findings"))
        return {QString::fromUtf8(told(run))};
    QStringList rules;
    for (const QJsonValue &finding : checked.value(u"findings").toArray())
        rules << finding[u"party"].toString() + u' ' + finding[u"rule"].toString() + u": "_s
                + finding[u"sentence"].toString();
    return rules;
}

int requestsIn(const QString &recording, const QString &method)
{
    return cli({u"trace"_s, u"filter"_s, recording,
                   u"method == \"%1\" and kind == request and status != pending"_s.arg(method),
                   u"--count"_s})
        .out.trimmed()
        .toInt();
}

// How often each host requests what in drive.mjs, beside whatever it asks of its own accord.
QList<std::pair<QString, int>> requestsOf(const QString &host, const QString &offer)
{
    if (host == u"claude")
        return {};
    const bool callsMissingTool = !host.startsWith(u"inspector");
    const int read = offer == u"modern" ? 0 : 1;
    return {{u"tools/call"_s, callsMissingTool ? 2 : 1}, {u"resources/read"_s, read},
        {u"prompts/get"_s, read}};
}

// A host may have started the server several times.
void verifyRecordings(const QString &folder, const QString &host, const QString &offer)
{
    const QFileInfoList files = QDir(folder).entryInfoList({u"*.sonde"_s});
    QVERIFY(!files.isEmpty());
    QMap<QString, int> counts;
    for (const QFileInfo &file : files) {
        const QString path = file.filePath();
        const Run shown = cli({u"trace"_s, u"show"_s, path});
        QVERIFY2(shown.out.contains(QByteArray("host named  " + namedBy(host))),
            told(shown).constData());
        QVERIFY2(!shown.out.contains("recording gap"), told(shown).constData());
        QVERIFY2(unansweredIn(path) == 0, told(shown).constData());
        QCOMPARE(rulesBroken(path), QStringList());
        for (const auto &[method, count] : requestsOf(host, offer))
            counts[method] += requestsIn(path, method);
    }
    for (const auto &[method, count] : requestsOf(host, offer))
        QVERIFY2(counts[method] == count,
            qPrintable(u"%1: %2 in place of %3"_s.arg(method).arg(counts[method]).arg(count)));
}

// Published hosts pass few variables to the servers they start: the command itself carries the
// folder of the announcements, or the taps appear in the window of whoever runs the tests.
QStringList announcedIn(const QString &taps, const QStringList &arguments)
{
    return QStringList{u"/usr/bin/env"_s, u"SONDE_TAPS="_s + taps, kCli} + arguments;
}

constexpr int kCannotRunHere = 77;

} // namespace

void TestRealHosts::initTestCase()
{
    if (const QString missing = missingServers(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    if (!QFile::exists(sonde::test::sourcePath("tests/hosts/node_modules/@apify/mcpc")))
        QSKIP("The published hosts are not installed: run ./dev test, which does it (npm ci).");
}

void TestRealHosts::drivesAProgram_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("offer");
    QTest::addColumn<QStringList>("server");
    const QStringList published{u"node"_s, u"--require"_s,
        sonde::test::sourcePath("tests/servers/published.cjs"), everything(), u"stdio"_s};
    const QStringList modern{u"node"_s, serversFolder() + u"modern.mjs"};
    const auto row = [](const QString &host, const QString &offer, const QStringList &server) {
        QTest::newRow(qPrintable(host + u", " + offer)) << host << offer << server;
    };
    row(u"inspector"_s, u"everything"_s, published);
    row(u"inspector-modern"_s, u"demo"_s, {kDemo});
    row(u"mcpc"_s, u"everything"_s, published);
    row(u"client"_s, u"everything"_s, published);
    row(u"client"_s, u"demo"_s, {kDemo});
    row(u"client-modern"_s, u"demo"_s, {kDemo});
    row(u"client-modern"_s, u"modern"_s, modern);
    row(u"client-modern"_s, u"everything"_s, published);
    row(u"claude"_s, u"demo"_s, {kDemo});
    row(u"claude"_s, u"everything"_s, published);
}

void TestRealHosts::drivesAProgram()
{
    QFETCH(QString, host);
    QFETCH(QString, offer);
    QFETCH(QStringList, server);
    const QTemporaryDir recordings;
    const QString taps = recordings.filePath(u"taps"_s);
    Driven without(host, offer, server);
    Driven with(host, offer,
        announcedIn(
            taps, QStringList{u"tap"_s, u"--record"_s, recordings.path(), u"--"_s} + server));
    const Run expected = without.run();
    const Run seen = with.run();
    if (expected.code == kCannotRunHere)
        QSKIP(expected.err.constData());
    COMPARE_CODE(expected, 0);
    COMPARE_CODE(seen, 0);
    QVERIFY2(seen.out == expected.out, both(expected, seen).constData());
    QVERIFY2(expected.out.contains("echo") || host == u"claude", told(expected).constData());
    QVERIFY2(expected.out.contains("Connected") || host != u"claude", told(expected).constData());
    verifyRecordings(recordings.path(), host, offer);
    QVERIFY2(QFileInfo::exists(taps), "The tap was announced in another folder.");
}

void TestRealHosts::drivesAnAddress_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("offer");
    QTest::addColumn<QString>("path");
    const auto row = [](const QString &host, const QString &offer, const QString &path) {
        QTest::newRow(qPrintable(host + u", " + offer + path)) << host << offer << path;
    };
    row(u"inspector"_s, u"demo"_s, u"/sse"_s);
    row(u"inspector-modern"_s, u"demo"_s, u"/mcp"_s);
    row(u"mcpc"_s, u"demo"_s, u"/mcp"_s);
    row(u"client"_s, u"everything"_s, u"/mcp"_s);
    row(u"client"_s, u"demo"_s, u"/mcp"_s);
    row(u"client-modern"_s, u"demo"_s, u"/mcp"_s);
    row(u"client-modern"_s, u"modern"_s, u"/mcp"_s);
    row(u"client-modern"_s, u"everything"_s, u"/mcp"_s);
    row(u"claude"_s, u"demo"_s, u"/mcp"_s);
}

namespace {

// The server with an address that the row names.
class Served {
public:
    explicit Served(const QString &offer, const QString &path)
        : m_demo(offer == u"demo" ? std::make_unique<Demo>() : nullptr)
        , m_node(m_demo
                  ? nullptr
                  : std::make_unique<NodeServer>(offer == u"modern" ? offer : u"streamableHttp"_s))
        , m_url(m_demo ? m_demo->url(path) : m_node->url(path))
    {
    }
    QUrl url() const { return m_url; }

private:
    const std::unique_ptr<Demo> m_demo;
    const std::unique_ptr<NodeServer> m_node;
    const QUrl m_url;
};

} // namespace

void TestRealHosts::drivesAnAddress()
{
    QFETCH(QString, host);
    QFETCH(QString, offer);
    QFETCH(QString, path);
    const Served server(offer, path);
    TapProgram tap(server.url());
    Driven without(host, offer, {server.url().toString()});
    Driven with(host, offer, {tap.url().toString()});
    const Run expected = without.run();
    const Run seen = with.run();
    if (expected.code == kCannotRunHere)
        QSKIP(expected.err.constData());
    COMPARE_CODE(expected, 0);
    COMPARE_CODE(seen, 0);
    QVERIFY2(seen.out == expected.out, both(expected, seen).constData());
    tap.end();
    verifyRecordings(QFileInfo(tap.recording()).path(), host, offer);
    if (offer != u"demo"_s)
        return;
    const MockProgram mock(tap.recording()); // is to the host what the server was
    const Run played = Driven(host, offer, {mock.url(path).toString()}).run();
    QVERIFY2(played.out == expected.out, both(expected, played).constData());
}

// `tap --stdio`: a host that starts programs has the server with the address.
void TestRealHosts::drivesAnAddressThroughABridge()
{
    const Served server(u"demo"_s, u"/mcp"_s);
    for (const QString &host : {u"mcpc"_s, u"client"_s, u"client-modern"_s}) {
        const QTemporaryDir recordings;
        const QString taps = recordings.filePath(u"taps"_s);
        Driven without(host, u"demo"_s, {kDemo});
        Driven with(host, u"demo"_s,
            announcedIn(taps,
                {u"tap"_s, u"--stdio"_s, u"--url"_s, server.url().toString(), u"--no-keychain"_s,
                    u"--record"_s, recordings.path()}));
        const Run expected = without.run();
        const Run seen = with.run();
        COMPARE_CODE(expected, 0);
        COMPARE_CODE(seen, 0);
        QVERIFY2(seen.out == expected.out, both(expected, seen).constData());
        verifyRecordings(recordings.path(), host, u"demo"_s);
        QVERIFY2(QFileInfo::exists(taps), "The tap was announced in another folder.");
        if (QTest::currentTestFailed())
            return;
    }
}

// What its client prints is compared in tst_taphosts.
void TestRealHosts::theFirstSdkBreaksNoRule()
{
    const auto walk = [](const QStringList &server) {
        QProcess host;
        host.setProcessEnvironment(cleanEnvironment());
        host.start(u"node"_s, QStringList{serversFolder() + u"host.mjs"} + server);
        host.closeWriteChannel();
        return finishedRun(host).code;
    };
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"it.sonde"_s);
    const QString taps = folder.filePath(u"taps"_s);
    QCOMPARE(walk(announcedIn(taps, {u"tap"_s, u"--record"_s, file, u"--"_s, kDemo})), 0);
    QVERIFY2(QFileInfo::exists(taps), "The tap was announced in another folder.");
    QCOMPARE(rulesBroken(file), QStringList());
    const Demo server;
    for (const QString &path : {u"/mcp"_s, u"/sse"_s}) {
        TapProgram tap(server.url(path));
        QCOMPARE(walk({tap.url().toString()}), 0);
        tap.end();
        QCOMPARE(rulesBroken(tap.recording()), QStringList());
        QCOMPARE(requestsIn(tap.recording(), u"tools/call"_s), 202);
    }
}

QTEST_GUILESS_MAIN(TestRealHosts)
#include "tst_realhosts.moc"
