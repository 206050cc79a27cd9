// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>

namespace sonde::demo {

// Since any fixed moment; the server reads no clock, the time is passed in.
using Milliseconds = std::chrono::milliseconds;

// Functions to call later. Each timer belongs to an owner, which can remove all of its timers.
class Timers {
public:
    Milliseconds now() const { return m_now; }
    void setNow(Milliseconds now) { m_now = now; }

    void add(const void *owner, Milliseconds delay, std::function<void()> action);
    void removeAllOf(const void *owner);
    bool hasAnyOf(const void *owner) const;

    std::optional<Milliseconds> next() const;
    // Runs what is due now, in order; what is added meanwhile waits for the next run.
    void run();

private:
    struct Timer {
        const void *owner = nullptr;
        std::function<void()> action;
    };
    std::multimap<Milliseconds, Timer> m_timers;
    Milliseconds m_now{0};
};

} // namespace sonde::demo
