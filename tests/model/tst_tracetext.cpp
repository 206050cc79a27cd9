// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracetext.h"

#include <QTest>

using namespace sonde;
using namespace sonde::models;

class TraceTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesErrorCodes();
    void showsALineOnOneRow();
    void hasAWordForEverySign();
};

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
    for (int i = 1; i <= static_cast<int>(Sign::Changed); ++i)
        QVERIFY2(!signWord(static_cast<Sign>(i)).isEmpty(), qPrintable(QString::number(i)));
}

QTEST_GUILESS_MAIN(TraceTextTest)
#include "tst_tracetext.moc"
