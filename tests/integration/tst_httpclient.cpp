// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpclient.h"

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

// A client with HTTP at the other end: the demo server, and one that does what a test says.
class TestHttpClient : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_wire.start(); }
    void cleanupTestCase()
    {
        m_wire.quit();
        m_wire.wait();
    }
    void connectsListsCallsAndStops_data();
    void connectsListsCallsAndStops();
    void asksForDiscoveryOnce();
    void reportsAuthorizationWithoutFallingBack();
    void reportsAnOutageWithoutFallingBack();
    void opensALegacyServerThatFailsAtTheProbe_data();
    void opensALegacyServerThatFailsAtTheProbe();
    void tellsAllThatWasTried();
    void saysWhichStepFailed_data();
    void saysWhichStepFailed();
    void aMuteServerFailsAtItsResponse();
    void readsTheOpeningFromAStreamThatStaysOpen();
    void opensAForgottenSessionAnew();
    void usesWhatIsKnownAndProbesWhenItDoesNotHold();
    void listsOnePageAtATime();
    void tellsOfANotificationThatIsNotTaken();
    void readsOnAndCallsOnceWhereEachConnectionServesOneRequest();

private:
    QThread m_wire;
};

void TestHttpClient::connectsListsCallsAndStops_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("path");
    QTest::addColumn<EraPolicy::Mode>("mode");
    QTest::addColumn<bool>("threaded");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<bool>("sse");
    using Mode = EraPolicy::Mode;
    const auto mcp = QStringLiteral("/mcp");
    QTest::newRow("modern") << QStringList() << mcp << Mode::Auto << false
                            << QStringLiteral("2026-07-28") << false;
    QTest::newRow("modern, wire thread")
        << QStringList() << mcp << Mode::Auto << true << QStringLiteral("2026-07-28") << false;
    QTest::newRow("legacy by choice")
        << QStringList() << mcp << Mode::Legacy << true << QStringLiteral("2025-11-25") << false;
    QTest::newRow("legacy found out")
        << QStringList{QStringLiteral("--legacy-only")} << mcp << Mode::Auto << true
        << QStringLiteral("2025-11-25") << false;
    QTest::newRow("an old revision")
        << QStringList{QStringLiteral("--revisions"), QStringLiteral("2025-03-26")} << mcp
        << Mode::Auto << true << QStringLiteral("2025-03-26") << false;
    QTest::newRow("HTTP with SSE found out")
        << QStringList{QStringLiteral("--legacy-only")} << QStringLiteral("/sse") << Mode::Auto
        << true << QString() << true;
}

void TestHttpClient::connectsListsCallsAndStops()
{
    QFETCH(QStringList, switches);
    QFETCH(QString, path);
    QFETCH(EraPolicy::Mode, mode);
    QFETCH(bool, threaded);
    QFETCH(QString, revision);
    QFETCH(bool, sse);
    const Demo demo(switches);
    RecordingSink traffic;
    {
        auto config = configFor(demo.url(path), mode);
        config.wireThread = threaded ? &m_wire : nullptr;
        config.traffic = &traffic;
        Client client(config);
        client.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.state() != ClientState::Starting, kDeadline);
        QVERIFY2(client.state() == ClientState::Ready, qPrintable(client.failure().sentence));
        if (!revision.isEmpty())
            QCOMPARE(client.negotiated().revision, revision);
        QCOMPARE(client.httpState().sse, sse);
        const auto isDone = [](const StartStep &step) {
            return step.status == StartStep::Status::Done;
        };
        QTRY_VERIFY_WITH_TIMEOUT(
            std::all_of(client.steps().begin(), client.steps().end(), isDone), kDeadline);
        QVERIFY(!client.negotiated().detection.isEmpty());

        std::optional<Listing> listing;
        client.list({QStringLiteral("tools/list"), QStringLiteral("tools")}, {}, this,
            [&](const Listing &result) { listing = result; });
        QTRY_VERIFY_WITH_TIMEOUT(listing.has_value(), kDeadline);
        QVERIFY2(!listing->failed, qPrintable(listing->failed.value_or(Error()).sentence));
        QVERIFY(listing->isComplete());
        QVERIFY(listing->items.size() > 3);

        std::optional<Result<Response>> called;
        CallOptions options;
        options.wantProgress = true;
        int progress = 0;
        options.onProgress = [&](const rpc::Message &) { ++progress; };
        client.callTool(QStringLiteral("slow_count"), Bytes::copyOf(R"({"n":3,"delay_ms":1})"),
            options, this, [&](const Result<Response> &result) { called = result; });
        QTRY_VERIFY_WITH_TIMEOUT(called.has_value(), kDeadline);
        QVERIFY2(called->ok(), qPrintable(called->ok() ? QString() : called->error().sentence));
        QVERIFY(progress > 0);
        QCOMPARE(client.pendingCount(), 0);
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Stopped, kDeadline);
    }
    QVERIFY(traffic.inOrder);
}

