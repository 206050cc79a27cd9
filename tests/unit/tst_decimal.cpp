// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/decimal.h"

#include <QTest>

#include <limits>

using namespace sonde::json;

class TestDecimal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsJsonNumbersAlone_data();
    void readsJsonNumbersAlone();
    void comparesByValue_data();
    void comparesByValue();
    void knowsIntegers_data();
    void knowsIntegers();
    void givesACountCutToWhatFits();
    void knowsMultiples_data();
    void knowsMultiples();
    void copesWithEndlessTexts();
};

namespace {

using Integer = std::numeric_limits<std::int64_t>;

Decimal decimal(const QByteArray &text)
{
    return Decimal(text.toStdString());
}

} // namespace

void TestDecimal::readsJsonNumbersAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isNumber_");
    for (const char *text : {"0", "-0", "7", "10", "-32601", "0.5", "-0.0", "1.50", "1e5", "1E+05",
             "2.5e-3", "0e0", "1e99999999999999999999"})
        QTest::newRow(text) << QByteArray(text) << true;
    for (const char *text : {"", "-", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "1e5.0",
             "1 ", " 1", "1,5", "--1", "0x10", "1e5x", "NaN", "Infinity", "\"1\"", "null", "[1]"})
        QTest::addRow("no number: %s", text) << QByteArray(text) << false;
    QTest::newRow("a zero byte") << QByteArray("1\0002", 3) << false;
}

void TestDecimal::readsJsonNumbersAlone()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isNumber_);
    const std::string raw = text.toStdString();
    QCOMPARE(isNumber(raw), isNumber_);
    QCOMPARE(Decimal::read(raw).has_value(), isNumber_);
    if (!isNumber_)
        QVERIFY(Decimal(raw) == Decimal());
    else
        QVERIFY(Decimal::read(raw) == Decimal(raw));
}

void TestDecimal::comparesByValue_data()
{
    QTest::addColumn<QByteArray>("low");
    QTest::addColumn<QByteArray>("high");
    QTest::addColumn<bool>("equal");
    const auto less = [](const char *low, const char *high) {
        QTest::addRow("%s < %s", low, high) << QByteArray(low) << QByteArray(high) << false;
    };
    const auto same = [](const char *a, const char *b) {
        QTest::addRow("%s == %s", a, b) << QByteArray(a) << QByteArray(b) << true;
    };
    same("0", "-0");
    same("0", "0.000e7");
    same("0e99999999999999999999", "-0.0");
    same("1", "1.0");
    same("0.1", "0.10");
    same("100e-2", "0.01e2");
    same("1e400", "10e399");
    same("-12.5", "-1.25E+1");
    same("10000000000000000000001e-1", "1000000000000000000000.1");
    same("1e20", "100000000000000000000");
    less("9007199254740992", "9007199254740993");
    less("18446744073709551616", "18446744073709551617");
    less("0.1", "0.10000000000000000001");
    less("99", "1e2");
    less("2.25", "2.5");
    less("1e400", "1e401");
    less("1e400", "2e400");
    less("-1e401", "-1e400");
    less("-50", "-5");
    less("-5", "3");
    less("-0.5", "0");
    less("-1e-400", "0");
    less("0", "1e-400");
    less("1e-401", "1e-400");
    less("-1e400", "1e-400");
    // Exponents that no integer of 64 bits holds.
    less("1e400", "1e99999999999999999999");
    less("1e99999999999999999999", "2e99999999999999999999");
    less("-1e99999999999999999999", "-1");
    less("0", "1e-99999999999999999999");
    less("1e-99999999999999999999", "1e-400");
    less("1e9223372036854775807", "10e9223372036854775807");
    same("1e99999999999999999999", "1e99999999999999999998"); // both count as kMaxExponent
}

void TestDecimal::comparesByValue()
{
    QFETCH(QByteArray, low);
    QFETCH(QByteArray, high);
    QFETCH(bool, equal);
    const Decimal a = decimal(low);
    const Decimal b = decimal(high);
    QCOMPARE(a == b, equal);
    QCOMPARE(b == a, equal);
    QCOMPARE(a < b, !equal);
    QCOMPARE(b > a, !equal);
    QCOMPARE(a.canonical() == b.canonical(), equal);
}

