// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/requesttable.h"

#include <QTest>

#include <algorithm>

using sonde::trace::RequestTable;
using sonde::trace::WaitingRequest;

class RequestTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsNumbersFromOtherIds_data();
    void tellsNumbersFromOtherIds();
    void keepsEachIdForItself();
};

void RequestTableTest::tellsNumbersFromOtherIds_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<qint64>("number");
    QTest::newRow("a number") << QByteArray("12") << qint64(12);
    QTest::newRow("the largest") << QByteArray("999999999999999999") << qint64(999999999999999999);
    QTest::newRow("a digit more") << QByteArray("1000000000000000000") << qint64(0);
    QTest::newRow("nothing") << QByteArray() << qint64(0);
    QTest::newRow("zero") << QByteArray("0") << qint64(0);
    QTest::newRow("a leading zero") << QByteArray("012") << qint64(0);
    QTest::newRow("a sign") << QByteArray("-12") << qint64(0);
    QTest::newRow("a fraction") << QByteArray("12.0") << qint64(0);
    QTest::newRow("an exponent") << QByteArray("1e2") << qint64(0);
    QTest::newRow("a string") << QByteArray("\"12\"") << qint64(0);
}

void RequestTableTest::tellsNumbersFromOtherIds()
{
    QFETCH(QByteArray, id);
    QTEST(qint64(RequestTable::Key(id.toStdString()).number), "number");
}

// All of them would be 1 to somebody.
void RequestTableTest::keepsEachIdForItself()
{
    const std::vector<std::string> ids = {"1", "01", "1.0", "1e0", "\"1\"", "\"01\"", "-1"};
    RequestTable table;
    for (std::size_t i = 0; i < ids.size(); ++i)
        table.add(RequestTable::Key(ids[i])).number = sonde::trace::Number(i + 1);
    QCOMPARE(table.size(), ids.size());

    std::vector<std::string> seen;
    table.visit([&](const std::string &id, WaitingRequest &request) {
        seen.push_back(id);
        return ids.at(request.number - 1) == id;
    });
    QVERIFY(std::is_permutation(seen.begin(), seen.end(), ids.begin(), ids.end()));

    for (std::size_t i = 0; i < ids.size(); ++i) {
        const RequestTable::Key key(ids[i]);
        QVERIFY(table.find(key) && table.find(key)->number == i + 1);
        table.erase(key);
        QVERIFY(!table.find(key));
        QCOMPARE(table.size(), ids.size() - i - 1);
    }
}

QTEST_GUILESS_MAIN(RequestTableTest)
#include "tst_requesttable.moc"
