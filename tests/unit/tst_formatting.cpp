// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"
#include "base/pluralnumber.h"

#include <QTest>

#include <concepts>

using namespace sonde;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

namespace {

// A bare integer must not choose a format: `long` and `long long` were two overloads once, one
// "41.306 ms", the other "0:14".
template <typename T>
concept IsDuration = requires(T value)
{
    durationText(value);
};
template <typename T>
concept IsClock = requires(T value)
{
    clockText(value);
};
static_assert(!IsDuration<long> && !IsDuration<long long>);
static_assert(!IsClock<long> && !IsClock<long long>);

} // namespace

class TestFormatting : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesDurations_data();
    void writesDurations();
    void writesOneTextForBothIntegerTypes();
    void writesADurationWithItsSign();
    void writesElapsedTimeInTenths();
    void writesAClock();
    void writesMicrosecondsAlways();
    void groupsThousands();
    void writesBytesExactly();
    void keepsLastDigitsForPluralForms();
    void writesSizesInOneUnit_data();
    void writesSizesInOneUnit();
};

void TestFormatting::writesDurations_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    const auto row = [](qint64 ns, const char *text) {
        QTest::newRow(text) << ns << QString::fromLatin1(text);
    };
    row(0, "0.000 ms");
    row(412'000, "0.412 ms");
    row(41'306'000, "41.306 ms");
    row(999'999'400, "999.999 ms");
    row(999'999'500, "1.00 s");
    row(31'560'000'000, "31.56 s");
    row(59'994'000'000, "59.99 s");
    row(59'999'000'000, "1:00 min");
    row(125'000'000'000, "2:05 min");
    row(3'725'000'000'000, "1:02:05 h");
}

void TestFormatting::writesDurations()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(durationText(nanoseconds(ns)), text);
}

void TestFormatting::writesOneTextForBothIntegerTypes()
{
    constexpr long kLong = 14'000'000'000;
    constexpr long long kLongLong = kLong;
    QCOMPARE(durationText(nanoseconds(kLong)), durationText(nanoseconds(kLongLong)));
    QCOMPARE(clockText(nanoseconds(kLong)), clockText(nanoseconds(kLongLong)));
}

void TestFormatting::writesADurationWithItsSign()
{
    QCOMPARE(signedDurationText(412us), QStringLiteral("+0.412 ms"));
    QCOMPARE(signedDurationText(-3us), QStringLiteral("−0.003 ms"));
    QCOMPARE(signedDurationText(0ns), QStringLiteral("+0.000 ms"));
}

void TestFormatting::writesElapsedTimeInTenths()
{
    QCOMPARE(elapsedText(14'290ms), QStringLiteral("14.2 s"));
    QCOMPARE(elapsedText(-5ns), QStringLiteral("0.0 s"));
    QCOMPARE(agoText(-5ns), QStringLiteral("just now"));
    QCOMPARE(agoText(59s), QStringLiteral("just now"));
    QCOMPARE(agoText(60s), QStringLiteral("1 min ago"));
    QCOMPARE(agoText(119min), QStringLiteral("1 h ago"));
    QCOMPARE(agoText(24h), QStringLiteral("1 day ago"));
    QCOMPARE(agoText(50h), QStringLiteral("2 days ago"));
    QCOMPARE(elapsedText(61s), QStringLiteral("1:01 min"));
}

void TestFormatting::writesAClock()
{
    QCOMPARE(clockText(-1ns), QStringLiteral("0:00"));
    QCOMPARE(clockText(14s), QStringLiteral("0:14"));
    QCOMPARE(clockText(723s), QStringLiteral("12:03"));
    QCOMPARE(clockText(3723s), QStringLiteral("1:02:03"));
}

void TestFormatting::writesMicrosecondsAlways()
{
    const std::int64_t wall = 1'795'176'302'000'000'000;
    QVERIFY(timeText(wall).endsWith(QStringLiteral(":02.000000")));
    QVERIFY(timeText(wall + 771'640'999).endsWith(QStringLiteral(":02.771640")));
    QCOMPARE(timeText(wall).size(), 15);
    QVERIFY(dateTimeText(wall).startsWith(QStringLiteral("2026-11-")));
}

void TestFormatting::groupsThousands()
{
    QCOMPARE(countText(7), QStringLiteral("7"));
    QCOMPARE(countText(9204), QStringLiteral("9,204"));
    QCOMPARE(countText(16'777'216), QStringLiteral("16,777,216"));
}

void TestFormatting::writesBytesExactly()
{
    QCOMPARE(bytesText(0), QStringLiteral("0 bytes"));
    QCOMPARE(bytesText(1), QStringLiteral("1 byte"));
    QCOMPARE(bytesText(9204), QStringLiteral("9,204 bytes"));
}

// Languages choose the form by the last digits: 21 takes the form of 1, 111 that of 11.
void TestFormatting::keepsLastDigitsForPluralForms()
{
    QCOMPARE(pluralNumber(0), 0);
    QCOMPARE(pluralNumber(999'999'999), 999'999'999);
    QCOMPARE(pluralNumber(std::uint64_t(1) << 32), 1'000'967'296);
    QCOMPARE(pluralNumber(std::uint64_t(-1)), 1'000'551'615);
}

void TestFormatting::writesSizesInOneUnit_data()
{
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("text");
    const auto row = [](quint64 bytes, const char *text) {
        QTest::newRow(text) << bytes << QString::fromLatin1(text);
    };
    row(1, "1 byte");
    row(999, "999 bytes");
    row(1000, "1.0 kB");
    row(12'444, "12.4 kB");
    row(999'949, "999.9 kB");
    row(999'951, "1.0 MB");
    row(3240000000, "3.2 GB");
    row(5'000'000'000'000'000, "5000.0 TB");
}

void TestFormatting::writesSizesInOneUnit()
{
    QFETCH(quint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(sizeText(bytes), text);
}

QTEST_GUILESS_MAIN(TestFormatting)
#include "tst_formatting.moc"
