// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"

#include <chrono>

namespace sonde {

namespace {

// For this long after the wall clock was read, its time is computed from the steady clock: under
// load it is needed a million times a second. This is also the largest possible error, and it
// occurs only when the thread was suspended between reading the two clocks, or the wall clock was
// set.
constexpr std::int64_t kToldBySteadyNs = 1'000'000;

template <typename Clock>
std::int64_t nowOf()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(Clock::now().time_since_epoch()).count();
}

// Both at the same moment: read again while the thread was suspended in between, a few times at
// most.
Stamp bothClocks()
{
    constexpr std::int64_t kAtOnceNs = 100'000;
    Stamp both;
    for (int attempt = 0; attempt < 5; ++attempt) {
        both = {nowOf<std::chrono::steady_clock>(), nowOf<std::chrono::system_clock>()};
        if (nowOf<std::chrono::steady_clock>() - both.steady < kAtOnceNs)
            break;
    }
    return both;
}

} // namespace

Stamp SystemClock::now() const
{
    thread_local Stamp asked;
    const std::int64_t steady = nowOf<std::chrono::steady_clock>();
    if (asked.wall == 0 || steady - asked.steady >= kToldBySteadyNs)
        asked = bothClocks();
    return {steady, asked.wall + (steady - asked.steady)};
}

const SystemClock &SystemClock::instance()
{
    static const SystemClock clock;
    return clock;
}

} // namespace sonde
