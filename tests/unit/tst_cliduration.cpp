// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/duration.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;
using namespace std::chrono_literals;

// Times on the command line.
class TstCliDuration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsDurations_data();
    void readsDurations();
    void refusesDurations_data();
    void refusesDurations();
};

void TstCliDuration::readsDurations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("ms");
    QTest::newRow("ms") << QStringLiteral("500ms") << 500;
    QTest::newRow("s") << QStringLiteral("2s") << 2000;
    QTest::newRow("fraction") << QStringLiteral("1.5s") << 1500;
    QTest::newRow("m") << QStringLiteral("3m") << 180'000;
    QTest::newRow("shortest") << QStringLiteral("1ms") << 1;
    QTest::newRow("no unit") << QStringLiteral("90") << 90'000;
    QTest::newRow("h") << QStringLiteral("2h") << 7'200'000;
    QTest::newRow("hours and minutes") << QStringLiteral("1h30m") << 5'400'000;
    QTest::newRow("all units") << QStringLiteral("1h1m1s1ms") << 3'661'001;
    QTest::newRow("longest") << QStringLiteral("24h") << 86'400'000;
}

void TstCliDuration::readsDurations()
{
    QFETCH(QString, text);
    QFETCH(int, ms);
    const auto duration = parseDuration(text);
    QVERIFY2(duration.ok(), qPrintable(duration ? QString() : duration.error().sentence));
    QCOMPARE(static_cast<int>(duration->count()), ms);
}

void TstCliDuration::refusesDurations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const QString noTime = QStringLiteral("is not a time for --timeout");
    const QString outOfRange = QStringLiteral("is out of range for --timeout");
    QTest::newRow("blank before") << QStringLiteral(" 2s") << noTime;
    QTest::newRow("blank behind") << QStringLiteral("2s ") << noTime;
    QTest::newRow("no number") << QStringLiteral("soon") << noTime;
    QTest::newRow("only a unit") << QStringLiteral("ms") << noTime;
    QTest::newRow("two points") << QStringLiteral("1.2.3s") << noTime;
    QTest::newRow("other unit") << QStringLiteral("2d") << noTime;
    QTest::newRow("smaller unit first") << QStringLiteral("30m1h") << noTime;
    QTest::newRow("a unit twice") << QStringLiteral("1m1m") << noTime;
    QTest::newRow("last unit missing") << QStringLiteral("1h30") << noTime;
    QTest::newRow("negative") << QStringLiteral("-2s") << noTime;
    QTest::newRow("zero") << QStringLiteral("0s") << outOfRange;
    QTest::newRow("too long") << QStringLiteral("24h1ms") << outOfRange;
    QTest::newRow("huge") << QString(400, u'9') + u's' << QStringLiteral("");
    QTest::newRow("infinite") << QStringLiteral("infs") << noTime;
    QTest::newRow("nothing") << QString() << noTime;
}

void TstCliDuration::refusesDurations()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto duration = parseDuration(text);
    QVERIFY(!duration.ok());
    QVERIFY2(duration.error().sentence.contains(why), qPrintable(duration.error().sentence));
}

QTEST_GUILESS_MAIN(TstCliDuration)
#include "tst_cliduration.moc"
