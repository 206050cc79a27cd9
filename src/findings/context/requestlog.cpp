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
    return !m_order.empty() && m_order.back().number > number;
}

bool RequestLog::hasOpenOtherThan(std::string_view prefix) const
{
    return std::any_of(m_openMethods.begin(), m_openMethods.end(),
        [prefix](const auto &each) { return !each.first.starts_with(prefix); });
}

void RequestLog::add(std::unique_ptr<SeenRequest> request)
{
    ++m_count;
    remember(request->id);
    if (const auto same = m_open.find(request->id); same != m_open.end())
        takeOpen(same);
    makeRoom();
    if (!request->progressToken.empty())
        m_tokens[request->progressToken] = request.get();
    ++m_openMethods[request->method];
    m_order.push_back({request->number, request->id});
    m_open[request->id] = std::move(request);
}

void RequestLog::close(std::string_view id, trace::Number response)
{
    const auto found = m_open.find(std::string(id));
    if (found == m_open.end())
        return;
    auto request = takeOpen(found);
    request->response = response;
    m_newestAnswered = std::max(m_newestAnswered, request->number);
    m_newestResponse = std::max(m_newestResponse, response);
    request->endedAt = m_received;
    m_closed.push_back(std::move(request));
    if (m_closed.size() > kMaxClosed)
        m_closed.pop_front();
    trim();
}

void RequestLog::cancel(SeenRequest &request, trace::Number notification)
{
    request.cancelled = notification;
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
        takeOpen(found);
        trim();
    }
    const auto number = rpc::plainNumber(id);
    const bool isInRange = number > 0 && number >= m_first && number <= m_last;
    if (isInRange && m_free.size() < kMaxIds)
        m_free.insert(number);
    else if (!isInRange)
        m_ids.erase(std::hash<std::string_view>()(id));
}

bool RequestLog::isOpen(const Place &place) const
{
    const auto found = m_open.find(place.id);
    return found != m_open.end() && found->second->number == place.number;
}

// Most requests are answered in the order in which they were sent.
void RequestLog::trim()
{
    while (!m_order.empty() && !isOpen(m_order.front()))
        m_order.pop_front();
    while (!m_order.empty() && !isOpen(m_order.back()))
        m_order.pop_back();
}

// Looks at all of the order only after as many requests as are open have come, so that each costs
// the same however many of them nobody responds to.
void RequestLog::makeRoom()
{
    trim();
    if (m_open.size() >= kMaxOpen) {
        takeOpen(m_open.find(m_order.front().id));
        trim();
    }
    if (m_order.size() >= 2 * kMaxOpen)
        std::erase_if(m_order, [this](const Place &place) { return !isOpen(place); });
}

std::unique_ptr<SeenRequest> RequestLog::takeOpen(Open::iterator place)
{
    forgetToken(*place->second);
    const auto method = m_openMethods.find(place->second->method);
    if (--method->second == 0)
        m_openMethods.erase(method);
    auto request = std::move(place->second);
    m_open.erase(place);
    return request;
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
