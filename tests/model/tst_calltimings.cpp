// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/calltimings.h"

#include <QTest>

using namespace sonde;
using models::CallTiming;

// How long calls take before and after a moment.
class TestCallTimings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatChanged_data();
    void saysWhatChanged();
};

void TestCallTimings::saysWhatChanged_data()
{
    QTest::addColumn<int>("before"); // ns; negative: there is none
    QTest::addColumn<int>("after");
    QTest::addColumn<int>("percent"); // 0: it is the same, or nothing can be said
    QTest::newRow("slower") << 1000 << 1160 << 16;
    QTest::newRow("faster") << 1000 << 330 << -67;
    QTest::newRow("5 % slower") << 1000 << 1050 << 0;
    QTest::newRow("6 % slower") << 1000 << 1060 << 6;
    QTest::newRow("nothing before") << -1 << 1000 << 0;
    QTest::newRow("nothing after") << 1000 << -1 << 0;
    QTest::newRow("no time at all") << 0 << 1000 << 0;
}

void TestCallTimings::saysWhatChanged()
{
    QFETCH(int, before);
    QFETCH(int, after);
    CallTiming timing;
    if (before >= 0)
        timing.before = std::chrono::nanoseconds(before);
    if (after >= 0)
        timing.after = std::chrono::nanoseconds(after);
    QTEST(timing.percent().value_or(0), "percent");
}

QTEST_GUILESS_MAIN(TestCallTimings)

#include "tst_calltimings.moc"
