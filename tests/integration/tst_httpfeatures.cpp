// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpclient.h"

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

// What servers reached by HTTP ask of a client beyond responses: headers that follow the tools'
// schemas, and subscriptions.
class TestHttpFeatures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_wire.start(); }
    void cleanupTestCase()
    {
        m_wire.quit();
        m_wire.wait();
    }
    void listsAgainWhenHeadersDiffer();
    void excludesAToolWithABadAnnotation();
    void hearsOfChangesAndReopensABrokenStream();
    void closingASubscriptionClosesItsStream();

private:
    QThread m_wire;
};

void TestHttpFeatures::listsAgainWhenHeadersDiffer()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (methodOf(request) == "server/discover")
                respond(peer, request, kDiscovered);
            else if (methodOf(request) == "tools/list")
                respond(peer, request,
                    R"({"tools":[{"name":"t","inputSchema":{"type":"object","properties":{)"
                    R"("region":{"type":"string","x-mcp-header":"Region"}}}}]})");
            else if (request.header("Mcp-Param-Region") != "eu")
                refuse(peer, request, 400, R"({"code":-32020,"message":"Mcp-Param-Region"})");
            else
                respond(peer, request, R"({"content":[]})");
        }
    });
    Client client(configFor(server.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    std::optional<Result<Response>> called;
    client.callTool(QStringLiteral("t"), Bytes::copyOf(R"({"region":"eu"})"), {}, this,
        [&](const Result<Response> &result) { called = result; });
    QTRY_VERIFY_WITH_TIMEOUT(called.has_value(), kDeadline);
    QVERIFY(called->ok());
    QCOMPARE(server.requestCount(), 4);
    // And when that does not help, it is told after one more try.
    called.reset();
    client.callTool(QStringLiteral("t"), Bytes::copyOf(R"({"region":"us"})"), {}, this,
        [&](const Result<Response> &result) { called = result; });
    QTRY_VERIFY_WITH_TIMEOUT(called.has_value(), kDeadline);
    QVERIFY(!called->ok());
    QCOMPARE(called->error().code, -32020);
    QCOMPARE(server.requestCount(), 7);
}

void TestHttpFeatures::excludesAToolWithABadAnnotation()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            respond(peer, request,
                methodOf(request) == "server/discover"
                    ? kDiscovered
                    : QByteArray(
                        R"({"tools":[{"name":"good"},{"name":"bad","inputSchema":{"type":"object",)"
                        R"("properties":{"a":{"type":"object","x-mcp-header":"A"}}}}]})"));
        }
    });
    Client client(configFor(server.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    std::optional<Listing> listing;
    client.list({QStringLiteral("tools/list"), QStringLiteral("tools")}, {}, this,
        [&](const Listing &result) { listing = result; });
    QTRY_VERIFY_WITH_TIMEOUT(listing.has_value(), kDeadline);
    QVERIFY(listing->items.at(0).excluded.isEmpty());
    QVERIFY(!listing->items.at(1).excluded.isEmpty());
    const int asked = server.requestCount();
    std::optional<Result<Response>> called;
    client.callTool(QStringLiteral("bad"), {}, {}, this,
        [&](const Result<Response> &result) { called = result; });
    QTRY_VERIFY_WITH_TIMEOUT(called.has_value(), kDeadline);
    QCOMPARE(called->error().domain, Domain::Protocol);
    QCOMPARE(server.requestCount(), asked);
}

void TestHttpFeatures::hearsOfChangesAndReopensABrokenStream()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (methodOf(request) != "subscriptions/listen") {
                respond(peer, request, kDiscovered);
                continue;
            }
            const QByteArray meta =
                R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + idOf(request) + '}';
            peer.openStream();
            peer.event(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",)"
                       R"("params":{)"
                + meta + R"(,"notifications":{"toolsListChanged":true}}})");
            peer.waitFor("change");
            peer.event(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{)"
                + meta + "}}");
            peer.waitFor("break");
            peer.close();
        }
    });
    auto config = configFor(server.url());
    config.listenForChanges = true;
    config.wireThread = &m_wire;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(client.subscriptions().size(), std::size_t(1));
    const Subscription &subscription = *client.subscriptions().front();
    QVERIFY(subscription.isAutomatic());
    QTRY_COMPARE_WITH_TIMEOUT(subscription.state(), Subscription::State::Active, kDeadline);
    QVERIFY(subscription.unhonoured().isEmpty());
    QSignalSpy notified(&client, &Client::notificationReceived);
    server.open("change");
    QTRY_COMPARE_WITH_TIMEOUT(subscription.received(), 1, kDeadline);
    QCOMPARE(notified.size(), 1);
    server.open("break");
    QTRY_COMPARE_WITH_TIMEOUT(subscription.state(), Subscription::State::Waiting, kDeadline);
    QVERIFY(subscription.detail().contains(QLatin1String("subscribes again")));
    QTRY_VERIFY_WITH_TIMEOUT(subscription.reopened() > 0, kDeadline);
}

void TestHttpFeatures::closingASubscriptionClosesItsStream()
{
    const Demo demo;
    auto config = configFor(demo.url());
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QVERIFY(client.subscriptions().empty());
    Subscription *const subscription =
        client.listen(Bytes::copyOf(R"({"resourcesListChanged":true,"unheardOf":true})"));
    QTRY_COMPARE_WITH_TIMEOUT(subscription->state(), Subscription::State::Active, kDeadline);
    QCOMPARE(subscription->unhonoured(), QStringList{QStringLiteral("unheardOf")});
    QTRY_COMPARE_WITH_TIMEOUT(client.httpState().openStreams, 1, kDeadline);
    subscription->close();
    QCOMPARE(subscription->state(), Subscription::State::Ended);
    QTRY_COMPARE_WITH_TIMEOUT(client.httpState().openStreams, 0, kDeadline);
    client.forget(subscription);
    QVERIFY(client.subscriptions().empty());
}

QTEST_GUILESS_MAIN(TestHttpFeatures)
#include "tst_httpfeatures.moc"
