// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/client.h"
#include "support/places.h"
#include "support/recordingsink.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

#include <sys/stat.h>

using namespace sonde;
using namespace sonde::mcp;

namespace {

constexpr int kDeadline = 20'000;

ClientConfig configFor(const QStringList &switches)
{
    ClientConfig config;
    config.name = QStringLiteral("test");
    config.endpoint.launch()->program = sonde::test::programPath("mcptestserver");
    config.endpoint.launch()->arguments = switches;
    config.endpoint.launch()->patience = std::chrono::milliseconds(300);
    config.era.mode = EraPolicy::Mode::Auto;
    config.timeouts.handshake = std::chrono::milliseconds(5000);
    return config;
}

} // namespace

// How a client finds out the era of a server that it starts.
class TestEraDetection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void goesOnInTheProcessThatWasProbed_data();
    void goesOnInTheProcessThatWasProbed();
    void startsAnotherProcessWhereTheProbedOneCannotGoOn_data();
    void startsAnotherProcessWhereTheProbedOneCannotGoOn();
    void respondsToAPingFromTheFirstLineOn_data();
    void respondsToAPingFromTheFirstLineOn();
    void aKnownVerdictSavesTheProbe();
    void probesWhenWhatIsKnownDoesNotHold();
    void saysThatTheServerIsStillFetched();
};

void TestEraDetection::goesOnInTheProcessThatWasProbed_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<Era>("era");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<int>("openings"); // requests until the session is open
    QTest::newRow("a modern server")
        << QStringLiteral("sonde-demo-server") << Era::Modern << QStringLiteral("2026-07-28") << 1;
    QTest::newRow("a legacy server")
        << QStringLiteral("mcptestserver") << Era::Legacy << QStringLiteral("2025-06-18") << 2;
}

void TestEraDetection::goesOnInTheProcessThatWasProbed()
{
    QFETCH(QString, program);
    QFETCH(Era, era);
    QFETCH(QString, revision);
    QFETCH(int, openings);
    test::RecordingSink traffic;
    auto config = configFor({});
    config.endpoint.launch()->program = sonde::test::programPath() + QLatin1Char('/') + program;
    config.traffic = &traffic;
    Client client(config);
    QSignalSpy detected(&client, &Client::revisionDetected);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(client.negotiated().era, era);
    QCOMPARE(client.negotiated().revision, revision);
    for (const char *part : {"server/discover", "in the same process"})
        QVERIFY2(client.negotiated().detection.contains(QLatin1String(part)),
            qPrintable(client.negotiated().detection));
    QCOMPARE(detected.size(), 1);
    QCOMPARE(detected.front().front().value<DetectedRevision>().era, era);
    for (const StartStep &step : client.steps())
        QCOMPARE(step.status, StartStep::Status::Done);
    // One process, four streams; no request was repeated.
    QCOMPARE(traffic.streams.size(), std::size_t(4));
    QVERIFY(std::none_of(traffic.streams.begin(), traffic.streams.end(),
        [](const rpc::StreamInfo &stream) { return stream.probe; }));
    QStringList sent;
    for (const auto &message : traffic.messagesOf(rpc::Channel::Sent)) {
        if (message.kind == rpc::Kind::Request)
            sent << QString::fromStdString(message.method);
    }
    QCOMPARE(sent.mid(0, openings),
        (QStringList{QStringLiteral("server/discover"), QStringLiteral("initialize")}.mid(
            0, openings)));
    // And it is a whole session: it is called, and ended, like any other.
    std::optional<Result<Response>> called;
    client.callTool(QStringLiteral("echo"), Bytes::copyOf(R"({"text":"a"})"), {}, this,
        [&](const Result<Response> &result) { called = result; });
    QTRY_VERIFY_WITH_TIMEOUT(called.has_value(), kDeadline);
    QVERIFY(called->ok());
    client.stop();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Stopped, kDeadline);
    QVERIFY(client.endReport());
    QCOMPARE(client.endReport()->sentence(), QStringLiteral("exit code 0"));
}

void TestEraDetection::startsAnotherProcessWhereTheProbedOneCannotGoOn_data()
{
    QTest::addColumn<QString>("misbehaviour");
    QTest::newRow("it died") << QStringLiteral("--exit-at");
    QTest::newRow("it hangs") << QStringLiteral("--mute-at");
    QTest::newRow("it took offence") << QStringLiteral("--offended-at");
}

