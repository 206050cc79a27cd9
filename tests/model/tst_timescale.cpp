// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/timescale.h"

#include <QTest>

#include <cmath>

using sonde::models::TimeScale;

class TestTimeScale : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fitsARangeWithRoom();
    void keepsWhatIsUnderTheMouse();
    void hasItsLimits();
    void ticksStandOnRoundTimes_data();
    void ticksStandOnRoundTimes();
    void writesTheFractionOfASecond();
    void writesSteps_data();
    void writesSteps();
};

void TestTimeScale::fitsARangeWithRoom()
{
    TimeScale scale;
    scale.fit(5'000, 1'005'000, 1000);
    QVERIFY(scale.xOf(5'000) > 0 && scale.xOf(5'000) < 50);
    QVERIFY(scale.xOf(1'005'000) > 950 && scale.xOf(1'005'000) < 1000);
    scale.fit(7, 7, 500); // a moment is a range as well
    QCOMPARE(scale.nsAt(scale.xOf(7)), 7);
    QVERIFY(scale.xOf(7) > 0 && scale.xOf(7) < 500);
}

void TestTimeScale::keepsWhatIsUnderTheMouse()
{
    TimeScale scale;
    scale.fit(0, 9'600'000'000, 1000);
    const std::int64_t there = scale.nsAt(300);
    for (int i = 0; i < 10; ++i)
        scale.zoom(1.5, 300);
    QVERIFY(std::abs(scale.nsAt(300) - there) < 1000);
    for (int i = 0; i < 10; ++i)
        scale.zoom(1 / 1.5, 300);
    QVERIFY(std::abs(scale.nsAt(300) - there) < 10'000);
}

void TestTimeScale::hasItsLimits()
{
    TimeScale scale;
    for (int i = 0; i < 300; ++i)
        scale.zoom(2, 0);
    QCOMPARE(scale.nsPerPixel(), TimeScale::kLeastNsPerPixel);
    for (int i = 0; i < 300; ++i)
        scale.zoom(0.5, 0);
    QCOMPARE(scale.nsPerPixel(), TimeScale::kMostNsPerPixel);
    QVERIFY(scale.ticks(100'000, 0, 1).size() <= 4000);
}

void TestTimeScale::ticksStandOnRoundTimes_data()
{
    QTest::addColumn<qint64>("range");
    for (qint64 range = 1000; range < 86'400'000'000'000 * 30; range *= 7)
        QTest::addRow("%lld", range) << range;
}

void TestTimeScale::ticksStandOnRoundTimes()
{
    QFETCH(qint64, range);
    constexpr qint64 kOrigin = 123'456'789;
    TimeScale scale;
    scale.fit(kOrigin - range / 3, kOrigin + range, 1200);
    const auto ticks = scale.ticks(1200, kOrigin, 90);
    QVERIFY(ticks.size() >= 10);
    double labelled = -1000;
    int labels = 0;
    for (const auto &tick : ticks) {
        QCOMPARE(scale.xOf(tick.ns), tick.x);
        QVERIFY(tick.x > -1 && tick.x <= 1200.5);
        if (!tick.labelled)
            continue;
        ++labels;
        QVERIFY(tick.x - labelled >= 89);
        labelled = tick.x;
        QVERIFY(TimeScale::stepText(tick.ns - kOrigin, scale.step(90)).size() <= 10);
    }
    QVERIFY(labels >= 2);
    // The origin itself has a label, and it is a time of day.
    const auto origin = std::find_if(
        ticks.begin(), ticks.end(), [](const auto &tick) { return tick.ns == kOrigin; });
    QVERIFY(origin != ticks.end());
    QVERIFY(origin->labelled && origin->absolute);
}

void TestTimeScale::writesTheFractionOfASecond()
{
    constexpr qint64 kWall = 1'795'176'302'001'640'200;
    TimeScale scale;
    const auto text = [&](qint64 step) {
        scale.fit(0, step * 10, 1000); // a hundred pixels a step, about
        return scale.fractionText(kWall, 100);
    };
    QCOMPARE(text(5'000'000), QStringLiteral(".001"));
    QCOMPARE(text(5'000), QStringLiteral(".001640"));
    scale.fit(0, 1, 1000);
    QCOMPARE(scale.fractionText(kWall, 50), QStringLiteral(".001640200"));
}

void TestTimeScale::writesSteps_data()
{
    constexpr qint64 kSecond = 1'000'000'000;
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<qint64>("step");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64(0) << kSecond << QStringLiteral("0");
    QTest::newRow("second") << kSecond << kSecond << QStringLiteral("+1 s");
    QTest::newRow("second of a finer ruler")
        << kSecond << kSecond / 5 << QStringLiteral("+1,000 ms");
    QTest::newRow("quarter") << kSecond / 4 << kSecond / 20 << QStringLiteral("+250 ms");
    QTest::newRow("before") << qint64(-20'000) << qint64(5'000) << QStringLiteral("−20 µs");
    QTest::newRow("minutes") << 120 * kSecond << 60 * kSecond << QStringLiteral("+2 min");
    QTest::newRow("half minutes") << 120 * kSecond << 30 * kSecond << QStringLiteral("+120 s");
    QTest::newRow("hours") << 5'400 * kSecond << 1'800 * kSecond << QStringLiteral("+90 min");
    QTest::newRow("days") << 86'400 * kSecond << 21'600 * kSecond << QStringLiteral("+24 h");
    QTest::newRow("small") << qint64(200) << qint64(100) << QStringLiteral("+200 ns");
}

void TestTimeScale::writesSteps()
{
    QFETCH(qint64, ns);
    QFETCH(qint64, step);
    QFETCH(QString, text);
    QCOMPARE(TimeScale::stepText(ns, step), text);
}

QTEST_GUILESS_MAIN(TestTimeScale)
#include "tst_timescale.moc"
