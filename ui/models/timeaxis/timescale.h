// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::models {

// Which time stands where: nanoseconds against pixels, from microseconds to days.
class TimeScale {
public:
    static constexpr double kMostNsPerPixel = 86'400e9; // a day
    static constexpr double kLeastNsPerPixel = 10; // a microsecond is 100 pixels

    struct Tick {
        double x = 0;
        std::int64_t ns = 0;
        bool labelled = false;
        bool absolute = false; // the label is a time of day; otherwise what is added to the first
    };

    std::int64_t begin() const { return m_begin; }
    double nsPerPixel() const { return m_nsPerPixel; }
    double xOf(std::int64_t ns) const { return double(ns - m_begin) / m_nsPerPixel; }
    std::int64_t nsAt(double x) const;

    void moveTo(std::int64_t begin) { m_begin = begin; }
    // Shows the range in so many pixels, with a little room around it.
    void fit(std::int64_t begin, std::int64_t end, int width);
    // The time under x stays there. A factor above 1 shows less time.
    void zoom(double factor, double x);

    // For a width, at times that are round numbers of steps after `origin`, which is where the
    // labels count from; a step has about `apart` pixels.
    std::vector<Tick> ticks(int width, std::int64_t origin, int apart) const;
    // In the unit of the steps of that zoom, which is one for all labels: "+250 ms", "+1,250 ms",
    // "0".
    static QString stepText(std::int64_t ns, std::int64_t step);
    std::int64_t step(int apart) const; // between labels that are about so many pixels apart
    // The fraction of a second of a time of day, as far as steps of so many pixels show it:
    // ".394", ".394076". Short, where microseconds are seen long after the origin.
    QString fractionText(std::int64_t wallNs, int apart) const;

private:
    std::int64_t m_begin = 0;
    double m_nsPerPixel = 1e6;
};

} // namespace sonde::models
