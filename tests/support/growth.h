// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace sonde::test {

// How many times as much of the processor `large` takes as `small`, by the best of several runs
// each: a slower machine slows down both, and what else runs on it does not count. Tells linear
// from quadratic, for tests with the label `timing`.
template <typename Small, typename Large>
double growth(const Small &small, const Large &large)
{
    constexpr int kRuns = 5;
    const auto best = [](const auto &work) {
        std::clock_t least = std::numeric_limits<std::clock_t>::max();
        for (int i = 0; i < kRuns; ++i) {
            const std::clock_t begin = std::clock();
            work();
            least = std::min(least, std::clock() - begin);
        }
        return double(std::max<std::clock_t>(least, 1));
    };
    const double first = best(small);
    return best(large) / first;
}

} // namespace sonde::test
