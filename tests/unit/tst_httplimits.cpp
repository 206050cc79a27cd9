// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"
#include "support/manualclock.h"
#include "support/patience.h"

#include <QFile>
#include <QTest>

#include <atomic>

#if defined(__SANITIZE_ADDRESS__)
// Freed memory is kept for a while to find who still uses it; here it would count as the engine's.
extern "C" Q_DECL_EXPORT const char *__asan_default_options();
extern "C" const char *__asan_default_options()
{
    return "quarantine_size_mb=1:thread_local_quarantine_size_kb=64";
}
#endif

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

// Each bound of HttpLimits is crossed once, and what is just inside it passes.
class TestHttpLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aHeadOfTheLargestSizePasses();
    void aLargerHeadIsRefused();
    void aHeaderLineWithoutEndIsRefused();
    void theMostHeadersPass();
    void tenThousandHeadersAreRefused();
    void trailersCountAsAHead();
    void theMostInformationalHeadsPass();
    void moreInformationalHeadsAreRefused();
    void aBodyOfTheLargestSizePasses();
    void aLargerBodyIsRefused();
    void aBodyWithoutEndIsRefused();
    void silenceEndsTheExchange();
    void silenceInABodyEndsTheExchange();
    void aStreamThatSpeaksIsNotSilent();
    void silenceIsNotTheServersWhileWeDoNotRead();
    void aPauseHoldsTheServerBack();
    void aPauseBeforeTheHeadLetsTheHeadThrough();
    void aLargeBodyTakesNoMemory();
};

namespace {

// The head that the script sends, with exactly so many bytes.
QByteArray headOfSize(qsizetype size)
{
    QByteArray head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n";
    while (head.size() < size - 2) {
        const qsizetype left = size - 2 - head.size();
        const qsizetype line = left < 200 ? left : 100;
        head += "X: " + QByteArray(line - 5, 'x') + "\r\n";
    }
    return head + "\r\n";
}

HttpScript::Script sends(const QByteArray &bytes)
{
    return [bytes](HttpPeer &peer) {
        peer.readRequest();
        peer.send(bytes);
        peer.waitForClose();
    };
}

QByteArray headers(int count)
{
    QByteArray head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n";
    for (int i = 1; i < count; ++i)
        head += "X-" + QByteArray::number(i) + ": x\r\n";
    return head + "\r\n";
}

struct Run {
    explicit Run(const HttpScript::Script &script, const HttpLimits &limits = {},
        const Clock &clock = SystemClock::instance())
        : server(script)
        , engine({}, {}, std::chrono::milliseconds(kLongPatienceMs), limits, clock)
    {
    }
    HttpScript server;
    HttpEngine engine;
    HttpRecord record;
    void get() { record.start(engine, getRequest(server.url())); }
};

// How often the engine looks at the clock, which decides: a machine may take any time for it.
constexpr auto kIdle = 10ms;

// Waits until the engine has asked whether the server was silent for too long.
void letTheEngineLook(const ManualClock &clock)
{
    const int before = clock.readings();
    QTRY_VERIFY(clock.readings() > before);
}

std::size_t peakMemory()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.mid(6).chopped(2).trimmed().toULongLong() * 1024;
    }
    return 0;
}

} // namespace

void TestHttpLimits::aHeadOfTheLargestSizePasses()
{
    Run run(sends(headOfSize(4096)), {.maxHead = 4096});
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::None);
    QCOMPARE(run.record.receivedHeads.size(), 4096);
}

void TestHttpLimits::aLargerHeadIsRefused()
{
    Run run(sends(headOfSize(4097)), {.maxHead = 4096});
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::BadResponse);
    QVERIFY(run.record.sentence().contains(u"4096"));
    QTRY_COMPARE(run.server.openConnections(), 0);
}

void TestHttpLimits::aHeaderLineWithoutEndIsRefused()
{
    Run run([](HttpPeer &peer) {
        peer.readRequest();
        peer.send("HTTP/1.1 200 OK\r\nX: ");
        peer.generate([] { return QByteArray(4096, 'x'); });
    });
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::BadResponse);
    QTRY_COMPARE(run.server.openConnections(), 0);
}

void TestHttpLimits::theMostHeadersPass()
{
    Run run(sends(headers(1000)));
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::None);
    QCOMPARE(run.record.heads[0].headers.fields().size(), 1000);
}