void TestEraDetection::startsAnotherProcessWhereTheProbedOneCannotGoOn()
{
    QFETCH(QString, misbehaviour);
    test::RecordingSink traffic;
    auto config = configFor({misbehaviour, QStringLiteral("server/discover")});
    config.timeouts.handshake = std::chrono::milliseconds(1000);
    config.traffic = &traffic;
    Client client(config);
    QSignalSpy detected(&client, &Client::revisionDetected);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(client.negotiated().era, Era::Legacy);
    QVERIFY2(!client.negotiated().detection.contains(QLatin1String("in the same process")),
        qPrintable(client.negotiated().detection));
    // Two processes, eight streams; the second one is not probed.
    QCOMPARE(traffic.streams.size(), std::size_t(8));
    std::map<int, bool> discovers; // by connection
    for (std::size_t i = 0; i < traffic.streams.size(); ++i) {
        if (traffic.streams[i].channel == rpc::Channel::Sent)
            discovers[traffic.streams[i].connection] =
                traffic.recorded[static_cast<rpc::StreamId>(i)].find("server/discover\",")
                != std::string::npos;
    }
    QCOMPARE(discovers.size(), std::size_t(2));
    QVERIFY(discovers.begin()->second);
    QVERIFY(!discovers.rbegin()->second);
    // What was found is kept, so that the next start takes one process.
    QCOMPARE(detected.size(), 1);
    QCOMPARE(detected.front().front().value<DetectedRevision>().era, Era::Legacy);
}

void TestEraDetection::respondsToAPingFromTheFirstLineOn_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("processes");
    QTest::newRow("the probe becomes the session") << QStringList() << 1;
    QTest::newRow("the probe gets no response")
        << QStringList{QStringLiteral("--mute-at"), QStringLiteral("server/discover")} << 2;
}

// 2025-11-25 basic/utilities/ping: a server with a watchdog ends when its ping gets no response.
void TestEraDetection::respondsToAPingFromTheFirstLineOn()
{
    QFETCH(QStringList, more);
    QFETCH(int, processes);
    test::RecordingSink traffic;
    auto config = configFor(QStringList{QStringLiteral("--garbage"),
                                QStringLiteral(R"({"jsonrpc":"2.0","id":"w","method":"ping"})")}
        + more);
    config.timeouts.handshake = std::chrono::milliseconds(1000);
    config.traffic = &traffic;
    Client client(config);
    client.start();
    QTRY_VERIFY_WITH_TIMEOUT(client.state() != ClientState::Starting, 5000);
    QVERIFY2(client.state() == ClientState::Ready,
        qPrintable(client.failure().sentence + client.failure().detail));

    QStringList sent;
    for (const auto &message : traffic.messagesOf(rpc::Channel::Sent))
        sent << (message.kind == rpc::Kind::Response ? QStringLiteral("response")
                                                     : QString::fromStdString(message.method));
    QCOMPARE(sent.count(QStringLiteral("response")), processes);
    QVERIFY2(sent.indexOf(QStringLiteral("response")) < sent.indexOf(QStringLiteral("initialize")),
        qPrintable(sent.join(u' ')));
}

void TestEraDetection::aKnownVerdictSavesTheProbe()
{
    test::RecordingSink traffic;
    auto config = configFor({});
    config.traffic = &traffic;
    config.known = DetectedRevision{Era::Legacy, QStringLiteral("2025-06-18"), false, {}, 0};
    Client client(config);
    QSignalSpy detected(&client, &Client::revisionDetected);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(traffic.streams.size(), std::size_t(4)); // one process
    QVERIFY2(client.negotiated().detection.contains(QLatin1String("not probed")),
        qPrintable(client.negotiated().detection));
    QVERIFY(detected.isEmpty());
}

void TestEraDetection::probesWhenWhatIsKnownDoesNotHold()
{
    auto config = configFor({});
    config.known = DetectedRevision{Era::Modern, QStringLiteral("2026-07-28"), false, {}, 0};
    Client client(config);
    QSignalSpy detected(&client, &Client::revisionDetected);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(client.negotiated().era, Era::Legacy);
    QCOMPARE(detected.size(), 2); // what was known is void; what was found
    QVERIFY(detected.at(0).front().value<DetectedRevision>().revision.isEmpty());
    QCOMPARE(detected.at(1).front().value<DetectedRevision>().era, Era::Legacy);
}

// A launcher that fetches until it is told that the server is there.
void TestEraDetection::saysThatTheServerIsStillFetched()
{
    const QTemporaryDir folder;
    const QString gate = folder.filePath(QStringLiteral("gate"));
    QCOMPARE(::mkfifo(QFile::encodeName(gate).constData(), 0600), 0);
    const QString npx = folder.filePath(QStringLiteral("npx"));
    QFile script(npx);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(("#!/bin/sh\nread go <'" + gate + "'\n\"$@\"\nexit $?\n").toUtf8());
    script.close();
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

    auto config = configFor({sonde::test::programPath("mcptestserver")});
    config.endpoint.launch()->program = npx;
    config.timeouts.handshake = std::chrono::milliseconds(kDeadline);
    Client client(config);
    client.start();
    const auto isSaid = [&client] {
        return std::any_of(client.steps().begin(), client.steps().end(), [](const StartStep &step) {
            return step.status == StartStep::Status::Running
                && step.detail == QLatin1String("npx is still fetching the server");
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSaid(), kDeadline);
    QCOMPARE(client.state(), ClientState::Starting);
    QFile go(gate);
    QVERIFY(go.open(QIODevice::WriteOnly));
    go.write("go\n");
    go.close();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QVERIFY(!isSaid());
    for (const StartStep &step : client.steps())
        QCOMPARE(step.status, StartStep::Status::Done);
}

QTEST_GUILESS_MAIN(TestEraDetection)
#include "tst_eradetection.moc"
