// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/lanerig.h"
#include "trace/file/sessionstore.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using namespace sonde::tests;

// How long the span of a call is that has become a task.
class TestTaskLanes : public QObject, LaneRig {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void goesOnUntilItIsSaidToBeOver_data();
    void goesOnUntilItIsSaidToBeOver();
    void itsResultEndsIt();
    void aNotificationEndsIt();
    void anUnknownTaskHasNoResponse();
    void endsWithTheConnection();
    void isAskedForOverAFurtherConnection();
    void isOpenAtTheEndOfAFile();
    void aPollThatDoesNotSayIsAllThatIsKnown();
    void sharesNoRowWhileItGoesOn();

private:
    void makeTask(); // 1, 2; until 1 ms
    void poll(int id, const char *status, const char *method = "tasks/get"); // 2 ms
    Piece task() const
    {
        const auto all = pieces(top(QStringLiteral("tools/call trip")));
        return all.empty() ? Piece() : all.front();
    }
};

void TestTaskLanes::init()
{
    start();
}

void TestTaskLanes::makeTask()
{
    call(1, "trip");
    m_feed->advance(kMs);
    respond(1, R"({"resultType":"task","taskId":"map-7","status":"working"})");
}

void TestTaskLanes::poll(int id, const char *status, const char *method)
{
    m_feed->advance(kMs);
    m_feed->sent(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method
        + R"(","params":{"taskId":"map-7"}})");
    m_feed->advance(kMs);
    respond(id,
        *status ? R"({"taskId":"map-7","ttlMs":null,"status":")" + std::string(status) + "\"}"
                : std::string("{}"));
}

void TestTaskLanes::goesOnUntilItIsSaidToBeOver_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<Sign>("sign");
    QTest::newRow("completed") << QByteArray("completed") << Sign::Ok;
    QTest::newRow("failed") << QByteArray("failed") << Sign::ProtocolError;
    QTest::newRow("cancelled") << QByteArray("cancelled") << Sign::Cancelled;
}

void TestTaskLanes::goesOnUntilItIsSaidToBeOver()
{
    QFETCH(QByteArray, status);
    QFETCH(Sign, sign);
    makeTask();
    m_model->drainNow();
    QVERIFY(task().open);
    QCOMPARE(task().look, Look::Task);
    QCOMPARE(task().sign, Sign::Pending);
    poll(2, "working");
    poll(3, "input_required");
    m_model->drainNow();
    QVERIFY(task().open);
    QCOMPARE(task().end, m_now);
    poll(4, status.constData()); // until 7 ms
    poll(5, status.constData());
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().end, kStart + 7 * kMs);
    QCOMPARE(task().sign, sign);
    QCOMPARE(m_model->store().string(m_model->record(3).target), QStringLiteral("working map-7"));
}

void TestTaskLanes::itsResultEndsIt()
{
    makeTask();
    poll(2, "", "tasks/result"); // until 3 ms
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().end, kStart + 3 * kMs);
    poll(3, "", "tasks/result"); // again
    m_model->drainNow();
    QCOMPARE(task().end, kStart + 3 * kMs);
}

void TestTaskLanes::aNotificationEndsIt()
{
    makeTask();
    m_feed->advance(kMs);
    m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/tasks/status",)"
                     R"("params":{"taskId":"other","status":"completed"}})");
    m_model->drainNow();
    QVERIFY(task().open);
    m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/tasks",)"
                     R"("params":{"taskId":"map-7","status":"completed","result":{}}})");
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().end, kStart + 2 * kMs);
}

void TestTaskLanes::anUnknownTaskHasNoResponse()
{
    makeTask();
    m_feed->sent(R"({"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"map-7"}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"expired"}})");
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().look, Look::Error);
    QCOMPARE(task().sign, Sign::NoResponse);
}

void TestTaskLanes::endsWithTheConnection()
{
    makeTask();
    m_feed->advance(kMs);
    m_feed->note("process ended\texit code 1");
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().end, kStart + 2 * kMs);
    QCOMPARE(task().look, Look::Task); // no message says that it failed
}

void TestTaskLanes::isAskedForOverAFurtherConnection()
{
    makeTask();
    m_feed->note("connection ended\t");
    poll(2, "working");
    m_model->drainNow();
    QVERIFY(task().open);
    poll(3, "completed"); // until 5 ms
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().end, kStart + 5 * kMs);
}

void TestTaskLanes::isOpenAtTheEndOfAFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.sonde"));
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        m_feed = std::make_unique<TraceFeed>(recorder);
        makeTask();
        poll(2, "working"); // until 3 ms
    }

    const auto store = trace::SessionStore::open(path);
    QVERIFY(store.ok());
    TraceModel model(**store);
    TimeLanes lanes(model);
    QTRY_COMPARE(model.rowCount(), 4);
    QVERIFY(!lanes.isRunning());
    const Piece piece = lanes.pieceOf(1, kEver);
    QVERIFY(piece.open);
    QCOMPARE(piece.end, kStart + 3 * kMs);
}

void TestTaskLanes::aPollThatDoesNotSayIsAllThatIsKnown()
{
    makeTask();
    poll(2, ""); // until 3 ms
    m_model->drainNow();
    QVERIFY(!task().open);
    QCOMPARE(task().end, kStart + 3 * kMs);
}

void TestTaskLanes::sharesNoRowWhileItGoesOn()
{
    makeTask();
    poll(2, "working");
    call(3, "trip");
    m_feed->advance(kMs);
    respond(3);
    m_model->drainNow();
    const auto all = pieces(top(QStringLiteral("tools/call trip")));
    QCOMPARE(all.size(), std::size_t(2));
    QVERIFY(all[0].row != all[1].row);
}

QTEST_GUILESS_MAIN(TestTaskLanes)
#include "tst_tasklanes.moc"
