// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/timescale.h"

#include "base/formatting.h"

#include <algorithm>
#include <cmath>

namespace sonde::models {

namespace {

constexpr double kRoom = 0.02; // of the range, on either side
constexpr int kSmallPerStep = 5; // ticks without a label, the labelled one counted
constexpr int kStepsPerAbsolute = 5;
constexpr int kMaxTicks = 4000;

// 1, 2, 5 times a power of ten up to seconds, then what divides minutes, hours and days.
std::int64_t stepFor(double ns)
{
    static constexpr std::int64_t kSecond = 1'000'000'000;
    for (std::int64_t power = 100; power <= kSecond; power *= 10) {
        for (const std::int64_t times : {1, 2, 5}) {
            if (double(times * power) >= ns)
                return times * power;
        }
    }
    for (const std::int64_t seconds :
        {10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10'800, 21'600, 43'200, 86'400}) {
        if (double(seconds * kSecond) >= ns)
            return seconds * kSecond;
    }
    return std::int64_t(std::ceil(ns / 86'400e9)) * 86'400 * kSecond;
}

} // namespace

std::int64_t TimeScale::nsAt(double x) const
{
    return m_begin + std::int64_t(std::llround(x * m_nsPerPixel));
}

void TimeScale::fit(std::int64_t begin, std::int64_t end, int width)
{
    const double range = std::max(double(end - begin), kLeastNsPerPixel);
    m_nsPerPixel =
        std::clamp(range * (1 + 2 * kRoom) / std::max(width, 1), kLeastNsPerPixel, kMostNsPerPixel);
    m_begin = begin - std::int64_t((m_nsPerPixel * width - range) / 2);
}

void TimeScale::zoom(double factor, double x)
{
    const std::int64_t there = nsAt(x);
    m_nsPerPixel = std::clamp(m_nsPerPixel / factor, kLeastNsPerPixel, kMostNsPerPixel);
    m_begin = there - std::int64_t(std::llround(x * m_nsPerPixel));
}

std::vector<TimeScale::Tick> TimeScale::ticks(int width, std::int64_t origin, int apart) const
{
    const std::int64_t step = this->step(apart);
    const std::int64_t small = std::max<std::int64_t>(step / kSmallPerStep, 1);
    const std::int64_t since = m_begin - origin;
    std::int64_t at = since / small; // the first that is not before the beginning
    if (at * small < since)
        ++at;
    std::vector<Tick> ticks;
    const std::int64_t end = nsAt(width);
    for (; int(ticks.size()) < kMaxTicks; ++at) {
        const std::int64_t ns = origin + at * small;
        if (ns > end)
            break;
        const bool labelled = at % kSmallPerStep == 0;
        const bool absolute = labelled && (at / kSmallPerStep) % kStepsPerAbsolute == 0;
        ticks.push_back({xOf(ns), ns, labelled, absolute});
    }
    return ticks;
}

QString TimeScale::fractionText(std::int64_t wallNs, int apart) const
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    const double step = m_nsPerPixel * apart;
    const int digits = step >= 1e6 ? 3 : step >= 1e3 ? 6 : 9;
    return QLatin1Char('.')
        % QString::number(wallNs % kSecond).rightJustified(9, u'0').left(digits);
}

std::int64_t TimeScale::step(int apart) const
{
    return stepFor(m_nsPerPixel * std::max(apart, 1));
}

QString TimeScale::stepText(std::int64_t ns, std::int64_t step)
{
    if (ns == 0)
        return QStringLiteral("0");
    struct Unit {
        std::int64_t ns;
        const char *name;
    };
    static constexpr Unit kUnits[] = {{3'600'000'000'000, "h"}, {60'000'000'000, "min"},
        {1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "µs"}, {1, "ns"}};
    // The largest unit that a step is a whole number of.
    const Unit *const unit = std::find_if(std::begin(kUnits), std::end(kUnits) - 1,
        [step](const Unit &each) { return step >= each.ns && step % each.ns == 0; });
    const QString sign = ns < 0 ? QStringLiteral("−") : QStringLiteral("+");
    return sign % countText(std::abs(ns) / unit->ns) % QLatin1Char(' ')
        % QString::fromUtf8(unit->name);
}

} // namespace sonde::models