void TestDecimal::knowsIntegers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isInteger");
    QTest::addColumn<QVariant>("value"); // none: it does not fit
    const auto fits = [](const char *text, qint64 value) {
        QTest::newRow(text) << QByteArray(text) << true << QVariant(value);
    };
    const auto doesNotFit = [](const char *text, bool isInteger) {
        QTest::newRow(text) << QByteArray(text) << isInteger << QVariant();
    };
    fits("0", 0);
    fits("-0.0e-5", 0);
    fits("0e99999999999999999999", 0);
    fits("1.0", 1);
    fits("1e0", 1);
    fits("-32601", -32601);
    fits("-3260100e-2", -32601);
    fits("0.0012e4", 12);
    fits("5e18", 5'000'000'000'000'000'000);
    fits("9223372036854775807", Integer::max());
    fits("-9223372036854775808", Integer::min());
    fits("-92233720368547758.08e+2", Integer::min());
    doesNotFit("9223372036854775808", true);
    doesNotFit("-9223372036854775809", true);
    doesNotFit("9999999999999999999", true);
    doesNotFit("18446744073709551616", true);
    doesNotFit("1e19", true);
    doesNotFit("1e400", true);
    doesNotFit("-1e99999999999999999999", true);
    doesNotFit("1.5", false);
    doesNotFit("-0.1", false);
    doesNotFit("1e-1", false);
    doesNotFit("1.00000000000000000000000001", false);
    doesNotFit("10e-99999999999999999999", false);
}

void TestDecimal::knowsIntegers()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isInteger);
    QFETCH(QVariant, value);
    const Decimal number = decimal(text);
    QCOMPARE(number.isInteger(), isInteger);
    const auto found = number.toInt64();
    QCOMPARE(found.has_value(), value.isValid());
    QCOMPARE(qint64(found.value_or(0)), value.toLongLong());
}

void TestDecimal::givesACountCutToWhatFits()
{
    constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(Decimal("12.0").toCount(), std::uint64_t(12));
    QCOMPARE(Decimal("1e3").toCount(), std::uint64_t(1000));
    QCOMPARE(Decimal("2.9").toCount(), std::uint64_t(2));
    QCOMPARE(Decimal("1e-400").toCount(), std::uint64_t(0));
    QCOMPARE(Decimal("-3").toCount(), std::uint64_t(0));
    QCOMPARE(Decimal("9999999999999999999").toCount(), std::uint64_t(9'999'999'999'999'999'999U));
    QCOMPARE(Decimal("1e400").toCount(), kMax);
}

void TestDecimal::knowsMultiples_data()
{
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<QByteArray>("divisor");
    QTest::addColumn<QVariant>("isMultiple"); // none: it would take too long
    const auto row = [](const char *number, const char *divisor, const QVariant &isMultiple) {
        QTest::addRow("%s of %s", number, divisor)
            << QByteArray(number) << QByteArray(divisor) << isMultiple;
    };
    row("0", "7", true);
    row("21", "7", true);
    row("-21", "7", true);
    row("22", "7", false);
    row("19.99", "0.01", true);
    row("0.3", "0.1", true);
    row("0.00751", "0.0001", false);
    row("5", "1e1", false);
    row("1e400", "1e399", true);
    row("1e400", "3", false);
    row("3e400", "3", true);
    row("10000000000000000000001e-1", "0.1", true);
    row("10000000000000000000001e-1", "1", false);
    row("246913578246913578246", "123456789123456789123", true);
    row("1e100000000", "7", QVariant());
    row("1e99999999999999999999", "7", QVariant());
    row("1e-99999999999999999999", "7", false);
}

void TestDecimal::knowsMultiples()
{
    QFETCH(QByteArray, number);
    QFETCH(QByteArray, divisor);
    QFETCH(QVariant, isMultiple);
    const auto found = decimal(number).isMultipleOf(decimal(divisor));
    QCOMPARE(found.has_value(), isMultiple.isValid());
    QCOMPARE(found.value_or(false), isMultiple.toBool());
}

// Linear, or these would not end.
void TestDecimal::copesWithEndlessTexts()
{
    constexpr std::size_t kMany = 10'000'000;
    const std::string nines(kMany, '9');
    const std::string zeros(kMany, '0');
    QVERIFY(Decimal(nines).isInteger());
    QVERIFY(!Decimal(nines).toInt64());
    QVERIFY(Decimal(nines) < Decimal('1' + zeros));
    QVERIFY(Decimal("0." + nines) < Decimal("1"));
    QVERIFY(Decimal("1." + zeros) == Decimal("1"));
    QVERIFY(Decimal("0." + zeros + '1') > Decimal());
    const auto shifted = Decimal('7' + zeros + "e-" + std::to_string(kMany));
    QCOMPARE(qint64(shifted.toInt64().value_or(0)), 7);
    QVERIFY(!Decimal("1e" + nines).toInt64());
    QVERIFY(!Decimal("1e-" + nines).isInteger());
}

QTEST_APPLESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
