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
                done(Error{Domain::Authorization, wire::kLoginNotOffered,
                    QStringLiteral("No login is offered."), {}, {}});
            },
            Qt::QueuedConnection);
        return {};
    }
    int asked = 0;
};

} // namespace

// A server that takes a missing or forgotten session for a missing login.
class TestMissingSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void connectsWhereAMissingSessionGets401_data();
    void connectsWhereAMissingSessionGets401();
    void asksForALoginWhenASessionIsNotTheReason();
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
                answer(peer, request, R"({"protocolVersion":"2025-06-18","capabilities":{}})",
                    {{"Mcp-Session-Id", "s1"}});
            else if (request.header("Mcp-Session-Id") != "s1" || forgotten)
                peer.answer(401, {}, words);
            else if (request.method() == "GET")
                peer.answer(405, {}, {});
            else if (idOf(request).isEmpty())
                peer.answer(202, {}, {});
            else
                answer(peer, request, "{}");
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
        std::optional<Result<Answer>> result;
        client.request(QStringLiteral("ping"), {}, {}, this,
            [&result](const Result<Answer> &got) { result = got; });
        [&result] { QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline); }();
        return result;
    };
    std::optional<Result<Answer>> outcome = call();
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
            peer.answer(401, "text/plain", "Your session has expired. Please log in.");
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

QTEST_GUILESS_MAIN(TestMissingSession)
#include "tst_missingsession.moc"
