// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"

#include <QTest>

#include <chrono>

using sonde::Stamp;
using sonde::SystemClock;

class ClockTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsTheWallClock();
};

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

std::int64_t wallNow()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

// Asked in a row it tells most times by the steady clock.
void ClockTest::tellsTheWallClock()
{
    const SystemClock &clock = SystemClock::instance();
    const Stamp first = clock.now();
    Stamp last = first;
    while (last.steady - first.steady < 20 * kMillisecond) {
        const auto before = wallNow();
        const Stamp now = clock.now();
        const auto after = wallNow();
        QVERIFY(now.wall >= before - kMillisecond);
        QVERIFY(now.wall <= after + kMillisecond);
        QVERIFY(now.steady >= last.steady);
        last = now;
    }
}

QTEST_GUILESS_MAIN(ClockTest)
#include "tst_clock.moc"
