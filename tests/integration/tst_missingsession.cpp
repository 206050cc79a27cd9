// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpclient.h"
#include "wire/link/authorizer.h"

#include <atomic>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

namespace {

// Of a server that offers no login.
class NoLogin final : public wire::Authorizer {
public:
    wire::AuthorizationPtr current() const override { return nullptr; }
    RequestHandle authorize(const wire::AuthorizationChallenge &, QObject *context,
        std::function<void(Result<wire::AuthorizationPtr>)> done) override
    {
        ++asked;
        QMetaObject::invokeMethod(
            context,
            [done = std::move(done)] {
                done(Error{.domain = Domain::Authorization,
                    .code = wire::kLoginNotOffered,
                    .sentence = QStringLiteral("No login is offered.")});
            },
            Qt::QueuedConnection);
        return {};
    }
    int asked = 0;
};

} // namespace

// Servers that say in their own way that a session is missing or forgotten, and one that asks
// before there is one.
class TestMissingSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void connectsWhereAMissingSessionGets401_data();
    void connectsWhereAMissingSessionGets401();
    void asksForALoginWhenASessionIsNotTheReason();
    void saysThatASessionIsLostInASuccess_data();
    void saysThatASessionIsLostInASuccess();
    void respondsToAPingInTheProbe();
};

void TestMissingSession::connectsWhereAMissingSessionGets401_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("logins"); // that are tried
    QTest::newRow("it says so") << QByteArray("Unauthorized: Session not found") << 0;
    QTest::newRow("it says nothing, and offers no login") << QByteArray() << 1;
}

// Legacy servers that respond with 401, without a challenge, to whatever has no session that they
// know.
void TestMissingSession::connectsWhereAMissingSessionGets401()
{
    QFETCH(QByteArray, words);
    QFETCH(int, logins);
    std::atomic_bool forgotten = false;
    const HttpScript server([words, &forgotten](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (methodOf(request) == "initialize")
                respond(peer, request, R"({"protocolVersion":"2025-06-18","capabilities":{}})",
                    {{"Mcp-Session-Id", "s1"}});
            else if (request.header("Mcp-Session-Id") != "s1" || forgotten)
                peer.respond(401, {}, words);
            else if (request.method() == "GET")
                peer.respond(405, {}, {});
            else if (idOf(request).isEmpty())
                peer.respond(202, {}, {});
            else
                respond(peer, request, "{}");
        }
    });
    NoLogin authorizer;
    auto config = configFor(server.url());
    config.authorizer = &authorizer;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QCOMPARE(client.negotiated().revision, QStringLiteral("2025-06-18"));
    QVERIFY2(client.negotiated().detection.contains(QStringLiteral("401")),
        qPrintable(client.negotiated().detection));
    QCOMPARE(authorizer.asked, logins);
    const auto call = [&] {
        std::optional<Result<Response>> result;
        client.request(QStringLiteral("ping"), {}, {}, this,
            [&result](const Result<Response> &got) { result = got; });
        [&result] { QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline); }();
        return result;
    };
    std::optional<Result<Response>> outcome = call();
    QVERIFY(outcome && outcome->ok());
    if (words.isEmpty())
        return;

    // The session is lost, and that is no reason for a login either.
    forgotten = true;
    outcome = call();
    QVERIFY(outcome && !outcome->ok());
    QCOMPARE(outcome->error().domain, Domain::Protocol);
    QVERIFY2(outcome->error().sentence.startsWith(QStringLiteral(
                 "The server no longer knows the session id s1, which it gave (401")),
        qPrintable(outcome->error().sentence));
    QCOMPARE(authorizer.asked, 0);
}

void TestMissingSession::asksForALoginWhenASessionIsNotTheReason()
{
    const HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(401, "text/plain", "Your session has expired. Please log in.");
        }
    });
    NoLogin authorizer;
    auto config = configFor(server.url());
    config.authorizer = &authorizer;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    QCOMPARE(client.failure().domain, Domain::Authorization);
    QVERIFY(authorizer.asked > 0);
    QVERIFY(client.httpFailure() && client.httpFailure()->loginNotOffered);
}

void TestMissingSession::saysThatASessionIsLostInASuccess_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("streams");
    QTest::newRow("null") << QByteArray("null") << false;
    QTest::newRow("another id") << QByteArray("\"server-error\"") << false;
    QTest::newRow("another id in a stream") << QByteArray("\"server-error\"") << true;
}

// Status 200 instead of 404, and an error that is not for the request.
void TestMissingSession::saysThatASessionIsLostInASuccess()
{
    QFETCH(QByteArray, id);
    QFETCH(bool, streams);
    const HttpScript server([id, streams](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            const QByteArray error = R"({"jsonrpc":"2.0","id":)" + id
                + R"(,"error":{"code":-32000,"message":"Session not found"}})";
            if (methodOf(request) == "initialize")
                respond(peer, request, R"({"protocolVersion":"2025-06-18","capabilities":{}})",
                    {{"Mcp-Session-Id", "s1"}});
            else if (request.method() != "POST")
                peer.respond(405, {}, {});
            else if (idOf(request).isEmpty())
                peer.respond(202, {}, {});
            else if (streams) {
                peer.openStream();
                peer.event(error);
                peer.endStream();
            } else {
                peer.respond(200, "application/json", error);
            }
        }
    });
    auto config = configFor(server.url(), EraPolicy::Mode::Legacy);
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    std::optional<Result<Response>> outcome;
    client.request(QStringLiteral("ping"), {}, {}, this,
        [&outcome](const Result<Response> &got) { outcome = got; });
    QTRY_VERIFY_WITH_TIMEOUT(outcome.has_value(), kDeadline);
    QVERIFY(!outcome->ok());
    QCOMPARE(outcome->error().domain, Domain::Protocol);
    QCOMPARE(outcome->error().sentence,
        QStringLiteral("The server does not know the session of the request (status 200). Connect "
                       "again for a new session. MCP requires status 404 here, after which Sonde "
                       "begins a new session by itself. The server's message: “Session not "
                       "found”"));
}

// 2025-11-25 basic/utilities/ping: before it has the response, the server does not go on.
void TestMissingSession::respondsToAPingInTheProbe()
{
    HttpScript *scripts = nullptr;
    std::atomic_bool isAlive = false;
    HttpScript server([&scripts, &isAlive](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.body().contains(R"("id":"w","result")")) {
                peer.respond(202, {}, {});
                scripts->open("alive");
            } else if (methodOf(request) == "server/discover") {
                peer.openStream();
                peer.event(R"({"jsonrpc":"2.0","id":"w","method":"ping"})");
                peer.waitFor("alive");
                isAlive = true;
                peer.event(R"({"jsonrpc":"2.0","id":)" + idOf(request)
                    + R"(,"error":{"code":-32601,"message":"Method not found"}})");
                peer.endStream();
            } else if (methodOf(request) == "initialize") {
                respond(peer, request, R"({"protocolVersion":"2025-06-18","capabilities":{}})");
            } else {
                peer.respond(request.method() == "POST" ? 202 : 405, {}, {});
            }
        }
    });
    scripts = &server;
    Client client(configFor(server.url()));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QVERIFY(isAlive);
    QCOMPARE(client.negotiated().revision, QStringLiteral("2025-06-18"));
}

QTEST_GUILESS_MAIN(TestMissingSession)
#include "tst_missingsession.moc"
