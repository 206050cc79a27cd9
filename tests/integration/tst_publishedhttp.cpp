// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "support/publishedservers.h"

using namespace sonde;
using namespace sonde::test;

// Over HTTP against servers that others wrote, at the versions that tests/servers/npm pins: the
// same walk as over stdio.
class TestPublishedHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void walksThroughServerEverything_data();
    void walksThroughServerEverything();
    void walksThroughTheModernServer();
    void hearsThatTheToolsOfTheModernServerChanged();
};

void TestPublishedHttp::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestPublishedHttp::walksThroughServerEverything_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("sse");
    QTest::newRow("Streamable HTTP")
        << QStringLiteral("streamableHttp") << QStringLiteral("/mcp") << false;
    QTest::newRow("HTTP with SSE") << QStringLiteral("sse") << QStringLiteral("/sse") << true;
}

void TestPublishedHttp::walksThroughServerEverything()
{
    QFETCH(QString, kind);
    QFETCH(QString, path);
    QFETCH(bool, sse);
    const NodeServer server(kind);
    RecordedClient conversation(urlConfig(server.url(path)));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QVERIFY(agreed.era == mcp::Era::Legacy);
    QCOMPARE(agreed.revision, QStringLiteral("2025-11-25"));
    QVERIFY(!agreed.detection.isEmpty());
    QCOMPARE(conversation.client->httpState().sse, sse);
    const QStringList tools = conversation.toolNames();
    QVERIFY2(tools.contains(u"echo"), qPrintable(tools.join(u' ')));
    QCOMPARE(conversation.call("echo", R"({"message":"hällo"})"), QStringLiteral("Echo: hällo"));
    mcp::CallOptions options;
    options.wantProgress = true;
    conversation.call("trigger-long-running-operation", R"({"duration":0.3,"steps":3})", options);
    QVERIFY(conversation.response->ok());
    QCOMPARE((*conversation.response)->progressCount, 3);
    QVERIFY(conversation.stop());
}

void TestPublishedHttp::walksThroughTheModernServer()
{
    const NodeServer server(QStringLiteral("modern"));
    RecordedClient conversation(urlConfig(server.url(QStringLiteral("/mcp"))));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QVERIFY(agreed.era == mcp::Era::Modern);
    QCOMPARE(agreed.revision, QStringLiteral("2026-07-28"));
    QCOMPARE(agreed.serverName, QStringLiteral("sonde-modern-peer"));
    QVERIFY(conversation.toolNames().contains(u"sum"));
    QCOMPARE(conversation.call("echo", R"({"message":"m"})"), QStringLiteral("m"));
    QCOMPARE(conversation.call("sum", R"({"a":1.5,"b":2})"), QStringLiteral("3.5"));
    mcp::CallOptions options;
    options.wantProgress = true;
    QCOMPARE(conversation.call("steps", R"({"count":3})", options), QStringLiteral("done"));
    QCOMPARE((*conversation.response)->progressCount, 3);
    conversation.call("confirm", R"({"what":"launch"})");
    QVERIFY(!conversation.response->ok());
    const QString sentence = conversation.response->error().sentence;
    QVERIFY2(sentence.contains(QLatin1String("elicitation")), qPrintable(sentence));
}

void TestPublishedHttp::hearsThatTheToolsOfTheModernServerChanged()
{
    const NodeServer server(QStringLiteral("modern"));
    mcp::ClientConfig config = urlConfig(server.url(QStringLiteral("/mcp")));
    config.listenForChanges = true;
    RecordedClient conversation(config);
    QVERIFY(conversation.start());
    QCOMPARE(conversation.client->subscriptions().size(), std::size_t(1));
    mcp::Subscription &subscription = *conversation.client->subscriptions().front();
    QTRY_COMPARE_WITH_TIMEOUT(
        subscription.state(), mcp::Subscription::State::Active, kLongPatienceMs);
    QVERIFY(subscription.unhonoured().isEmpty());
    QCOMPARE(conversation.call("change", "{}"), QStringLiteral("told"));
    QTRY_COMPARE_WITH_TIMEOUT(subscription.received(), 1, kLongPatienceMs);
    subscription.close();
    QTRY_COMPARE_WITH_TIMEOUT(conversation.client->httpState().openStreams, 0, kLongPatienceMs);
}

QTEST_GUILESS_MAIN(TestPublishedHttp)
#include "tst_publishedhttp.moc"