void TestHttpClient::asksForDiscoveryOnce()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;)
            respond(peer, peer.readRequest(), kDiscovered);
    });
    Client client(configFor(server.url()));
    QSignalSpy detected(&client, &Client::revisionDetected);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(seen(server), QStringList{QStringLiteral("POST server/discover")});
    QCOMPARE(server.request(0).header("MCP-Protocol-Version"), QByteArray("2026-07-28"));
    QCOMPARE(server.request(0).header("Mcp-Method"), QByteArray("server/discover"));
    QCOMPARE(detected.size(), 1);
    QCOMPARE(
        detected.front().front().value<DetectedRevision>().revision, QStringLiteral("2026-07-28"));
    QVERIFY(client.negotiated().firstResponseNs > 0);
}

void TestHttpClient::reportsAuthorizationWithoutFallingBack()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(401, "application/json", "{}",
                {{"WWW-Authenticate", R"(Bearer resource_metadata="https://x/y", scope="a b")"}});
        }
    });
    Client client(configFor(server.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    QCOMPARE(client.failure().domain, Domain::Authorization);
    QVERIFY(client.httpFailure());
    QCOMPARE(client.httpFailure()->challenges.size(), std::size_t(1));
    QVERIFY(client.failure().data.contains("\"resource_metadata\":\"https://x/y\""));
    QCOMPARE(server.requestCount(), 1);
    QCOMPARE(failedStep(client)->kind, StartStep::Kind::AgreeOnRevision);
}

void TestHttpClient::reportsAnOutageWithoutFallingBack()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(503, "text/plain", "busy");
        }
    });
    Client client(configFor(server.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    QVERIFY2(client.failure().sentence.contains(QLatin1String("503")),
        qPrintable(client.failure().sentence));
    QCOMPARE(server.requestCount(), 1);
}

void TestHttpClient::opensALegacyServerThatFailsAtTheProbe_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("an error without an id")
        << 500
        << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-32603,"message":"Oops"},"id":null})");
    QTest::newRow("a page") << 500 << QByteArray("<html>Error: no session</html>");
    QTest::newRow("nothing") << 400 << QByteArray();
}

void TestHttpClient::opensALegacyServerThatFailsAtTheProbe()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    const HttpScript server([status, body](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (methodOf(request) == "server/discover")
                peer.respond(status, body.startsWith('{') ? "application/json" : "text/html", body);
            else if (methodOf(request) == "initialize")
                respond(peer, request, R"({"protocolVersion":"2025-06-18","capabilities":{}})");
            else
                peer.respond(request.method() == "GET" ? 405 : 202, {}, {});
        }
    });
    Client client(configFor(server.url(QStringLiteral("/mcp"))));
    client.start();
    QTRY_VERIFY_WITH_TIMEOUT(client.state() != ClientState::Starting, kDeadline);
    QVERIFY2(client.state() == ClientState::Ready, qPrintable(client.failure().sentence));
    QCOMPARE(client.negotiated().revision, QStringLiteral("2025-06-18"));
    QVERIFY2(client.negotiated().detection.contains(QStringLiteral("status %1").arg(status)),
        qPrintable(client.negotiated().detection));
}

