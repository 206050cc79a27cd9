// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QElapsedTimer>

#include <algorithm>
#include <limits>

namespace sonde::test {

// How many times as long `large` takes as `small`, by the best of several runs each: a slower
// machine slows down both, and an interrupted run does not count. Tells linear from quadratic, for
// tests with the label `timing`.
template <typename Small, typename Large>
double growth(const Small &small, const Large &large)
{
    constexpr int kRuns = 5;
    const auto best = [](const auto &work) {
        qint64 least = std::numeric_limits<qint64>::max();
        for (int i = 0; i < kRuns; ++i) {
            QElapsedTimer timer;
            timer.start();
            work();
            least = std::min(least, timer.nsecsElapsed());
        }
        return double(std::max<qint64>(least, 1));
    };
    const double first = best(small);
    return best(large) / first;
}

} // namespace sonde::test
