// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/startrecord.h"
#include "support/handshake.h"
#include "support/patience.h"
#include "support/tracefeed.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace sonde;
using namespace sonde::models;
using namespace Qt::StringLiterals;
using tests::TraceFeed;

// What is kept of a start for the time when its trace is gone.
class TestStartRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasAllFindingsOrNone_data();
    void hasAllFindingsOrNone();
    void aPartOfTheFindingsDoesNotComeBack();
    void aClearedTraceLeavesWhatWasFound();
    void knowsWhatWasExchangedBeforeOlderMessagesOfATap();
    void theTimesAloneHaveNoFindings();
};

namespace {

const QString kServer = u"demo"_s;

// A server whose tools all return a result without `content`.
struct Session {
    explicit Session(std::size_t tools)
    {
        tests::shakeHands(feed);
        for (std::size_t i = 0; i < tools; ++i)
            call(i);
    }

    void call(std::size_t tool)
    {
        const std::string number = std::to_string(tool);
        const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(tool + 1);
        feed.sent(start + R"(,"method":"tools/call","params":{"name":"t)" + number + R"("}})");
        feed.advance(1'000);
        feed.received(start + R"(,"result":{}})");
    }
    bool wait()
    {
        model.drainNow();
        return QTest::qWaitFor([this] { return list.behind() == 0; }, kPatienceMs);
    }

    trace::Recorder recorder;
    TraceFeed feed{recorder, kServer};
    TraceModel model{recorder};
    FindingList list{model};
};

StartRecord checked(std::size_t findings)
{
    StartRecord record;
    record.timings = {{u"tide"_s, std::chrono::nanoseconds(7)}};
    record.hasFindings = true;
    for (std::size_t i = 0; i < findings; ++i)
        record.findings.push_back(
            {{"tools.title", u"tools/call"_s, QString::number(i)}, findings::Level::Error, {}});
    return record;
}

} // namespace

void TestStartRecord::hasAllFindingsOrNone_data()
{
    QTest::addColumn<std::size_t>("tools");
    QTest::addColumn<bool>("hasFindings");
    QTest::newRow("few") << std::size_t(3) << true;
    QTest::newRow("too many") << StartRecord::kMaxFindings + 1 << false;
}

void TestStartRecord::hasAllFindingsOrNone()
{
    QFETCH(const std::size_t, tools);
    QFETCH(const bool, hasFindings);
    Session session(tools);
    QVERIFY(session.wait());
    QVERIFY(session.list.size() >= tools);
    const StartRecord record = startRecord(session.list, kServer, {});
    QCOMPARE(record.hasFindings, hasFindings);
    QCOMPARE(record.hasTooMany, !hasFindings);
    QCOMPARE(record.findings.size() >= tools, hasFindings);
    QCOMPARE(record.findings.empty(), !hasFindings);
    QVERIFY(!record.timings.empty());
}

// The first seconds of a start had few enough to be kept.
void TestStartRecord::aPartOfTheFindingsDoesNotComeBack()
{
    StartRecord all = checked(0);
    all.hasFindings = false;
    all.hasTooMany = true;
    all.completeFrom(checked(3));
    QVERIFY(!all.hasFindings && all.findings.empty());
    StartRecord unchecked = checked(0);
    unchecked.hasFindings = false;
    unchecked.completeFrom(checked(3));
    QCOMPARE(unchecked, checked(3));
}

void TestStartRecord::aClearedTraceLeavesWhatWasFound()
{
    StartRecord cleared;
    cleared.hasFindings = true; // of no message
    StartRecord again = cleared;
    cleared.completeFrom(checked(3));
    QCOMPARE(cleared, checked(3));
    StartRecord tooMany = checked(0);
    tooMany.hasFindings = false;
    tooMany.hasTooMany = true;
    again.completeFrom(tooMany);
    QCOMPARE(again, tooMany);
}

// A tap is followed while a server runs: what it has recorded before comes behind newer messages.
void TestStartRecord::knowsWhatWasExchangedBeforeOlderMessagesOfATap()
{
    constexpr std::int64_t kStart = 5'000'000'000;
    Session session(0);
    session.feed.setNow({kStart, kStart});
    session.call(0);
    TraceFeed tap(session.recorder, u"tap"_s, 2);
    tap.setNow({kStart / 2, kStart / 2});
    tests::shakeHands(tap);
    QVERIFY(session.wait());
    const StartRecord record = startRecord(session.list, kServer, {kStart, {}});
    QVERIFY(std::find(record.exchanged.begin(), record.exchanged.end(),
                StartRecord::Exchanged(u"tools/call"_s, u"t0"_s))
        != record.exchanged.end());
}

void TestStartRecord::theTimesAloneHaveNoFindings()
{
    Session session(3);
    QVERIFY(session.wait());
    const StartRecord times = startTimes(session.list, kServer, {});
    QVERIFY(!times.isChecked() && times.findings.empty() && times.exchanged.empty());
    QCOMPARE(times.timings, startRecord(session.list, kServer, {}).timings);
}

QTEST_MAIN(TestStartRecord)

#include "tst_startrecord.moc"
