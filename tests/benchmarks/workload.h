// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

// What every client has to do to be compared; sdk/bench-sdk.mjs holds the same numbers.
inline constexpr int kRequests = 10'000;
inline constexpr int kHttpRequests = 2'000;
inline constexpr int kWindow = 64;
inline constexpr int kNotifications = 100'000;
inline constexpr int kNotificationSize = 200;
inline constexpr int kBigSize = 16 << 20;

inline constexpr const char *kSequential = "ping, one at a time";
inline constexpr const char *kPipelined = "ping, 64 in flight";
inline constexpr const char *kCalls = "tools/call, 64 in flight";
inline constexpr const char *kFlood = "100,000 notifications of 200 B";
inline constexpr const char *kBig = "one result of 16 MiB";

inline std::string floodArguments()
{
    return R"({"n":)" + std::to_string(kNotifications) + R"(,"size":)"
        + std::to_string(kNotificationSize) + "}";
}

inline std::string bigArguments()
{
    return R"({"bytes":)" + std::to_string(kBigSize) + "}";
}

struct Timing {
    double median = 0;
    double least = 0;
    double most = 0;
};

inline Timing timingOf(std::vector<double> runs)
{
    std::sort(runs.begin(), runs.end());
    return {runs[runs.size() / 2], runs.front(), runs.back()};
}

// Milliseconds of `repeat` runs of `work`.
template <typename Work>
Timing timed(int repeat, Work work)
{
    std::vector<double> runs;
    for (int i = 0; i < repeat; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        runs.push_back(took.count());
    }
    return timingOf(std::move(runs));
}

// Prints the row that run.mjs reads.
inline void printRow(const char *client, const char *what, int count, const Timing &ms)
{
    std::printf("{\"client\":\"%s\",\"what\":\"%s\",\"ms\":%.3f,\"perSecond\":%.0f,"
                "\"least\":%.3f,\"most\":%.3f}\n",
        client, what, ms.median, count / ms.median * 1000, ms.least, ms.most);
    std::fflush(stdout);
}

template <typename Work>
void measure(const char *client, const char *what, int count, int repeat, Work work)
{
    printRow(client, what, count, timed(repeat, work));
}
