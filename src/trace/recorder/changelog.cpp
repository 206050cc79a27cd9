// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/changelog.h"

#include <utility>

namespace sonde::trace {

void ChangeLog::append(Number number, const Record &record)
{
    if (m_changes.fresh.size() >= Changes::kMaxUntaken) {
        m_changedAt.clear();
        m_changes.clear();
    }
    if (m_changes.fresh.empty())
        m_changes.firstNew = number;
    m_changes.fresh.push_back(record);
}

void ChangeLog::change(Number number, const Record &record)
{
    if (!m_changes.fresh.empty() && number >= m_changes.firstNew) {
        m_changes.fresh[number - m_changes.firstNew] = record;
        return;
    }
    const auto [place, isNew] = m_changedAt.try_emplace(number, m_changes.changed.size());
    if (isNew)
        m_changes.changed.emplace_back(number, record);
    else
        m_changes.changed[place->second].second = record;
}

void ChangeLog::swapInto(Changes &into)
{
    m_changedAt.clear();
    std::swap(m_changes, into);
}

} // namespace sonde::trace
