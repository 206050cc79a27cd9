// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/signs/sign.h"
#include "models/trace/tracemodel.h"
#include "models/trace/tracetext.h"
#include "support/manualclock.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <thread>
#include <utility>

using namespace sonde;
using namespace sonde::models;
using sonde::test::ManualClock;
using sonde::tests::TraceFeed;

namespace {

QString cell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

Sign sign(const QAbstractItemModel &model, int row, int column)
{
    return static_cast<Sign>(model.index(row, column).data(SignRole).toInt());
}

ColorRole tone(const QAbstractItemModel &model, int row, int column)
{
    return static_cast<ColorRole>(model.index(row, column).data(TextColorRole).toInt());
}

constexpr std::int64_t kMs = 1'000'000;

} // namespace

class TraceModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void takesInWhatWasRecordedBefore();
    void comesInBatchesFromAnotherThread();
    void showsACallAsLookMdDoes();
    void countsTheTimeOfWhatIsPending();
    void saysThatASubscriptionIsOpen();
    void saysThatASubscriptionHasEnded();
    void showsEveryState();
    void showsTheCodeOfAnErrorAsItWasWritten();
    void linksWhatATapDidToTheMessage();
    void showsWhatIsNoMessage();
    void readsLinesLazily();
    void saysWhyADistanceIsNegative();
    void showsTheSameAsAnotherModelOfTheStore();
    void keepsIdsAsWritten();
    void pausesWithoutLosingAnything();
    void losesNothingWhenSomebodyTakesMeanwhile();
    void clearsOnlyTheList();
    void knowsTheServers();
    void dyingWhileOthersRecordIsHarmless();

private:
    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
};

void TraceModelTest::init()
{
    m_feed.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
}

void TraceModelTest::takesInWhatWasRecordedBefore()
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    QTRY_COMPARE(model.rowCount(), 1);
}

void TraceModelTest::comesInBatchesFromAnotherThread()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    constexpr int kMany = 20'000;
    std::thread wire([this] {
        for (int i = 0; i < kMany; ++i)
            m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/x"})");
    });
    wire.join();
    QTRY_COMPARE(model.rowCount(), kMany);
    QVERIFY2(inserted.size() < 100, qPrintable(QString::number(inserted.size())));
    QCOMPARE(model.number(kMany - 1), trace::Number(kMany));
}

void TraceModelTest::showsACallAsLookMdDoes()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    m_feed->sent(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo"}})");
    m_feed->advance(41'306'000);
    m_feed->received(R"({"jsonrpc":"2.0","id":7,"result":{"content":[]}})");
    model.drainNow();
    QCOMPARE(model.rowCount(), 2);

    QCOMPARE(cell(model, 0, TraceModel::NumberColumn), QStringLiteral("1"));
    QVERIFY(cell(model, 0, TraceModel::TimeColumn).endsWith(QStringLiteral(":02.771640")));
    QCOMPARE(cell(model, 0, TraceModel::DeltaColumn), QString());
    QCOMPARE(cell(model, 0, TraceModel::DirectionColumn), QStringLiteral("sent"));
    QCOMPARE(cell(model, 0, TraceModel::KindColumn), QStringLiteral("request"));
    QCOMPARE(cell(model, 0, TraceModel::MethodColumn), QStringLiteral("tools/call"));
    QCOMPARE(cell(model, 0, TraceModel::TargetColumn), QStringLiteral("echo"));
    QCOMPARE(cell(model, 0, TraceModel::IdColumn), QStringLiteral("7"));
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("ok"));
    QCOMPARE(cell(model, 0, TraceModel::DurationColumn), QStringLiteral("41.306 ms"));
    QCOMPARE(cell(model, 0, TraceModel::SizeColumn), QStringLiteral("71"));
    QCOMPARE(cell(model, 0, TraceModel::ServerColumn), QStringLiteral("demo"));
    QCOMPARE(sign(model, 0, TraceModel::DirectionColumn), Sign::SentRequest);
    QCOMPARE(tone(model, 0, TraceModel::DirectionColumn), ColorRole::Sent);
    QCOMPARE(sign(model, 0, TraceModel::StatusColumn), Sign::Ok);
    QCOMPARE(tone(model, 0, TraceModel::StatusColumn), ColorRole::Muted);

    QCOMPARE(cell(model, 1, TraceModel::DeltaColumn), QStringLiteral("+41.306 ms"));
    QCOMPARE(cell(model, 1, TraceModel::DirectionColumn), QStringLiteral("received"));
    QCOMPARE(cell(model, 1, TraceModel::KindColumn), QStringLiteral("response"));
    QCOMPARE(cell(model, 1, TraceModel::TargetColumn), QStringLiteral("echo"));
    QCOMPARE(cell(model, 1, TraceModel::DurationColumn), QString());
    QCOMPARE(sign(model, 1, TraceModel::DirectionColumn), Sign::ReceivedResponse);
    QCOMPARE(model.index(1, 0).data(TraceModel::PairRole).toUInt(), 1U);
    QCOMPARE(model.index(0, 0).data(TraceModel::PairRole).toUInt(), 2U);
    QCOMPARE(model.index(1, 0).data(TraceModel::NumberRole).toUInt(), 2U);
}

