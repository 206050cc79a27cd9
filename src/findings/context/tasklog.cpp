// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/tasklog.h"

#include <algorithm>
#include <utility>

namespace sonde::findings {

SeenTask *TaskLog::find(std::string_view id)
{
    return const_cast<SeenTask *>(std::as_const(*this).find(id));
}

const SeenTask *TaskLog::find(std::string_view id) const
{
    const auto found = m_tasks.find(id);
    return found == m_tasks.end() ? nullptr : &found->second;
}

const SeenTask *TaskLog::ofRequest(trace::Number request) const
{
    const auto found = std::find_if(m_tasks.begin(), m_tasks.end(),
        [request](const auto &each) { return each.second.request == request; });
    return found == m_tasks.end() || request == 0 ? nullptr : &found->second;
}

SeenTask *TaskLog::add(const std::string &id)
{
    if (id.size() > kMaxId)
        return nullptr;
    const auto [place, isNew] = m_tasks.try_emplace(id);
    if (!isNew)
        return &place->second;
    m_order.push_back(id);
    if (m_order.size() > kMaxTasks) {
        m_tasks.erase(m_order.front());
        m_order.pop_front();
    }
    return &place->second;
}

} // namespace sonde::findings
