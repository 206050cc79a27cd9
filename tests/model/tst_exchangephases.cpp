// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/exchangephases.h"
#include "support/recordedhttp.h"

#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using test::RecordedHttp;
using Ended = rpc::Exchange::State;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr const char *kHead = "POST /mcp HTTP/1.1\r\n\r\n";
constexpr const char *kStreamHead = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
constexpr const char *kAsk = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

Stamp at(std::int64_t ms)
{
    return {ms * kMs, ms * kMs};
}

} // namespace

class ExchangePhasesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsPhasesAndArrivals();
    void growsWhileItGoesOn();
    void keepsTimesInsideTheExchange();
    void readsManyInTurns();
};

void ExchangePhasesTest::tellsPhasesAndArrivals()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    ExchangePhases phases(model);
    const auto number = http.request(0, "POST", "/mcp", kHead, kAsk, at(10));
    const auto other = http.request(1, "POST", "/mcp", kHead, kAsk, at(10));
    http.respond(0, 200, kStreamHead, at(14));
    http.events(0, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n", at(15));
    http.respond(1, 200, "HTTP/1.1 200 OK\r\n\r\n", at(16));
    http.body(1, R"({"jsonrpc":"2.0","id":1,"result":{}})", at(16));
    http.events(0, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n", at(18));
    http.tell(0, R"(,"times":{"connected":500000,"requestSent":1000000,"firstByte":4000000})");
    http.end(0, Ended::Done, at(20));
    http.end(1, Ended::Done, at(21));
    model.drainNow();
    QSignalSpy changed(&phases, &ExchangePhases::changed);
    QVERIFY(!phases.of(number));
    QVERIFY(changed.wait(kPatienceMs));
    const auto found = phases.of(number);
    QVERIFY(found);
    QCOMPARE(found->sent, 11 * kMs);
    QCOMPARE(found->firstByte, 14 * kMs);
    QCOMPARE(found->arrivals, (std::vector<std::int64_t>{15 * kMs, 18 * kMs}));

    QVERIFY(!phases.of(other));
    QVERIFY(changed.wait(kPatienceMs));
    QCOMPARE(phases.of(other)->sent, 0);
    QCOMPARE(phases.of(other)->firstByte, 0);
    QCOMPARE(phases.of(other)->arrivals, (std::vector<std::int64_t>{16 * kMs}));
}

void ExchangePhasesTest::growsWhileItGoesOn()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    ExchangePhases phases(model);
    const auto number = http.request(0, "POST", "/mcp", kHead, kAsk, at(10));
    http.tell(0, R"(,"times":{"requestSent":1000000})");
    http.update(0, at(11));
    model.drainNow();
    QVERIFY(!phases.of(4711));
    QVERIFY(!phases.of(number)); // not read yet
    QTRY_VERIFY(phases.of(number));
    QCOMPARE(phases.of(number)->sent, 11 * kMs);
    QCOMPARE(phases.of(number)->firstByte, 0);
    QVERIFY(phases.of(number)->arrivals.empty());

    http.respond(0, 200, kStreamHead, at(14));
    http.events(0, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n", at(15));
    model.drainNow();
    QTRY_COMPARE(phases.of(number)->arrivals, (std::vector<std::int64_t>{15 * kMs}));
    http.events(0, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n", at(18));
    http.end(0, Ended::Done, at(20));
    model.drainNow();
    QTRY_COMPARE(phases.of(number)->arrivals, (std::vector<std::int64_t>{15 * kMs, 18 * kMs}));
    QCOMPARE(phases.of(number)->sent, 11 * kMs);
}

// A file from elsewhere may say anything.
void ExchangePhasesTest::keepsTimesInsideTheExchange()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    ExchangePhases phases(model);
    const auto number = http.request(0, "POST", "/mcp", kHead, kAsk, at(10));
    http.tell(0, R"(,"times":{"requestSent":9223372036854775807,"firstByte":-5})");
    http.end(0, Ended::Done, at(12));
    model.drainNow();
    QSignalSpy changed(&phases, &ExchangePhases::changed);
    QVERIFY(!phases.of(number));
    QVERIFY(changed.wait(kPatienceMs));
    QCOMPARE(phases.of(number)->sent, 12 * kMs);
    QCOMPARE(phases.of(number)->firstByte, 0);
}

void ExchangePhasesTest::readsManyInTurns()
{
    constexpr int kCount = 3 * ExchangePhases::kAtOnce;
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    ExchangePhases phases(model);
    std::vector<trace::Number> numbers;
    for (int i = 0; i < kCount; ++i) {
        numbers.push_back(http.request(0, "POST", "/mcp", kHead, kAsk, at(10 + 2 * i)));
        http.end(0, Ended::Done, at(11 + 2 * i));
    }
    model.drainNow();
    QSignalSpy changed(&phases, &ExchangePhases::changed);
    const auto known = [&] {
        return std::count_if(numbers.begin(), numbers.end(),
            [&](trace::Number number) { return phases.of(number).has_value(); });
    };
    for (int turn = 0; turn < 3; ++turn) {
        QCOMPARE(known(), turn * ExchangePhases::kAtOnce);
        QVERIFY(changed.wait(kPatienceMs));
    }
    QCOMPARE(known(), kCount);
}

QTEST_MAIN(ExchangePhasesTest)
#include "tst_exchangephases.moc"
