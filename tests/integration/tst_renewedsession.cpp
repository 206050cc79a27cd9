// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/resourcewatch.h"
#include "session/catalog/toolstore.h"
#include "session/restart/restarthistory.h"
#include "support/httpclient.h"

#include <atomic>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

namespace {

constexpr char kWeather[] = R"({"name":"weather","inputSchema":{"type":"object"}})";
constexpr char kStricter[] =
    R"({"name":"weather","inputSchema":{"type":"object","properties":{"units":{}},"required":["units"]}})";

// A server with sessions whose process is replaced by another one: that one has forgotten them, and
// its tool demands more.
struct ReplacedServer {
    std::atomic_bool isReplaced = false;
    std::atomic_bool isForgetful = false; // it knows no session at all any more
    std::atomic_bool isFailing = false; // it responds to each call with an error
    HttpScript server{[this](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest());
    }};

    void serve(HttpPeer &peer, const SeenRequest &request) const
    {
        const QByteArray known = isReplaced ? "new" : "old";
        if (request.method() == "GET")
            peer.respond(405, {}, {});
        else if (methodOf(request) == "initialize")
            respond(peer, request,
                R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                R"("serverInfo":{"name":"s","version":"1"}})",
                {{"Mcp-Session-Id", known}});
        else if (isForgetful || request.header("Mcp-Session-Id") != known)
            peer.respond(404, "text/plain", "Session not found");
        else if (request.method() == "DELETE" || idOf(request).isEmpty())
            peer.respond(202, {}, {});
        else if (methodOf(request) == "tools/list")
            respond(peer, request,
                R"({"tools":[)" + QByteArray(isReplaced ? kStricter : kWeather) + "]}");
        else if (isFailing)
            refuse(peer, request, 200, R"({"code":-1,"message":"no"})");
        else
            respond(peer, request, R"({"content":[]})");
    }
};

} // namespace

// An HTTP server that has forgotten the session, in the history of its starts.
class TestRenewedSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isAStartWithAReport();
    void aServerThatForgetsEverySessionIsLeftInPeace();
    void theLastLookAtAStartIsAfterItsEnd();
    void subscribesAgainInTheNewSession();
    void tellsTheNumberOfTheRequestSentLast();
};

