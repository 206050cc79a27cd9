// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/recordqueue.h"

namespace sonde::trace {

void RecordQueue::clear()
{
    if (m_runs.size() > kKeptRuns)
        m_runs.resize(kKeptRuns);
    for (auto &run : m_runs)
        run.clear();
    m_size = 0;
}

void RecordQueue::startRun()
{
    const auto index = m_size / kRun;
    if (index == m_runs.size())
        m_runs.emplace_back().reserve(kRun);
}

} // namespace sonde::trace