void TraceModelTest::countsTheTimeOfWhatIsPending()
{
    ManualClock clock;
    clock.stamp = {1'000'000'000, 0};
    TraceModel model(*m_recorder, nullptr, clock);
    QAbstractItemModelTester tester(&model);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("pending"));
    QCOMPARE(cell(model, 0, TraceModel::DurationColumn), QStringLiteral("0.0 s"));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    clock.stamp.steady += 14'230 * kMs;
    QCOMPARE(cell(model, 0, TraceModel::DurationColumn), QStringLiteral("14.2 s"));
    QTRY_VERIFY(!changed.isEmpty());

    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("ok"));
}

void TraceModelTest::saysThatASubscriptionIsOpen()
{
    TraceModel model(*m_recorder);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}})");
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("open"));
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("ok"));
}

// It was closed in good order, so nothing is missing.
void TraceModelTest::saysThatASubscriptionHasEnded()
{
    TraceModel model(*m_recorder);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}})");
    m_feed->sent(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}})");
    m_feed->note("process ended: exit code 0");
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("ended"));
    QCOMPARE(sign(model, 0, TraceModel::StatusColumn), Sign::Cancelled);
    QVERIFY(tone(model, 0, TraceModel::StatusColumn) != ColorRole::Error);
    QCOMPARE(cell(model, 1, TraceModel::StatusColumn), QStringLiteral("no response"));
}

void TraceModelTest::showsTheCodeOfAnErrorAsItWasWritten()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    const std::pair<const char *, QString> codes[] = {
        {"-32601", QStringLiteral("−32601 method not found")},
        {"-32601.0", QStringLiteral("-32601.0 method not found")},
        {"4294934695", QStringLiteral("4294934695 error")},
        {"1e400", QStringLiteral("1e400 error")},
        {"\"-32601\"", QStringLiteral("\"-32601\" error")},
        {"0", QStringLiteral("0 error")},
    };
    for (const auto &[code, shown] : codes) {
        const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(model.rowCount());
        m_feed->sent(start + R"(,"method":"ping"})");
        m_feed->received(start + R"(,"error":{"code":)" + code + R"(,"message":"m"}})");
        model.drainNow();
        for (const int row : {model.rowCount() - 2, model.rowCount() - 1}) {
            QCOMPARE(cell(model, row, TraceModel::StatusColumn), shown);
            QCOMPARE(
                model.index(row, TraceModel::StatusColumn).data(Qt::ToolTipRole).toString(), shown);
        }
    }
    m_feed->sent(R"({"jsonrpc":"2.0","id":"last","method":"ping"})");
    m_feed->received(R"({"jsonrpc":"2.0","id":"last","error":"a string"})");
    model.drainNow();
    QCOMPARE(cell(model, model.rowCount() - 2, TraceModel::StatusColumn), QStringLiteral("error"));
}

void TraceModelTest::showsEveryState()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    for (const char *id : {"1", "2", "3", "4"})
        m_feed->sent(std::string(R"({"jsonrpc":"2.0","method":"tools/call","id":)") + id + "}");
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{"isError":true}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}})");
    m_feed->sent(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":3,"result":{}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":99,"result":{}})");
    m_feed->note("process ended: exit code 1");
    model.drainNow();
    QCOMPARE(sign(model, 0, TraceModel::StatusColumn), Sign::ToolError);
    QCOMPARE(tone(model, 0, TraceModel::StatusColumn), ColorRole::Warn);
    QCOMPARE(sign(model, 1, TraceModel::StatusColumn), Sign::ProtocolError);
    QCOMPARE(cell(model, 1, TraceModel::StatusColumn), QStringLiteral("−32602 invalid params"));
    QCOMPARE(sign(model, 2, TraceModel::StatusColumn), Sign::Cancelled);
    QCOMPARE(sign(model, 3, TraceModel::StatusColumn), Sign::NoResponse);
    QCOMPARE(sign(model, 7, TraceModel::StatusColumn), Sign::Late);
    QCOMPARE(sign(model, 7, TraceModel::FindingsColumn), Sign::None); // no rule forbids it
    QCOMPARE(cell(model, 7, TraceModel::FindingsColumn), QString());
    QCOMPARE(sign(model, 8, TraceModel::FindingsColumn), Sign::Finding);
    QCOMPARE(cell(model, 8, TraceModel::FindingsColumn), QStringLiteral("1 · unknown id"));
    QCOMPARE(sign(model, 9, TraceModel::DirectionColumn), Sign::Lifecycle);
}

