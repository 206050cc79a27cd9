// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/runner/fetchworker.h"
#include "support/httpscript.h"
#include "support/recordingsink.h"

#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::auth;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// The requests of an authorization flow on connections that the server closes as they leave.
class TestFetchWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void requestsMetadataOnceMore();
    void neverSendsATokenRequestTwice();
};

namespace {

// Responds to the first request of its first connection and closes it in the moment of the second
// one.
void closeAtTheSecond(HttpPeer &peer)
{
    peer.readRequest();
    peer.respond(200, "application/json", R"({"issuer":"x"})");
    peer.readRequest();
    peer.close();
}

wire::HttpRequest requestTo(const HttpScript &server, const QByteArray &method)
{
    wire::HttpRequest request;
    request.method = method;
    request.url = server.url(u"/metadata"_s);
    request.hasBody = method == "POST";
    if (request.hasBody) {
        request.headers.add("Content-Type", "application/x-www-form-urlencoded");
        request.body = Bytes::copyOf("grant_type=authorization_code&code=secret");
    }
    return request;
}

struct Fetches {
    explicit Fetches(const HttpScript &server)
    {
        FetchRoute route;
        route.target.url = server.url(u"/mcp"_s);
        route.target.route.proxy = wire::HttpRoute::Proxy::None;
        route.traffic = &traffic;
        route.name = u"test"_s;
        worker = std::make_unique<FetchWorker>(route);
        spy = std::make_unique<QSignalSpy>(worker.get(), &FetchWorker::fetched);
    }
    FetchResponse fetch(quint32 key, const wire::HttpRequest &request)
    {
        worker->fetch(key, request, false);
        return spy->wait() ? spy->takeFirst().at(1).value<FetchResponse>() : FetchResponse();
    }

    RecordingSink traffic; // outlives the worker
    std::unique_ptr<FetchWorker> worker;
    std::unique_ptr<QSignalSpy> spy;
};

} // namespace

void TestFetchWorker::requestsMetadataOnceMore()
{
    HttpScript server(closeAtTheSecond);
    Fetches fetches(server);
    QCOMPARE(fetches.fetch(1, requestTo(server, "GET")).status, 200);
    const FetchResponse second = fetches.fetch(2, requestTo(server, "GET"));
    QVERIFY(!second.error);
    QCOMPARE(second.status, 200);
    QCOMPARE(server.requestCount(), 3);
    QCOMPARE(server.connectionCount(), 2);
    QCOMPARE(fetches.traffic.exchanges.size(), 3U); // both are in the recording
    QCOMPARE(second.exchange, 3U);
    QCOMPARE(fetches.traffic.exchanges[1].state, rpc::Exchange::State::Failed);
}

void TestFetchWorker::neverSendsATokenRequestTwice()
{
    HttpScript server(closeAtTheSecond);
    Fetches fetches(server);
    QCOMPARE(fetches.fetch(1, requestTo(server, "GET")).status, 200);
    const FetchResponse second = fetches.fetch(2, requestTo(server, "POST"));
    QVERIFY(second.error);
    QVERIFY(second.error->sentence.contains(u"not sent again"));
    QCOMPARE(server.requestCount(), 2);
    QCOMPARE(server.connectionCount(), 1);
}

QTEST_GUILESS_MAIN(TestFetchWorker)
#include "tst_fetchworker.moc"