void TestHttpLimits::tenThousandHeadersAreRefused()
{
    for (const int count : {1001, 10'000}) {
        Run run(sends(headers(count)));
        run.get();
        QTRY_VERIFY(run.record.isFinished());
        QCOMPARE(run.record.failure(), Failure::BadResponse);
        QVERIFY(run.record.sentence().contains(u"more than 1000 headers"));
    }
}

void TestHttpLimits::trailersCountAsAHead()
{
    const HttpLimits limits{.maxHeaders = 10};
    for (const int count : {10, 12}) {
        Run run(
            [count](HttpPeer &peer) {
                peer.readRequest();
                peer.openChunked(200, "text/plain");
                peer.endChunked(QByteArray("X: y\r\n").repeated(count));
                peer.waitForClose();
            },
            limits);
        run.get();
        QTRY_VERIFY(run.record.isFinished());
        QCOMPARE(run.record.failure(), count > 11 ? Failure::BadResponse : Failure::None);
    }
}

void TestHttpLimits::theMostInformationalHeadsPass()
{
    Run run(
        sends(QByteArray("HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n").repeated(20) + headers(1)));
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::None);
    QCOMPARE(run.record.status(), 200);
}

void TestHttpLimits::moreInformationalHeadsAreRefused()
{
    Run run([](HttpPeer &peer) {
        peer.readRequest();
        peer.generate([] { return QByteArray("HTTP/1.1 100 Continue\r\n\r\n"); });
    });
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::BadResponse);
    QCOMPARE(run.record.receivedHeads.count("100 Continue"), 21);
}

void TestHttpLimits::aBodyOfTheLargestSizePasses()
{
    Run run(sends("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + QByteArray(1000, 'x')),
        {.maxBody = 1000});
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::None);
    QCOMPARE(run.record.bodySize, 1000);
}

void TestHttpLimits::aLargerBodyIsRefused()
{
    Run run(sends("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + QByteArray(1001, 'x')),
        {.maxBody = 1000});
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::TooLarge);
    QVERIFY(run.record.sentence().contains(u"1000 bytes"));
    QTRY_COMPARE(run.server.openConnections(), 0);
}

void TestHttpLimits::aBodyWithoutEndIsRefused()
{
    Run run(
        [](HttpPeer &peer) {
            peer.readRequest();
            peer.send("HTTP/1.1 200 OK\r\n\r\n");
            peer.generate([] { return QByteArray(65536, 'x'); });
        },
        {.maxBody = 10'000'000});
    run.record.keepsBody = false;
    run.get();
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::TooLarge);
    QVERIFY(run.record.bodySize <= 10'000'000);
}

void TestHttpLimits::silenceEndsTheExchange()
{
    ManualClock clock;
    Run run(
        [](HttpPeer &peer) {
            peer.readRequest();
            peer.stall();
        },
        {.idleTimeout = kIdle}, clock);
    run.get();
    QTRY_COMPARE(run.record.sentHeads, 1);
    clock.advance(kIdle - 1ns);
    letTheEngineLook(clock);
    QVERIFY(!run.record.isFinished());
    clock.advance(1ns);
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::TimedOut);
    QCOMPARE(run.record.outcome->error->domain, Domain::Timeout);
    QVERIFY(run.record.outcome->requestSent);
    const HttpTimes &times = run.record.outcome->times;
    QVERIFY(std::chrono::nanoseconds(times.ended - times.requestSent) == kIdle);
}

void TestHttpLimits::silenceInABodyEndsTheExchange()
{
    ManualClock clock;
    Run run(
        [](HttpPeer &peer) {
            peer.readRequest();
            peer.openStream();
            peer.event("x");
            peer.stall();
        },
        {.idleTimeout = kIdle}, clock);
    run.get();
    QTRY_COMPARE(run.record.bodyBytes, "data: x\n\n");
    clock.advance(kIdle);
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::TimedOut);
    QCOMPARE(run.record.bodyBytes, "data: x\n\n");
}

void TestHttpLimits::aStreamThatSpeaksIsNotSilent()
{
    // Each pause is shorter than the timeout, and all of them together longer.
    constexpr int kPauses = 5;
    ManualClock clock;
    Run run(
        [](HttpPeer &peer) {
            peer.readRequest();
            peer.openStream();
            for (int i = 0;; ++i) {
                peer.event("x");
                peer.waitFor(QByteArray::number(i));
            }
        },
        {.idleTimeout = kIdle}, clock);
    run.get();
    for (int i = 0; i < kPauses; ++i) {
        QTRY_COMPARE(run.record.bodyBytes.count("data"), i + 1);
        clock.advance(kIdle - 1ns);
        letTheEngineLook(clock);
        QVERIFY(!run.record.isFinished());
        run.server.open(QByteArray::number(i));
    }
}