void TraceModelTest::linksWhatATapDidToTheMessage()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    const std::string call = R"({"jsonrpc":"2.0","method":"tools/call","id":1})";
    m_feed->sent(call);
    m_feed->sent(R"({"jsonrpc":"2.0","method":"tools/call","id":2})");
    m_feed->noteAbout("message held\tbreakpoint 2 · id 1", rpc::Channel::Sent, 0);
    m_feed->noteAbout("message changed\tby you · id 1\n{}", rpc::Channel::Sent, 0);
    m_feed->noteAbout("message dropped\tbreakpoint 3 · id 2", rpc::Channel::Sent, call.size() + 1);
    m_feed->noteAbout(
        "message dropped\tbreakpoint 3 · id 9", rpc::Channel::Sent, 7); // of no message
    model.drainNow();
    const auto status = [&](int row) { return cell(model, row, TraceModel::StatusColumn); };
    QVERIFY2(status(0).startsWith(QStringLiteral("changed → 4")), qPrintable(status(0)));
    QVERIFY2(status(1).startsWith(QStringLiteral("dropped")), qPrintable(status(1)));
    QVERIFY(!status(1).contains(u'→')); // nothing was sent in its place
    QCOMPARE(cell(model, 3, TraceModel::TargetColumn),
        QStringLiteral("in place of message 1 · by you · id 1 {}"));
    QCOMPARE(cell(model, 4, TraceModel::TargetColumn),
        QStringLiteral("message 2 · breakpoint 3 · id 2"));
    QCOMPARE(cell(model, 5, TraceModel::TargetColumn), QStringLiteral("breakpoint 3 · id 9"));
    const std::pair<trace::Number, trace::Number> change(1, 4);
    const std::pair<trace::Number, trace::Number> none(0, 0);
    QCOMPARE(model.changeOf(0), change); // either row leads to both
    QCOMPARE(model.changeOf(3), change);
    QCOMPARE(model.changeOf(1), none);
    QCOMPARE(model.changeOf(4), none);
    QCOMPARE(model.changeOf(5), none);
}

void TraceModelTest::showsWhatIsNoMessage()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    m_feed->received("Listening on port 3000");
    m_feed->received(R"({"jsonrpc":"2.0",)");
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::KindColumn), QStringLiteral("non-protocol output"));
    QCOMPARE(cell(model, 1, TraceModel::KindColumn), QStringLiteral("not JSON"));
    QCOMPARE(cell(model, 0, TraceModel::TargetColumn), QStringLiteral("Listening on port 3000"));
    QCOMPARE(sign(model, 0, TraceModel::DirectionColumn), Sign::NotAMessage);
    QCOMPARE(tone(model, 0, TraceModel::KindColumn), ColorRole::Error);
    QCOMPARE(cell(model, 0, TraceModel::FindingsColumn), QString());
}

void TraceModelTest::readsLinesLazily()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    m_feed->diagnostic("[weather]\tcache miss");
    m_feed->diagnostic(std::string(10'000, 'x'));
    model.drainNow();
    QCOMPARE(cell(model, 0, TraceModel::TargetColumn), QStringLiteral("[weather] cache miss"));
    QCOMPARE(cell(model, 0, TraceModel::DirectionColumn), QStringLiteral("–"));
    QCOMPARE(cell(model, 0, TraceModel::KindColumn), QStringLiteral("stderr"));
    QCOMPARE(tone(model, 0, TraceModel::KindColumn), ColorRole::Muted);
    QCOMPARE(cell(model, 1, TraceModel::TargetColumn).size(), 512);
    QCOMPARE(cell(model, 1, TraceModel::SizeColumn), QStringLiteral("10,000"));
}

void TraceModelTest::saysWhyADistanceIsNegative()
{
    TraceModel model(*m_recorder);
    m_feed->sent(R"({"jsonrpc":"2.0","method":"ping","id":1})");
    m_feed->advance(-3 * kMs);
    m_feed->received(R"({"jsonrpc":"2.0","result":{},"id":1})");
    m_feed->advance(5 * kMs);
    m_feed->diagnostic("later");
    model.drainNow();
    const auto told = [&model](int row, int role) {
        return model.index(row, TraceModel::DeltaColumn).data(role).toString();
    };
    QCOMPARE(told(1, Qt::DisplayRole), QStringLiteral("−3.000 ms"));
    for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleDescriptionRole)}) {
        QVERIFY(told(1, role).contains(u"first byte sent"));
        QCOMPARE(told(2, role), QString());
    }
}

