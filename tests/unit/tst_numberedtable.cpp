// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/numberedtable.h"

#include <QTest>

#include <map>
#include <random>
#include <string>

using Table = sonde::NumberedTable<std::string>;

class NumberedTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isEmptyAtFirst();
    void keepsWhatStaysForLong();
    void doesWhatAMapDoes();
};

namespace {

std::map<Table::Number, std::string> contentOf(const Table &table)
{
    std::map<Table::Number, std::string> content;
    table.visit([&](Table::Number number, const std::string &entry) {
        return content.emplace(number, entry).second;
    });
    return content;
}

} // namespace

void NumberedTableTest::isEmptyAtFirst()
{
    Table table;
    QCOMPARE(table.size(), std::size_t(0));
    for (const Table::Number number : {Table::Number(-1), Table::Number(0), Table::Number(1)}) {
        QVERIFY(!table.find(number));
        QVERIFY(!table.take(number));
        table.erase(number);
    }
    QVERIFY(contentOf(table).empty());
}

// Its slot is taken by each that comes kSlots later.
void NumberedTableTest::keepsWhatStaysForLong()
{
    Table table;
    table.add(1) = "stays";
    for (Table::Number number = 2; number <= Table::Number(3 * Table::kSlots); ++number) {
        table.add(number) = "comes";
        table.erase(number);
        QVERIFY(table.find(1) && *table.find(1) == "stays");
        QCOMPARE(table.size(), std::size_t(1));
    }
    QCOMPARE(table.take(1).value_or(std::string()), std::string("stays"));
    QCOMPARE(table.size(), std::size_t(0));
    QVERIFY(!table.find(1));
}

void NumberedTableTest::doesWhatAMapDoes()
{
    std::mt19937 random(20251125);
    Table table;
    std::map<Table::Number, std::string> map;
    Table::Number next = 1;
    for (int step = 0; step < 20'000; ++step) {
        const Table::Number some = 1 + Table::Number(random() % std::uint64_t(next));
        if (random() % 2 == 0) {
            table.add(next) = std::to_string(next);
            map[next] = std::to_string(next);
            next += 1 + Table::Number(random() % 3);
        } else if (random() % 2 == 0) {
            table.erase(some);
            map.erase(some);
        } else {
            const auto taken = table.take(some);
            QCOMPARE(taken.has_value(), map.contains(some));
            QCOMPARE(taken.value_or(std::string()), map.contains(some) ? map[some] : std::string());
            map.erase(some);
        }
        QCOMPARE(table.size(), map.size());
        if (step % 500 == 0)
            QCOMPARE(contentOf(table), map);
    }
    int seen = 0;
    table.visit([&](Table::Number, std::string &) { return ++seen < 3; });
    QCOMPARE(seen, 3);
}

QTEST_GUILESS_MAIN(NumberedTableTest)
#include "tst_numberedtable.moc"
