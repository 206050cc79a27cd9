// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/calltimings.h"
#include "support/tracefeed.h"
#include "trace/recorder/recorder.h"

#include <QTest>

using namespace sonde;
using models::CallTiming;
using namespace Qt::StringLiterals;

// How long calls take before and after a moment.
class TestCallTimings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatChanged_data();
    void saysWhatChanged();
    void comparesWithTheLastTenRuns();
    void countsOnlyResponsesOfTheServer();
};

namespace {

// Calls of tools, one after the other, on a clock of their own.
class Calls {
public:
    explicit Calls(const QString &server = u"demo"_s)
        : m_feed(m_recorder, server)
    {
        m_feed.setNow({});
    }

    void call(const char *tool, std::int64_t took, const char *outcome = R"("result":{})")
    {
        const std::string id = std::to_string(++m_calls);
        m_feed.sent(R"({"jsonrpc":"2.0","id":)" + id
            + R"(,"method":"tools/call","params":{"name":")" + tool + R"("}})");
        advance(took);
        m_feed.received(R"({"jsonrpc":"2.0","id":)" + id + ',' + outcome + '}');
        advance(1);
    }
    std::int64_t now() const { return m_now; }

    std::vector<CallTiming> timings(std::int64_t at, std::optional<std::int64_t> until = {})
    {
        trace::RecordList records;
        const trace::Changes changes = m_recorder.take();
        records.append(changes.fresh);
        return models::callTimings(
            m_recorder, records.snapshot(), changes.firstNew, u"demo"_s, at, until);
    }

private:
    void advance(std::int64_t ns)
    {
        m_feed.advance(ns);
        m_now += ns;
    }

    trace::Recorder m_recorder;
    tests::TraceFeed m_feed;
    std::int64_t m_now = 0;
    int m_calls = 0;
};

} // namespace

void TestCallTimings::saysWhatChanged_data()
{
    QTest::addColumn<int>("before"); // ns; negative: there is none
    QTest::addColumn<int>("after");
    QTest::addColumn<int>("percent"); // 0: it is the same, or nothing can be said
    QTest::newRow("slower") << 1000 << 1160 << 16;
    QTest::newRow("faster") << 1000 << 330 << -67;
    QTest::newRow("5 % slower") << 1000 << 1050 << 0;
    QTest::newRow("6 % slower") << 1000 << 1060 << 6;
    QTest::newRow("nothing before") << -1 << 1000 << 0;
    QTest::newRow("nothing after") << 1000 << -1 << 0;
    QTest::newRow("no time at all") << 0 << 1000 << 0;
}

void TestCallTimings::saysWhatChanged()
{
    QFETCH(int, before);
    QFETCH(int, after);
    CallTiming timing;
    if (before >= 0)
        timing.before = std::chrono::nanoseconds(before);
    if (after >= 0)
        timing.after = std::chrono::nanoseconds(after);
    QTEST(timing.percent().value_or(0), "percent");
}

// Of twenty calls before and after a start, those next to it on the left, and the first on the
// right.
void TestCallTimings::comparesWithTheLastTenRuns()
{
    using std::chrono::nanoseconds;
    Calls calls;
    for (int i = 0; i < 20; ++i) {
        calls.call("tide", i < 10 ? 9000 : 1000);
        calls.call("wind", 50);
    }
    const std::int64_t at = calls.now();
    for (int i = 0; i < 20; ++i)
        calls.call("tide", i < 10 ? 2000 : 7000);
    const std::int64_t until = calls.now();
    calls.call("wind", 90); // of the start after that one
    const std::vector<CallTiming> timings = calls.timings(at, until);
    QCOMPARE(timings.size(), std::size_t(2));
    QCOMPARE(timings[0].name, u"tide"_s);
    QCOMPARE(timings[0].before, std::optional(nanoseconds(1000)));
    QCOMPARE(timings[0].after, std::optional(nanoseconds(2000)));
    QCOMPARE(timings[0].percent(), std::optional(100));
    QCOMPARE(timings[1].name, u"wind"_s);
    QCOMPARE(timings[1].before, std::optional(nanoseconds(50)));
    QCOMPARE(timings[1].after, std::optional<nanoseconds>());
}

void TestCallTimings::countsOnlyResponsesOfTheServer()
{
    Calls failing;
    failing.call("tide", 1000, R"("error":{"code":-32603,"message":"x"})");
    QVERIFY(failing.timings(failing.now()).empty());
    Calls other(u"other"_s);
    other.call("tide", 1000);
    QVERIFY(other.timings(other.now()).empty());
}

QTEST_GUILESS_MAIN(TestCallTimings)

#include "tst_calltimings.moc"
