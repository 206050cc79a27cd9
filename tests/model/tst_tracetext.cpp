// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracetext.h"

#include <QTest>

using namespace sonde;
using namespace sonde::models;

class TraceTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesDurations_data();
    void writesDurations();
    void writesADeltaWithItsSign();
    void writesRunningTimesInTenths();
    void groupsThousands();
    void showsMicrosecondsAlways();
    void namesErrorCodes();
    void showsALineOnOneRow();
    void hasAWordForEverySign();
};

void TraceTextTest::writesDurations_data()
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

void TraceTextTest::writesDurations()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(durationText(ns), text);
}

void TraceTextTest::writesADeltaWithItsSign()
{
    QCOMPARE(deltaText(412'000), QStringLiteral("+0.412 ms"));
    QCOMPARE(deltaText(-3'000), QStringLiteral("−0.003 ms"));
    QCOMPARE(deltaText(0), QStringLiteral("+0.000 ms"));
}

void TraceTextTest::writesRunningTimesInTenths()
{
    QCOMPARE(runningText(14'290'000'000), QStringLiteral("14.2 s"));
    QCOMPARE(runningText(-5), QStringLiteral("0.0 s"));
    QCOMPARE(runningText(61'000'000'000), QStringLiteral("1:01 min"));
}

void TraceTextTest::groupsThousands()
{
    QCOMPARE(groupedText(7), QStringLiteral("7"));
    QCOMPARE(groupedText(9204), QStringLiteral("9,204"));
    QCOMPARE(groupedText(16'777'216), QStringLiteral("16,777,216"));
}

void TraceTextTest::showsMicrosecondsAlways()
{
    const std::int64_t wall = 1'795'176'302'000'000'000;
    QVERIFY(timeText(wall).endsWith(QStringLiteral(":02.000000")));
    QVERIFY(timeText(wall + 771'640'999).endsWith(QStringLiteral(":02.771640")));
    QCOMPARE(timeText(wall).size(), 15);
    QVERIFY(dateTimeText(wall).startsWith(QStringLiteral("2026-11-")));
}

void TraceTextTest::namesErrorCodes()
{
    QCOMPARE(errorCodeText(-32601), QStringLiteral("−32601 method not found"));
    QCOMPARE(errorCodeText(5), QStringLiteral("5 error"));
    QCOMPARE(errorCodeText(std::numeric_limits<std::int32_t>::min()),
        QStringLiteral("−2147483648 error"));
}

void TraceTextTest::showsALineOnOneRow()
{
    QCOMPARE(lineText(Bytes::copyOf("\t a\x1b[1mb\r\n")), QStringLiteral("a [1mb"));
    QCOMPARE(lineText(Bytes::copyOf("a\xff")), QStringLiteral("a\uFFFD"));
}

void TraceTextTest::hasAWordForEverySign()
{
    for (int i = 1; i <= static_cast<int>(Sign::Note); ++i)
        QVERIFY2(!signWord(static_cast<Sign>(i)).isEmpty(), qPrintable(QString::number(i)));
}

QTEST_GUILESS_MAIN(TraceTextTest)
#include "tst_tracetext.moc"
