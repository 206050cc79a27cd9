// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde {

// A moment on two clocks: `steady` never jumps and is for durations, `wall` is for display. Both
// are in nanoseconds; `wall` counts from 1970-01-01 UTC.
struct Stamp {
    std::int64_t steady = 0;
    std::int64_t wall = 0;
};

class Clock {
public:
    virtual ~Clock() = default;
    virtual Stamp now() const = 0;
};

class SystemClock final : public Clock {
public:
    Stamp now() const override;
    static const SystemClock &instance();
};

} // namespace sonde