void TestRenewedSession::isAStartWithAReport()
{
    ReplacedServer replaced;
    session::RestartHistory history;
    Client client(configFor(replaced.server.url(), EraPolicy::Mode::Legacy));
    history.follow(QStringLiteral("s"), &client);
    client.start();
    const auto &starts = history.restarts(QStringLiteral("s"));
    QTRY_COMPARE_WITH_TIMEOUT(starts.size(), std::size_t(1), kDeadline);

    replaced.isReplaced = true;
    QSignalSpy restarted(&history, &session::RestartHistory::restarted);
    bool isAnswered = false;
    client.callTool(QStringLiteral("weather"), {}, {}, this,
        [&](const Result<Response> &result) { isAnswered = result.ok(); });
    QTRY_COMPARE_WITH_TIMEOUT(starts.size(), std::size_t(2), kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(isAnswered, kDeadline);
    QCOMPARE(restarted.size(), 1); // its saved calls run
    const models::Restart &start = starts.back();
    QCOMPARE(start.outcome, models::Restart::Outcome::Started);
    QCOMPARE(start.cause.words, QStringLiteral("Session renewed"));
    QVERIFY(start.comparison);
    QCOMPARE(start.comparison->count(changes::Severity::Breaks), std::size_t(1));
    const session::ToolStore &tools = *session::ToolStore::of(&client);
    QVERIFY(tools.listing().items.front().value()["inputSchema"]["required"].exists());
    QCOMPARE(seen(replaced.server).filter(QStringLiteral("tools/list")).size(), 2);
}

// Such as one of several processes behind an address. What follows from a renewal, the lists and
// the saved calls, loses its session as well.
void TestRenewedSession::aServerThatForgetsEverySessionIsLeftInPeace()
{
    ReplacedServer replaced;
    session::RestartHistory history;
    Client client(configFor(replaced.server.url(), EraPolicy::Mode::Legacy));
    history.follow(QStringLiteral("s"), &client);
    client.start();
    const auto &starts = history.restarts(QStringLiteral("s"));
    QTRY_COMPARE_WITH_TIMEOUT(starts.size(), std::size_t(1), kDeadline);

    replaced.isForgetful = true;
    int ended = 0;
    const auto call = [&] {
        client.callTool(QStringLiteral("weather"), {}, {}, this,
            [&](const Result<Response> &result) { ended += result.ok() ? 0 : 1; });
    };
    connect(&history, &session::RestartHistory::restarted, this, call);
    call();
    QTRY_COMPARE_WITH_TIMEOUT(ended, 2, kDeadline); // that of a person, and a saved one
    call();
    QTRY_COMPARE_WITH_TIMEOUT(ended, 3, kDeadline);
    QCOMPARE(starts.size(), std::size_t(2));
    // The first time, after the first renewal, and once more in the session after that.
    QCOMPARE(seen(replaced.server).filter(QStringLiteral("tools/list")).size(), 3);
}

// A start goes on after it was saved, and its calls until the next one belong to it.
void TestRenewedSession::theLastLookAtAStartIsAfterItsEnd()
{
    const QTemporaryDir folder;
    ReplacedServer replaced;
    std::chrono::nanoseconds shown{1}; // by the trace, of each start
    session::RestartHistory history; // which asks for it until its end
    history.setFolder(folder.path());
    history.setMeasure([&shown](const QString &, const models::StartSpan &) {
        models::StartRecord record;
        record.timings = {{QStringLiteral("tools/list"), shown}};
        record.hasFindings = true;
        return record;
    });
    Client client(configFor(replaced.server.url(), EraPolicy::Mode::Legacy));
    history.follow(QStringLiteral("s"), &client);
    client.start();
    const auto &starts = history.restarts(QStringLiteral("s"));
    QTRY_COMPARE_WITH_TIMEOUT(starts.size(), std::size_t(1), kDeadline);
    history.save();
    QCOMPARE(starts.front().record->timings.front().median, std::chrono::nanoseconds(1));

    shown = std::chrono::nanoseconds(2);
    replaced.isReplaced = true;
    client.callTool(QStringLiteral("weather"), {}, {}, this, [](const Result<Response> &) {});
    QTRY_COMPARE_WITH_TIMEOUT(starts.size(), std::size_t(2), kDeadline);
    history.save();
    QCOMPARE(starts.front().record->timings.front().median, std::chrono::nanoseconds(2));

    shown = std::chrono::nanoseconds(3);
    history.save();
    QCOMPARE(starts.front().record->timings.front().median, std::chrono::nanoseconds(2));
    QCOMPARE(starts.back().record->timings.front().median, std::chrono::nanoseconds(3));
}

// 2025-11-25 server/resources: the process that takes the place of another knows no subscription.
void TestRenewedSession::subscribesAgainInTheNewSession()
{
    using State = session::ResourceWatch::State;
    ReplacedServer replaced;
    Client client(configFor(replaced.server.url(), EraPolicy::Mode::Legacy));
    session::ResourceWatch watch(&client, QStringLiteral("test://a"), nullptr);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.state() == State::On, kDeadline);
    const auto subscribed = [&] {
        return seen(replaced.server).filter(QStringLiteral("resources/subscribe")).size();
    };
    QCOMPARE(subscribed(), 1);

    QSignalSpy renewed(&client, &Client::sessionRenewed);
    replaced.isReplaced = true;
    client.callTool(QStringLiteral("weather"), {}, {}, this, [](const Result<Response> &) {});
    QTRY_COMPARE_WITH_TIMEOUT(renewed.size(), 1, kDeadline);
    QTRY_COMPARE_WITH_TIMEOUT(subscribed(), 2, kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(watch.state() == State::On, kDeadline);
}

// By its number a call without a result is found in the trace.
void TestRenewedSession::tellsTheNumberOfTheRequestSentLast()
{
    ReplacedServer replaced;
    Client client(configFor(replaced.server.url(), EraPolicy::Mode::Legacy));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    replaced.isReplaced = true;
    replaced.isFailing = true;
    std::vector<QByteArray> numbers;
    CallOptions options;
    options.onNumbered = [&](std::int64_t number) {
        numbers.push_back(QByteArray::number(number));
    };
    bool isOver = false;
    client.callTool(QStringLiteral("weather"), {}, options, this,
        [&](const Result<Response> &result) { isOver = !result.ok(); });
    QTRY_VERIFY_WITH_TIMEOUT(isOver, kDeadline);
    std::vector<QByteArray> sent;
    for (const SeenRequest &request : replaced.server.requests()) {
        if (methodOf(request) == "tools/call")
            sent.push_back(idOf(request));
    }
    QCOMPARE(sent.size(), std::size_t(2));
    QCOMPARE(numbers, sent);
}

QTEST_GUILESS_MAIN(TestRenewedSession)
#include "tst_renewedsession.moc"