void TraceModelTest::showsTheSameAsAnotherModelOfTheStore()
{
    TraceModel model(*m_recorder);
    TraceModel other(*m_recorder);
    other.setPaused(true);
    m_feed->sent(R"({"jsonrpc":"2.0","method":"ping","id":1})");
    model.drainNow();
    QCOMPARE(model.record(0).state, trace::State::Pending);
    m_feed->received(R"({"jsonrpc":"2.0","result":{},"id":1})");
    model.drainNow();
    other.setPaused(false);
    other.drainNow();
    for (const TraceModel *each : {&model, &other}) {
        QCOMPARE(each->rowCount(), 2);
        QCOMPARE(each->record(0).state, trace::State::Ok);
    }
}

void TraceModelTest::keepsIdsAsWritten()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    const char *const ids[] = {
        "1", "1.0", "\"1\"", "\"a-rather-long-identifier\"", "\"exactly14chr\""};
    for (const char *id : ids)
        m_feed->sent(std::string(R"({"jsonrpc":"2.0","method":"ping","id":)") + id + "}");
    model.drainNow();
    for (int i = 0; i < 5; ++i)
        QCOMPARE(cell(model, i, TraceModel::IdColumn), QString::fromLatin1(ids[i]));
}

void TraceModelTest::pausesWithoutLosingAnything()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    model.setPaused(true);
    for (int i = 0; i < 3; ++i)
        m_feed->received(R"({"jsonrpc":"2.0","method":"x"})");
    model.drainNow();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.waiting(), std::uint64_t(3));
    model.setPaused(false);
    QTRY_COMPARE(model.rowCount(), 3);
    QCOMPARE(model.waiting(), std::uint64_t(0));
}

// Who is told of a new row may look for what has come since.
void TraceModelTest::losesNothingWhenSomebodyTakesMeanwhile()
{
    TraceModel model(*m_recorder);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    model.drainNow();
    QCOMPARE(model.record(0).state, trace::State::Pending);

    bool again = true;
    connect(&model, &TraceModel::rowsInserted, &model, [&] {
        if (!std::exchange(again, false))
            return;
        m_feed->note("process ended");
        model.drainNow();
    });
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    model.drainNow();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.record(0).state, trace::State::Ok);
    QCOMPARE(model.record(2).kind, rpc::Kind::Lifecycle);
}

void TraceModelTest::clearsOnlyTheList()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    model.drainNow();
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(m_recorder->messageCount(), std::uint64_t(1));
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    model.drainNow();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(cell(model, 0, TraceModel::NumberColumn), QStringLiteral("2"));
    QCOMPARE(model.rowOf(1), -1);
    QCOMPARE(model.rowOf(2), 0);
    QCOMPARE(model.waiting(), std::uint64_t(0));
}

void TraceModelTest::knowsTheServers()
{
    TraceModel model(*m_recorder);
    QSignalSpy changed(&model, &TraceModel::serversChanged);
    TraceFeed other(*m_recorder, QStringLiteral("files"));
    m_feed->note("started");
    other.note("started");
    m_feed->note("stopped");
    model.drainNow();
    QCOMPARE(model.servers(), QStringList({QStringLiteral("demo"), QStringLiteral("files")}));
    QCOMPARE(changed.size(), 1);
}

void TraceModelTest::dyingWhileOthersRecordIsHarmless()
{
    m_recorder->keepNoChanges(); // only models read
    std::atomic_bool stop = false;
    trace::Number sent = 0;
    std::thread wire([&] {
        for (; !stop; ++sent)
            m_feed->received(R"({"jsonrpc":"2.0","method":"x"})");
    });
    while (m_recorder->messageCount() == 0)
        std::this_thread::yield();
    // Each begins after the last message of the one before it: what nobody reads is not kept.
    trace::Number next = 1;
    QStringList wrong;
    for (int i = 0; i < 50; ++i) {
        TraceModel model(*m_recorder);
        model.drainNow();
        if (model.rowCount() == 0)
            continue;
        if (model.number(0) < next)
            wrong << QStringLiteral("%1 before %2").arg(model.number(0)).arg(next);
        next = model.number(0) + trace::Number(model.rowCount());
    }
    TraceModel last(*m_recorder);
    for (const auto before = m_recorder->messageCount(); m_recorder->messageCount() == before;)
        std::this_thread::yield();
    stop = true;
    wire.join();
    last.drainNow();
    QCoreApplication::sendPostedEvents();
    QCOMPARE(wrong, QStringList());
    QVERIFY(last.rowCount() > 0);
    QCOMPARE(last.number(last.rowCount() - 1), sent);
    QCOMPARE(m_recorder->messageCount(), std::uint64_t(sent));
}

QTEST_GUILESS_MAIN(TraceModelTest)
#include "tst_tracemodel.moc"
