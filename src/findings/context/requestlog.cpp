// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/requestlog.h"

#include <algorithm>
#include <functional>

namespace sonde::findings {

SeenRequest *RequestLog::open(std::string_view id)
{
    const auto found = m_open.find(std::string(id));
    return found == m_open.end() ? nullptr : found->second.get();
}

const SeenRequest *RequestLog::open(std::string_view id) const
{
    const auto found = m_open.find(std::string(id));
    return found == m_open.end() ? nullptr : found->second.get();
}

const SeenRequest *RequestLog::closed(std::string_view id) const
{
    const auto found = std::find_if(m_closed.rbegin(), m_closed.rend(),
        [id](const auto &request) { return request->id == id; });
    return found == m_closed.rend() ? nullptr : found->get();
}

bool RequestLog::wasUsed(std::string_view id) const
{
    const auto number = rpc::plainNumber(id);
    if (number > 0 && number >= m_first && number <= m_last)
        return !m_free.contains(number);
    return m_ids.contains(std::hash<std::string_view>()(id));
}

const SeenRequest *RequestLog::byToken(std::string_view token) const
{
    if (const auto found = m_tokens.find(std::string(token)); found != m_tokens.end())
        return found->second;
    const auto old = std::find_if(m_closed.rbegin(), m_closed.rend(),
        [token](const auto &request) { return request->progressToken == token; });
    return old == m_closed.rend() ? nullptr : old->get();
}

SeenRequest *RequestLog::byToken(std::string_view token)
{
    return const_cast<SeenRequest *>(std::as_const(*this).byToken(token));
}

bool RequestLog::hasOpenSince(trace::Number number) const
{
    return std::any_of(m_open.begin(), m_open.end(),
        [number](const auto &each) { return each.second->number > number; });
}

bool RequestLog::hasOpenOtherThan(std::string_view prefix) const
{
    return std::any_of(m_open.begin(), m_open.end(),
        [prefix](const auto &each) { return !each.second->method.starts_with(prefix); });
}

void RequestLog::add(std::unique_ptr<SeenRequest> request)
{
    ++m_count;
    remember(request->id);
    if (m_order.size() >= kMaxOpen)
        makeRoom();
    if (const auto same = m_open.find(request->id); same != m_open.end())
        forgetToken(*same->second);
    if (!request->progressToken.empty())
        m_tokens[request->progressToken] = request.get();
    m_order.push_back(request->id);
    m_open[request->id] = std::move(request);
}

void RequestLog::close(std::string_view id, trace::Number answer)
{
    const auto found = m_open.find(std::string(id));
    if (found == m_open.end())
        return;
    forgetToken(*found->second);
    found->second->answer = answer;
    m_newestAnswered = std::max(m_newestAnswered, found->second->number);
    found->second->endedAt = m_received;
    m_closed.push_back(std::move(found->second));
    m_open.erase(found);
    if (m_closed.size() > kMaxClosed)
        m_closed.pop_front();
    // Most requests are answered in the order in which they were sent.
    while (!m_order.empty() && !m_open.contains(m_order.front()))
        m_order.pop_front();
}

void RequestLog::cancel(SeenRequest &request, trace::Number notification, std::int64_t at)
{
    request.cancelled = notification;
    request.cancelledAt = at;
    request.endedAt = m_received;
}

void RequestLog::forgetIds()
{
    m_first = 0;
    m_last = -1;
    m_ids.clear();
    m_free.clear();
}

void RequestLog::forget(std::string_view id)
{
    if (const auto found = m_open.find(std::string(id)); found != m_open.end()) {
        forgetToken(*found->second);
        m_open.erase(found);
    }
    const auto number = rpc::plainNumber(id);
    const bool isInRange = number > 0 && number >= m_first && number <= m_last;
    if (isInRange && m_free.size() < kMaxIds)
        m_free.insert(number);
    else if (!isInRange)
        m_ids.erase(std::hash<std::string_view>()(id));
}

// Some requests stay open for long while others come and go.
void RequestLog::makeRoom()
{
    std::erase_if(m_order, [this](const std::string &id) { return !m_open.contains(id); });
    while (m_order.size() >= kMaxOpen) {
        if (const auto oldest = m_open.find(m_order.front()); oldest != m_open.end()) {
            forgetToken(*oldest->second);
            m_open.erase(oldest);
        }
        m_order.pop_front();
    }
}

void RequestLog::remember(std::string_view id)
{
    const auto number = rpc::plainNumber(id);
    m_free.erase(number);
    if (number > 0 && m_last < m_first)
        m_first = m_last = number;
    else if (number > 0 && number == m_last + 1)
        m_last = number;
    else if (!wasUsed(id) && m_ids.size() < kMaxIds)
        m_ids.insert(std::hash<std::string_view>()(id));
}

void RequestLog::forgetToken(const SeenRequest &request)
{
    const auto token = m_tokens.find(request.progressToken);
    if (token != m_tokens.end() && token->second == &request)
        m_tokens.erase(token);
}

} // namespace sonde::findings
