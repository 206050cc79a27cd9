// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"
#include "wire/http/keepalive.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace std::chrono_literals;
using Failure = HttpOutcome::Failure;

// How long an idle connection is used again, and what is sent a second time.
class TestKeepAlive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheAnnouncement_data();
    void readsTheAnnouncement();
    void endsBeforeTheServerWould_data();
    void endsBeforeTheServerWould();
    void forgetsAnAnnouncementThatIsTakenBack();
    void remembersABoundedNumberOfServers();
    void repeatsOnlyWhatIsHarmless_data();
    void repeatsOnlyWhatIsHarmless();
    void aServerThatClosesAtOnceGetsNewConnections();
    void aFreshConnectionIsNotAReusedOne();
};

namespace {

const QUrl kUrl(QStringLiteral("http://127.0.0.1:3001/mcp"));

HttpHeaders announcing(const QByteArray &value)
{
    HttpHeaders headers;
    if (!value.isNull())
        headers.add("Keep-Alive", value);
    return headers;
}

} // namespace

void TestKeepAlive::readsTheAnnouncement_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("seconds"); // -1: none
    const auto row = [](const char *value, int seconds) {
        QTest::newRow(value) << QByteArray(value) << seconds;
    };
    row("timeout=5", 5);
    row("timeout=5, max=100", 5);
    row("max=100 , Timeout = 7", 7);
    row("timeout=0", 0);
    row("timeout=4000000000", 118);
    row("max=100", -1);
    row("timeout", -1);
    row("timeout=", -1);
    row("timeout=soon", -1);
    row("timeout=-5", -1);
    row("timeout=99999999999999", -1);
    row("x-timeout=5", -1);
    row("", -1);
}

void TestKeepAlive::readsTheAnnouncement()
{
    QFETCH(QByteArray, value);
    QFETCH(int, seconds);
    const auto announced = KeepAlive::announcedBy(announcing(value));
    QCOMPARE(announced ? int(announced->count()) : -1, seconds);
}

void TestKeepAlive::endsBeforeTheServerWould_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<qint64>("roundTripMs");
    QTest::addColumn<int>("maxIdle");
    const auto row = [](const char *name, const QByteArray &value, qint64 roundTrip, int maxIdle) {
        QTest::newRow(name) << value << roundTrip << maxIdle;
    };
    row("nothing announced", {}, 1, 2);
    row("5 s, near", "timeout=5", 1, 3);
    row("5 s, no time known", "timeout=5", 0, 4);
    row("5 s, far", "timeout=5", 1200, 2);
    row("65 s", "timeout=65", 30, 63);
    row("longer than any", "timeout=3600", 30, 116);
    row("2 s", "timeout=2", 1, 0);
    row("1 s", "timeout=1", 1, 0);
    row("0 s", "timeout=0", 1, 0);
    row("5 s, farther than that", "timeout=5", 60'000, 0);
}

void TestKeepAlive::endsBeforeTheServerWould()
{
    QFETCH(QByteArray, value);
    QFETCH(qint64, roundTripMs);
    QFETCH(int, maxIdle);
    KeepAlive keepAlive;
    QCOMPARE(keepAlive.maxIdle(kUrl), KeepAlive::kUnannounced);
    keepAlive.record(kUrl, announcing(value), std::chrono::milliseconds(roundTripMs));
    QCOMPARE(keepAlive.maxIdle(kUrl).count(), maxIdle);
    // The next response came over the same connection, which took no time to open.
    keepAlive.record(kUrl, announcing(value), 0ns);
    QCOMPARE(keepAlive.maxIdle(kUrl).count(), maxIdle);
    // Of another server nothing is known.
    QCOMPARE(keepAlive.maxIdle(QUrl(QStringLiteral("http://127.0.0.1:3002/mcp"))), 2s);
}

void TestKeepAlive::forgetsAnAnnouncementThatIsTakenBack()
{
    KeepAlive keepAlive;
    keepAlive.record(kUrl, announcing("timeout=60"), 0ns);
    keepAlive.record(kUrl, {}, 0ns);
    QCOMPARE(keepAlive.maxIdle(kUrl), KeepAlive::kUnannounced);
}

void TestKeepAlive::remembersABoundedNumberOfServers()
{
    KeepAlive keepAlive;
    const auto server = [](std::size_t number) {
        return QUrl(QStringLiteral("http://host%1.example/").arg(number));
    };
    for (std::size_t i = 0; i <= KeepAlive::kMaxOrigins; ++i)
        keepAlive.record(server(i), announcing("timeout=60"), 0ns);
    QCOMPARE(keepAlive.maxIdle(server(0)), KeepAlive::kUnannounced); // forgotten
    QCOMPARE(keepAlive.maxIdle(server(KeepAlive::kMaxOrigins)), 59s);
}

void TestKeepAlive::repeatsOnlyWhatIsHarmless_data()
{
    QTest::addColumn<Failure>("failure");
    QTest::addColumn<bool>("reused");
    QTest::addColumn<bool>("repeatable");
    QTest::addColumn<bool>("again");
    const auto row = [](const char *name, Failure failure, bool reused, bool repeatable,
                         bool again) {
        QTest::newRow(name) << failure << reused << repeatable << again;
    };
    row("no response", Failure::NoResponse, true, true, true);
    row("not written", Failure::Send, true, true, true);
    row("a call", Failure::NoResponse, true, false, false);
    row("on a new connection", Failure::NoResponse, false, true, false);
    row("a part of a response", Failure::BadResponse, true, true, false);
    row("in the middle of the body", Failure::Truncated, true, true, false);
    row("no time left", Failure::TimedOut, true, true, false);
    row("cancelled", Failure::Aborted, true, true, false);
    row("all is well", Failure::None, true, true, false);
}

void TestKeepAlive::repeatsOnlyWhatIsHarmless()
{
    QFETCH(Failure, failure);
    QFETCH(bool, reused);
    QFETCH(bool, repeatable);
    QFETCH(bool, again);
    HttpRequest request = postRequest(kUrl, "{}");
    request.repeatable = repeatable;
    HttpOutcome outcome;
    outcome.failure = failure;
    outcome.facts.reused = reused;
    const auto second = repetitionOf(request, outcome);
    QCOMPARE(second.has_value(), again);
    if (!second)
        return;
    QCOMPARE(second->body, request.body);
    QVERIFY(second->freshConnection);
    outcome.facts.reused = true; // whatever comes of it, there is no third one
    QVERIFY(!repetitionOf(*second, outcome));
}

// What it announces leaves no time in which a connection may be used again.
void TestKeepAlive::aServerThatClosesAtOnceGetsNewConnections()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "fine", {{"Keep-Alive", "timeout=1"}});
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 0; i < 3; ++i) {
        HttpRecord record(engine, getRequest(server.url()));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::None);
        QVERIFY(!record.outcome->facts.reused);
        QCOMPARE(server.connectionCount(), i + 1);
    }
}

void TestKeepAlive::aFreshConnectionIsNotAReusedOne()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "fine");
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (const bool fresh : {false, false, true}) {
        HttpRequest request = getRequest(server.url());
        request.freshConnection = fresh;
        HttpRecord record(engine, request);
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::None);
    }
    QCOMPARE(server.connectionCount(), 2);
}

QTEST_GUILESS_MAIN(TestKeepAlive)
#include "tst_keepalive.moc"
