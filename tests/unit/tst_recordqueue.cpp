// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/recordqueue.h"

#include <QTest>

using sonde::trace::Record;
using sonde::trace::RecordQueue;

class RecordQueueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsTheOrderOverItsRuns();
    void beginsAnewWhenItIsCleared();
};

namespace {

Record recordOf(std::size_t number)
{
    Record record;
    record.offset = number;
    return record;
}

void push(RecordQueue &queue, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        queue.push(recordOf(i));
}

} // namespace

void RecordQueueTest::keepsTheOrderOverItsRuns()
{
    for (const std::size_t count : {std::size_t(0), std::size_t(1), RecordQueue::kRun - 1,
             RecordQueue::kRun, RecordQueue::kRun + 1, 3 * RecordQueue::kRun}) {
        RecordQueue queue;
        push(queue, count);
        QCOMPARE(queue.size(), count);
        QCOMPARE(queue.isEmpty(), count == 0);
        std::size_t next = 0;
        for (const auto &run : queue.runs()) {
            QVERIFY(!run.empty());
            QVERIFY(run.size() == RecordQueue::kRun || next + run.size() == count);
            for (const Record &record : run)
                QCOMPARE(record.offset, next++);
        }
        QCOMPARE(next, count);
        if (count > 0) {
            queue[count - 1].length = 5; // what is found out about one that waits
            QCOMPARE(queue.runs().back().back().length, 5U);
        }
    }
}

void RecordQueueTest::beginsAnewWhenItIsCleared()
{
    RecordQueue queue;
    push(queue, (RecordQueue::kKeptRuns + 3) * RecordQueue::kRun);
    queue.clear();
    QVERIFY(queue.isEmpty());
    QVERIFY(queue.runs().empty());
    push(queue, 2 * RecordQueue::kRun + 1);
    QCOMPARE(queue.runs().size(), std::size_t(3));
    QCOMPARE(queue.runs().back().front().offset, std::uint64_t(2 * RecordQueue::kRun));
}

QTEST_GUILESS_MAIN(RecordQueueTest)
#include "tst_recordqueue.moc"
