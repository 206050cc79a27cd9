// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <deque>
#include <unordered_map>

namespace sonde::rpc {

// Our requests that wait for an answer. Ids are the integers 1, 2, 3, … in the order of asking,
// never used again (2025-11-25 basic#requests). The table can tell what an answer to none of them
// is: a second answer, one that came too late, or one to nothing we asked.
template <typename Request>
class PendingTable {
public:
    using Number = std::int64_t;
    static constexpr std::size_t kRemembered = 4096; // requests we gave up and still know

    Number nextNumber() const { return m_next; }

    Number add(Request &&request)
    {
        m_pending.emplace(m_next, std::move(request));
        return m_next++;
    }

    // The numbers in between are never used.
    void skipTo(Number number) { m_next = std::max(m_next, number); }

    const Request *find(Number number) const
    {
        const auto at = m_pending.find(number);
        return at == m_pending.end() ? nullptr : &at->second;
    }
    Request *find(Number number)
    {
        const auto at = m_pending.find(number);
        return at == m_pending.end() ? nullptr : &at->second;
    }
    // The request whose id is written with exactly this text.
    Number numberOf(std::string_view id) const
    {
        // Neither a sign nor a leading zero: our ids have none, and 01 is another text than 1.
        if (id.empty() || id.front() < '1' || id.front() > '9')
            return 0;
        Number number = 0;
        const auto [end, error] = std::from_chars(id.begin(), id.end(), number);
        return error == std::errc() && end == id.end() ? number : 0;
    }

    // The answer has come.
    void settle(Number number) { m_pending.erase(number); }
    // We gave up; an answer that comes still is late.
    void giveUp(Number number)
    {
        m_pending.erase(number);
        m_givenUp.push_back(number);
        if (m_givenUp.size() > kRemembered)
            m_givenUp.pop_front();
    }

    // What an answer with this id is when find() gives nothing.
    Problem judge(Number number)
    {
        if (number <= 0 || number >= m_next)
            return Problem::UnknownId;
        const auto at = std::find(m_givenUp.begin(), m_givenUp.end(), number);
        if (at == m_givenUp.end())
            return Problem::DuplicateId;
        m_givenUp.erase(at);
        return Problem::LateAnswer;
    }

    std::size_t size() const { return m_pending.size(); }
    auto begin() { return m_pending.begin(); }
    auto end() { return m_pending.end(); }
    auto begin() const { return m_pending.begin(); }
    auto end() const { return m_pending.end(); }

private:
    Number m_next = 1;
    std::unordered_map<Number, Request> m_pending;
    std::deque<Number> m_givenUp;
};

} // namespace sonde::rpc
