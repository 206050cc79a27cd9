// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/connection/observation.h"

#include "platform/processinfo.h"
#include "session/connection/serverprocess.h"

#include <QTest>

#include <unistd.h>

using namespace sonde;
using namespace Qt::StringLiterals;
using models::CatalogKind;
using rpc::Channel;
using session::Observation;

// What an observer learns from the messages of others, whatever they are.
class TestObservation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsFromAHandshake();
    void learnsFromRequestsWithoutAHandshake();
    void followsListsPageByPage();
    void believesNoResponseOfTheWrongSide();
    void followsTasks();
    void boundsWhatItRemembers();
    void beginsAnew();
    void namesTheProcessBehindATap_data();
    void namesTheProcessBehindATap();
    void knowsNoProcessOfAnEndedTap();
};

namespace {

void take(Observation &seen, Channel channel, const std::string &text)
{
    for (const rpc::Message &message : rpc::decode(Bytes::copyOf(text), true))
        seen.take(channel, message);
}

void shakeHands(Observation &seen)
{
    take(seen, Channel::Sent,
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
        R"("capabilities":{"roots":{}},"clientInfo":{"name":"acme","version":"3"}}})");
    take(seen, Channel::Received,
        R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{)"
        R"("tools":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"Hello"}})");
}

} // namespace

void TestObservation::learnsFromAHandshake()
{
    Observation seen;
    shakeHands(seen);
    QCOMPARE(seen.hostName(), u"acme"_s);
    QCOMPARE(seen.hostVersion(), u"3"_s);
    QCOMPARE(seen.negotiated().era, mcp::Era::Legacy);
    QCOMPARE(seen.negotiated().revision, u"2025-06-18"_s);
    QVERIFY(seen.negotiated().detection.contains(u"2025-11-25"_s));
    QCOMPARE(seen.negotiated().serverName, u"s"_s);
    QCOMPARE(seen.negotiated().instructions, u"Hello"_s);
    QVERIFY(seen.negotiated().clientCapabilities.root()["roots"].exists());
    QVERIFY(seen.negotiated().serverCapabilities()["tools"].exists());
}

void TestObservation::learnsFromRequestsWithoutAHandshake()
{
    Observation seen;
    take(seen, Channel::Sent,
        R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)"
        R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientInfo":{"name":"n","title":"Acme","version":"4"},)"
        R"("io.modelcontextprotocol/clientCapabilities":{"sampling":{}}}}})");
    QCOMPARE(seen.negotiated().era, mcp::Era::Modern);
    QCOMPARE(seen.negotiated().revision, u"2026-07-28"_s);
    QCOMPARE(seen.hostName(), u"Acme"_s);
    QVERIFY(seen.negotiated().clientCapabilities.root()["sampling"].exists());
}

void TestObservation::followsListsPageByPage()
{
    Observation seen;
    take(seen, Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    take(seen, Channel::Received,
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}],"nextCursor":"2"}})");
    QCOMPARE(seen.list(CatalogKind::Tool).items.size(), std::size_t(1));
    take(seen, Channel::Sent,
        R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}})");
    take(seen, Channel::Received, R"({"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"b"}]}})");
    QCOMPARE(seen.list(CatalogKind::Tool).items.size(), std::size_t(2));
    QVERIFY(seen.list(CatalogKind::Tool).isComplete());
    // Anew.
    take(seen, Channel::Sent, R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})");
    take(seen, Channel::Received, R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"c"}]}})");
    QCOMPARE(seen.list(CatalogKind::Tool).items.size(), std::size_t(1));
    QVERIFY(seen.list(CatalogKind::Prompt).items.empty());
    // An error takes nothing away.
    take(seen, Channel::Sent, R"({"jsonrpc":"2.0","id":4,"method":"tools/list"})");
    take(seen, Channel::Received,
        R"({"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"no"}})");
    QCOMPARE(seen.list(CatalogKind::Tool).items.size(), std::size_t(1));
}

// Each side counts its ids by itself.
void TestObservation::believesNoResponseOfTheWrongSide()
{
    Observation seen;
    take(seen, Channel::Received, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    take(seen, Channel::Sent, R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}})");
    take(seen, Channel::Received, R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{}})");
    take(seen, Channel::Sent, R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"x"}})");
    take(seen, Channel::Received, R"({"jsonrpc":"2.0","id":9,"result":{"tools":[{"name":"a"}]}})");
    QVERIFY(seen.list(CatalogKind::Tool).items.empty());
    QVERIFY(seen.negotiated().revision.isEmpty());
}

