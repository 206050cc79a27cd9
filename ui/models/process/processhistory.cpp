// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/processhistory.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

std::uint64_t ProcessHistory::Point::residentOf(platform::ProcessId id) const
{
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&id](const Part &part) { return part.id == id; });
    return found == parts.end() ? 0 : found->residentBytes;
}

void ProcessHistory::add(const ProcessSample &sample)
{
    Point point;
    point.steadyNs = sample.at.steady;
    point.isFirst = std::exchange(m_isInterrupted, false);
    for (const SampledProcess &process : sample.processes) {
        if (process.cpu)
            point.cpu = std::max(point.cpu, 0.0) + *process.cpu;
        point.residentBytes += process.info.residentBytes;
        if (point.parts.size() < kMaxParts)
            point.parts.push_back({process.info.id, process.info.residentBytes});
    }
    m_points.push_back(std::move(point));
    if (m_points.size() > kMaxPoints) {
        m_points.pop_front();
        m_points.front().isFirst = true;
    }
}

std::optional<std::int64_t> ProcessHistory::memoryKept(
    std::int64_t beginNs, std::int64_t endNs) const
{
    const auto later = [](std::int64_t ns, const Point &point) { return ns < point.steadyNs; };
    const auto earlier = [](const Point &point, std::int64_t ns) { return point.steadyNs < ns; };
    const auto after = std::lower_bound(m_points.begin(), m_points.end(), endNs, earlier);
    const auto behind = std::upper_bound(m_points.begin(), m_points.end(), beginNs, later);
    if (after == m_points.end() || behind == m_points.begin())
        return std::nullopt;
    const auto before = behind - 1;
    if (std::any_of(behind, after + 1, [](const Point &point) { return point.isFirst; }))
        return std::nullopt;
    return std::int64_t(after->residentBytes) - std::int64_t(before->residentBytes);
}

std::optional<double> ProcessHistory::meanCpu() const
{
    double sum = 0;
    int count = 0;
    for (const Point &point : m_points) {
        sum += std::max(point.cpu, 0.0);
        count += point.cpu >= 0 ? 1 : 0;
    }
    return count == 0 ? std::nullopt : std::optional<double>(sum / count);
}

std::optional<double> ProcessHistory::peakCpu() const
{
    double peak = -1;
    for (const Point &point : m_points)
        peak = std::max(peak, point.cpu);
    return peak < 0 ? std::nullopt : std::optional<double>(peak);
}

} // namespace sonde::models
