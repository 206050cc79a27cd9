// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/recordlist.h"

#include <QTest>

#include <vector>

using namespace sonde::trace;

class RecordListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatASnapshotSaw();
    void isEmptyAfterClear();

private:
    static std::vector<Record> records(int from, int count);
};

std::vector<Record> RecordListTest::records(int from, int count)
{
    std::vector<Record> made(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        made[static_cast<std::size_t>(i)].errorCode = from + i;
    return made;
}

void RecordListTest::keepsWhatASnapshotSaw()
{
    RecordList list;
    list.append(records(0, 1500));
    const RecordSnapshot before = list.snapshot();
    list.append(records(1500, 2000));
    Record changed;
    changed.errorCode = -1;
    for (const std::size_t at : {0U, 1023U, 1024U, 1499U, 3000U})
        list.set(at, changed);
    const RecordSnapshot after = list.snapshot();
    QCOMPARE(before.size(), std::size_t(1500));
    int expected = 0;
    for (const Record &record : before)
        QCOMPARE(record.errorCode, expected++);
    QCOMPARE(expected, 1500);
    QCOMPARE(after.size(), std::size_t(3500));
    for (const std::size_t at : {0U, 1023U, 1024U, 1499U, 3000U}) {
        QCOMPARE(after[at].errorCode, -1);
        QCOMPARE(list[at].errorCode, -1);
    }
    QCOMPARE(after[3499].errorCode, 3499);
    int negative = 0;
    for (const Record &record : after)
        negative += record.errorCode < 0 ? 1 : 0;
    QCOMPARE(negative, 5);
}

void RecordListTest::isEmptyAfterClear()
{
    RecordList list;
    QVERIFY(list.empty() && list.snapshot().empty());
    list.append(records(0, 2000));
    const RecordSnapshot before = list.snapshot();
    list.clear();
    QVERIFY(list.empty());
    list.append(records(7, 1));
    QCOMPARE(list[0].errorCode, 7);
    QCOMPARE(before[1999].errorCode, 1999);
}

QTEST_APPLESS_MAIN(RecordListTest)
#include "tst_recordlist.moc"