void TestObservation::followsTasks()
{
    Observation seen;
    take(seen, Channel::Sent,
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"report","task":{}}})");
    take(seen, Channel::Received,
        R"({"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t","status":"working"}}})");
    QCOMPARE(seen.tasks().size(), std::size_t(1));
    QCOMPARE(seen.tasks().front().target, u"report"_s);
    take(seen, Channel::Received,
        R"({"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"t",)"
        R"("status":"completed"}})");
    QCOMPARE(seen.tasks().size(), std::size_t(1));
    QCOMPARE(seen.tasks().front().facts.statusText, u"completed"_s);
    QCOMPARE(seen.tasks().front().target, u"report"_s);
}

void TestObservation::boundsWhatItRemembers()
{
    Observation seen;
    const auto many = Observation::kMaxAsked + 10;
    for (std::size_t i = 0; i < many; ++i)
        take(seen, Channel::Sent,
            R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"method":"tools/list"})");
    const auto respond = [&](std::size_t id) {
        take(seen, Channel::Received,
            R"({"jsonrpc":"2.0","id":)" + std::to_string(id)
                + R"(,"result":{"tools":[{"name":"a"}]}})");
    };
    respond(0); // forgotten
    QVERIFY(seen.list(CatalogKind::Tool).items.empty());
    respond(many - 1);
    QCOMPARE(seen.list(CatalogKind::Tool).items.size(), std::size_t(1));
    for (std::size_t i = 0; i < Observation::kMaxTasks + 10; ++i)
        take(seen, Channel::Received,
            R"({"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"t)"
                + std::to_string(i) + R"(","status":"working"}})");
    QCOMPARE(seen.tasks().size(), Observation::kMaxTasks);
}

void TestObservation::beginsAnew()
{
    Observation seen;
    shakeHands(seen);
    seen.end(QDateTime::currentDateTime());
    QVERIFY(!seen.isLive());
    seen.begin({u"claude"_s, 1, 2, u"/a.sonde"_s});
    QVERIFY(seen.isLive());
    QVERIFY(seen.negotiated().revision.isEmpty());
    QVERIFY(seen.hostName().isEmpty());
    QCOMPARE(seen.ends().host, qint64(1));
    // A response to a request of the conversation before.
    take(seen, Channel::Received, R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"x"}})");
    QVERIFY(seen.negotiated().revision.isEmpty());
}

void TestObservation::namesTheProcessBehindATap_data()
{
    QTest::addColumn<qint64>("announced");
    QTest::addColumn<QString>("url");
    QTest::addColumn<qint64>("process");
    QTest::newRow("stdio") << qint64(42) << QString() << qint64(42);
    QTest::newRow("a URL") << qint64(42) << u"https://example.org/mcp"_s << qint64(0);
    QTest::newRow("none") << qint64(0) << QString() << qint64(0);
    QTest::newRow("negative") << qint64(-1) << QString() << qint64(0);
    QTest::newRow("more than a pid has") << (qint64(1) << 32) + 42 << QString() << qint64(0);
}

void TestObservation::namesTheProcessBehindATap()
{
    QFETCH(qint64, announced);
    QFETCH(QString, url);
    Observation seen;
    seen.begin({u"claude"_s, 1, announced, u"/a.sonde"_s, url});
    QTEST(qint64(session::processOf(&seen)), "process");
}

void TestObservation::knowsNoProcessOfAnEndedTap()
{
    const Observation *none = nullptr;
    QCOMPARE(session::processOf(none), 0);
    QVERIFY(!session::canBeLookedAt(0));
    QCOMPARE(session::canBeLookedAt(::getpid()), platform::hasProcessInfo());
    Observation seen;
    seen.begin({u"claude"_s, 1, 42, u"/a.sonde"_s});
    QCOMPARE(session::processOf(&seen), 42);
    seen.end(QDateTime::currentDateTime());
    QCOMPARE(session::processOf(&seen), 0);
}

QTEST_GUILESS_MAIN(TestObservation)
#include "tst_observation.moc"
