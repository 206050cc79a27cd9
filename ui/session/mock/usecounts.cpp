// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/usecounts.h"

#include <utility>

namespace sonde::session {

void UseCounts::start(std::vector<std::shared_ptr<const void>> responses)
{
    m_responses = std::move(responses);
    m_counts.clear();
    for (const auto &response : m_responses)
        m_counts.emplace(response.get(), 0);
}

UseCounts::Messages UseCounts::messagesOf(const std::vector<mock::RecordedRequest> &requests)
{
    Messages messages;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        for (const trace::Number message : requests[i].messages)
            messages.emplace(message, i);
    }
    return messages;
}

void UseCounts::setRecorded(std::shared_ptr<const Messages> messages, std::size_t requests)
{
    m_messages = std::move(messages);
    m_recorded.assign(requests, 0);
}

UseCounts::Changed UseCounts::add(const MockUse &use)
{
    Changed changed;
    if (use.response > 0 && use.response <= m_responses.size()) {
        changed.response = m_responses[use.response - 1].get();
        ++m_counts[changed.response];
    }
    if (!m_messages)
        return changed;
    if (const auto found = m_messages->find(use.recorded); found != m_messages->end()) {
        changed.recorded = found->second;
        ++m_recorded[found->second];
    }
    return changed;
}

std::optional<quint64> UseCounts::ofResponse(const void *response) const
{
    const auto found = m_counts.find(response);
    return found == m_counts.end() ? std::nullopt : std::optional(found->second);
}

std::optional<quint64> UseCounts::ofRecorded(std::size_t request) const
{
    return request < m_recorded.size() ? std::optional(m_recorded[request]) : std::nullopt;
}

} // namespace sonde::session
