// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <chrono>

namespace sonde::test {

// Stands still until the test moves it, so that a busy machine is no slower than an idle one.
class ManualClock final : public Clock {
public:
    explicit ManualClock(Stamp start = {1'000'000'000, 0})
        : stamp(start)
    {
    }
    Stamp now() const override
    {
        ++m_readings;
        return stamp;
    }
    void advance(std::chrono::nanoseconds by) { stamp.steady += by.count(); }
    int readings() const { return m_readings; } // grows when somebody looks at the clock

    Stamp stamp;

private:
    mutable int m_readings = 0;
};

} // namespace sonde::test
