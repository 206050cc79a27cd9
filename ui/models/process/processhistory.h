// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sonde::models {

// Processor time and memory of a server's processes over time, on the steady clock of the
// recording. Restarts of the server go into the same history.
class ProcessHistory {
public:
    static constexpr std::size_t kMaxPoints = 3'600; // an hour; the oldest make room
    static constexpr std::size_t kMaxParts = 32; // processes that a point tells apart

    struct Part {
        platform::ProcessId id;
        std::uint64_t residentBytes = 0;
    };
    struct Point {
        std::int64_t steadyNs = 0;
        double cpu = -1; // percent of one processor; negative: not known
        std::uint64_t residentBytes = 0; // of all processes
        std::vector<Part> parts;
        // Nothing is known of the time between the point before and this one.
        bool isFirst = false;

        std::uint64_t residentOf(platform::ProcessId id) const; // 0: it is not one of the parts
    };

    void add(const ProcessSample &sample);
    void interrupt() { m_isInterrupted = true; } // the next point is a first one

    const std::deque<Point> &points() const { return m_points; } // the oldest one first
    bool isEmpty() const { return m_points.empty(); }
    // How much more memory is used after the time than before it: the last point before its begin,
    // and the first one after its end. Nothing where one of them is missing, or the server was
    // restarted or not watched in between.
    std::optional<std::int64_t> memoryKept(std::int64_t beginNs, std::int64_t endNs) const;
    // Of all points; nothing while none knows it.
    std::optional<double> meanCpu() const;
    std::optional<double> peakCpu() const;

private:
    std::deque<Point> m_points;
    bool m_isInterrupted = true;
};

} // namespace sonde::models