void TestHttpClient::tellsAllThatWasTried()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(404, "text/html", "<html>Not here</html>");
        }
    });
    Client client(configFor(server.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    const QStringList expected{QStringLiteral("POST server/discover"),
        QStringLiteral("POST initialize"), QStringLiteral("GET")};
    QCOMPARE(seen(server), expected);
    for (const char *part :
        {"server/discover: status 404", "initialize: status 404", "(GET): status 404"})
        QVERIFY2(client.failure().sentence.contains(QLatin1String(part)),
            qPrintable(client.failure().sentence));
}

void TestHttpClient::saysWhichStepFailed_data()
{
    QTest::addColumn<QUrl>("url");
    QTest::addColumn<StartStep::Kind>("kind");
    quint16 closedPort = 0;
    {
        const HttpScript gone([](HttpPeer &) {});
        closedPort = gone.port();
    }
    QTest::newRow("nobody listens")
        << QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(closedPort)) << StartStep::Kind::Connect;
    QTest::newRow("no such name") << QUrl(QStringLiteral("http://no-such-name.invalid/mcp"))
                                  << StartStep::Kind::ResolveName;
}

void TestHttpClient::saysWhichStepFailed()
{
    QFETCH(QUrl, url);
    QFETCH(StartStep::Kind, kind);
    auto config = configFor(url);
    config.endpoint.target()->route.proxy = wire::HttpRoute::Proxy::None;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    const auto step = failedStep(client);
    QVERIFY(step);
    QCOMPARE(step->kind, kind);
    QCOMPARE(step->detail, client.failure().sentence);
}

void TestHttpClient::aMuteServerFailsAtItsResponse()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.waitForClose();
    });
    auto config = configFor(server.url());
    config.timeouts.handshake = std::chrono::milliseconds(300);
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    QCOMPARE(client.failure().domain, Domain::Timeout);
    QCOMPARE(failedStep(client)->kind, StartStep::Kind::ReadFirst);
    QTRY_COMPARE_WITH_TIMEOUT(server.openConnections(), 0, kDeadline);
}

void TestHttpClient::readsTheOpeningFromAStreamThatStaysOpen()
{
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        if (methodOf(request) != "initialize") {
            peer.respond(202, {}, {});
            peer.waitForClose();
        }
        peer.openStream();
        peer.event(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05"}})");
        peer.stall();
    });
    Client client(configFor(server.url(), EraPolicy::Mode::Legacy));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    for (const StartStep &step : client.steps())
        QCOMPARE(step.status, StartStep::Status::Done);
}

void TestHttpClient::opensAForgottenSessionAnew()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            const QByteArray session = request.header("Mcp-Session-Id");
            if (request.method() == "GET")
                peer.respond(405, {}, {});
            else if (request.method() == "DELETE" || idOf(request).isEmpty())
                peer.respond(202, {}, {});
            else if (methodOf(request) == "initialize" && session.isEmpty())
                respond(peer, request, R"({"protocolVersion":"2025-06-18","capabilities":{}})",
                    {{"Mcp-Session-Id", "s" + idOf(request)}});
            else if (session == "s1")
                refuse(peer, request, 404, R"({"code":-32001,"message":"Session not found"})");
            else
                respond(peer, request, R"({"ok":true})");
        }
    });
    RecordingSink traffic;
    auto config = configFor(server.url(), EraPolicy::Mode::Legacy);
    config.traffic = &traffic;
    Client client(config);
    QSignalSpy renewed(&client, &Client::sessionRenewed);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    int responses = 0;
    for (int i = 0; i < 3; ++i) {
        client.callTool(QStringLiteral("x"), {}, {}, this, [&](const Result<Response> &result) {
            QVERIFY2(result.ok(), qPrintable(result.ok() ? QString() : result.error().sentence));
            ++responses;
        });
    }
    QTRY_COMPARE_WITH_TIMEOUT(responses, 3, kDeadline);
    QCOMPARE(renewed.size(), 1);
    QCOMPARE(seen(server).filter(QStringLiteral("initialize")).size(), 4); // with "initialized"
    QStringList notes;
    for (const auto &message : traffic.messagesOf(rpc::Channel::Lifecycle))
        notes << QString::fromStdString(message.text);
    QVERIFY(!notes.filter(QStringLiteral("session renewal")).isEmpty());
}

void TestHttpClient::usesWhatIsKnownAndProbesWhenItDoesNotHold()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (methodOf(request) == "server/discover")
                respond(peer, request, kDiscovered);
            else
                refuse(peer, request, 400, R"({"code":-32022,"message":"modern only"})");
        }
    });
    auto config = configFor(server.url());
    config.known = DetectedRevision{Era::Modern, QStringLiteral("2026-07-28"), false, {}, 0};
    {
        Client client(config);
        client.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
        QVERIFY(client.negotiated().detection.contains(QLatin1String("Cached detection from")));
        QCOMPARE(server.requestCount(), 1);
    }
    config.known->era = Era::Legacy;
    Client client(config);
    QSignalSpy detected(&client, &Client::revisionDetected);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(client.negotiated().era, Era::Modern);
    QCOMPARE(detected.size(), 2); // what was known is void; what was found
    QVERIFY(detected.at(0).front().value<DetectedRevision>().revision.isEmpty());
    QCOMPARE(detected.at(1).front().value<DetectedRevision>().era, Era::Modern);
}