void TestHttpLimits::silenceIsNotTheServersWhileWeDoNotRead()
{
    ManualClock clock;
    Run run(
        [](HttpPeer &peer) {
            peer.readRequest();
            peer.openStream();
            peer.event("one");
            peer.event("two");
            peer.waitFor("end");
            peer.endStream();
        },
        {.idleTimeout = kIdle}, clock);
    run.record.onHead = [&] { run.record.exchange->setReading(false); };
    run.get();
    QTRY_COMPARE(run.record.status(), 200);
    clock.advance(2 * kIdle);
    letTheEngineLook(clock);
    QVERIFY(!run.record.isFinished());
    run.record.exchange->setReading(true);
    run.server.open("end");
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.failure(), Failure::None);
    QCOMPARE(run.record.bodyBytes, "data: one\n\ndata: two\n\n");
}

void TestHttpLimits::aPauseHoldsTheServerBack()
{
    constexpr std::uint64_t kAll = 200'000'000;
    constexpr std::uint64_t kHeldBack = 40'000'000; // far more than sockets keep
    std::atomic<std::uint64_t> generated = 0;
    Run run([&generated](HttpPeer &peer) {
        if (peer.readRequest().target() == "/beside") {
            peer.respond(200, "text/plain", "");
            return;
        }
        peer.send(
            "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(quint64(kAll)) + "\r\n\r\n");
        peer.generate([&] {
            const auto left = std::min<std::uint64_t>(kAll - generated, 100'000);
            generated += left;
            return QByteArray(qsizetype(left), 'x');
        });
        peer.waitForClose();
    });
    run.record.keepsBody = false;
    run.record.onBody = [&] {
        if (run.record.bodySize < 1'000'000)
            run.record.exchange->setReading(false);
    };
    run.get();
    QTRY_VERIFY(run.record.bodySize > 0);
    const std::uint64_t atPause = run.record.bodySize;
    for (int i = 0; i < 20; ++i) { // others go on meanwhile
        HttpRecord beside(run.engine, getRequest(run.server.url(u"/beside"_s)));
        QTRY_VERIFY(beside.isFinished());
        QCOMPARE(beside.failure(), Failure::None);
    }
    QCOMPARE(run.record.bodySize, atPause);
    QVERIFY(generated < kHeldBack);
    run.record.onBody = {};
    run.record.exchange->setReading(true);
    QTRY_VERIFY_WITH_TIMEOUT(run.record.isFinished(), kLongPatienceMs);
    QCOMPARE(run.record.failure(), Failure::None);
    QCOMPARE(run.record.bodySize, kAll);
    QVERIFY(run.record.inOrder);
}

void TestHttpLimits::aPauseBeforeTheHeadLetsTheHeadThrough()
{
    Run run([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "text/plain", "body");
    });
    run.get();
    run.record.exchange->setReading(false);
    QTRY_COMPARE(run.record.status(), 200);
    QVERIFY(run.record.bodyBytes.isEmpty());
    run.record.exchange->setReading(true);
    QVERIFY(run.record.bodyBytes.isEmpty()); // never inside the call
    QTRY_VERIFY(run.record.isFinished());
    QCOMPARE(run.record.bodyBytes, "body");
}

void TestHttpLimits::aLargeBodyTakesNoMemory()
{
    constexpr std::uint64_t kAll = 300'000'000;
    Run run([](HttpPeer &peer) {
        peer.readRequest();
        peer.openChunked(200, "application/octet-stream");
        const QByteArray part(100'000, 'x');
        for (std::uint64_t sent = 0; sent < kAll; sent += 100'000)
            peer.chunk(part);
        peer.endChunked();
    });
    const std::size_t before = peakMemory();
    run.record.keepsBody = false;
    run.get();
    QTRY_VERIFY_WITH_TIMEOUT(run.record.isFinished(), kLongPatienceMs);
    QCOMPARE(run.record.bodySize, kAll);
    QVERIFY(peakMemory() - before < 30'000'000);
}

QTEST_GUILESS_MAIN(TestHttpLimits)
#include "tst_httplimits.moc"
