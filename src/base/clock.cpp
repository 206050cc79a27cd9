// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/clock.h"

#include <chrono>

namespace sonde {

Stamp SystemClock::now() const
{
    using namespace std::chrono;
    const auto count = [](auto time) {
        return duration_cast<nanoseconds>(time.time_since_epoch()).count();
    };
    return {count(steady_clock::now()), count(system_clock::now())};
}

const SystemClock &SystemClock::instance()
{
    static const SystemClock clock;
    return clock;
}

} // namespace sonde