void TestHttpClient::listsOnePageAtATime()
{
    const Demo demo({QStringLiteral("--page-size"), QStringLiteral("2")});
    Client client(configFor(demo.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QStringList byPage;
    std::optional<std::string> cursor;
    int pages = 0;
    do {
        std::optional<Listing> page;
        client.list({QStringLiteral("prompts/list"), QStringLiteral("prompts"), cursor, 1}, {},
            this, [&](const Listing &result) { page = result; });
        QTRY_VERIFY_WITH_TIMEOUT(page.has_value(), kDeadline);
        QVERIFY2(!page->failed, qPrintable(page->failed.value_or(Error()).sentence));
        QCOMPARE(page->pages, 1);
        QVERIFY(page->items.size() <= 2);
        for (const ListItem &item : page->items)
            byPage += item.value()["name"].toString();
        cursor = page->next;
        ++pages;
    } while (cursor && pages < 100);
    QVERIFY(pages > 1);

    std::optional<Listing> whole;
    client.list({QStringLiteral("prompts/list"), QStringLiteral("prompts")}, {}, this,
        [&](const Listing &result) { whole = result; });
    QTRY_VERIFY_WITH_TIMEOUT(whole.has_value(), kDeadline);
    QVERIFY(!whole->next);
    QStringList names;
    for (const ListItem &item : whole->items)
        names += item.value()["name"].toString();
    QCOMPARE(byPage, names);
}

void TestHttpClient::tellsOfANotificationThatIsNotTaken()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (methodOf(request) == "server/discover")
                respond(peer, request, kDiscovered);
            else
                peer.respond(418, "text/plain", "no tea");
        }
    });
    Client client(configFor(server.url()));
    QVERIFY(!client.notify(QStringLiteral("notifications/x"), {}));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QSignalSpy refused(&client, &Client::notificationRefused);
    QVERIFY(client.notify(QStringLiteral("notifications/x"), {}));
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kDeadline);
    QCOMPARE(refused.first().first().value<Error>().code, 418);
}

// The server keeps connections open and closes each in the moment of its second request, as one
// whose time for idle connections is always just over.
void TestHttpClient::readsOnAndCallsOnceWhereEachConnectionServesOneRequest()
{
    const HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        const QByteArray method = methodOf(request);
        respond(peer, request,
            method == "server/discover"  ? kDiscovered
                : method == "tools/list" ? QByteArray(R"({"tools":[]})")
                                         : QByteArray(R"({"content":[]})"));
        peer.readRequest();
        peer.close();
    });
    Client client(configFor(server.url(QStringLiteral("/mcp")), EraPolicy::Mode::Modern));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    // Discovery took a connection; the list loses it and gets one of its own, which the call loses.
    std::optional<Listing> listing;
    client.list({QStringLiteral("tools/list"), QStringLiteral("tools")}, {}, this,
        [&](const Listing &result) { listing = result; });
    QTRY_VERIFY_WITH_TIMEOUT(listing.has_value(), kDeadline);
    QVERIFY2(!listing->failed, qPrintable(listing->failed.value_or(Error()).sentence));
    std::optional<Result<Response>> called;
    client.callTool(QStringLiteral("pay"), Bytes::copyOf("{}"), {}, this,
        [&](const Result<Response> &result) { called = result; });
    QTRY_VERIFY_WITH_TIMEOUT(called.has_value(), kDeadline);
    QVERIFY(!called->ok());
    QVERIFY2(called->error().sentence.contains(QStringLiteral("Send it again if")),
        qPrintable(called->error().sentence));
    QCOMPARE(seen(server).filter(QStringLiteral("tools/list")).size(), 2);
    QCOMPARE(seen(server).filter(QStringLiteral("tools/call")).size(), 1);
}

QTEST_GUILESS_MAIN(TestHttpClient)
#include "tst_httpclient.moc"
