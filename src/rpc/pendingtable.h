// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/numberedtable.h"
#include "rpc/message.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::rpc {

// The client's requests that wait for a response. Ids are the integers 1, 2, 3, … in the order of
// sending and are never reused (2025-11-25 basic#requests). The table can classify a response that
// matches no waiting request: a duplicate, a late one, or one with an unknown id.
template <typename Request>
class PendingTable {
public:
    using Number = typename NumberedTable<Request>::Number;
    static constexpr std::size_t kRemembered = 4096; // abandoned requests that are remembered

    Number nextNumber() const { return m_next; }

    // Returns the entry under nextNumber(), to be filled in.
    Request &add() { return m_pending.add(m_next++); }

    // The numbers in between are never used.
    void skipTo(Number number) { m_next = std::max(m_next, number); }

    // Null if the request is no longer pending. Valid until the next add().
    const Request *find(Number number) const { return m_pending.find(number); }
    Request *find(Number number) { return m_pending.find(number); }
    // The request whose id is written exactly like this: 01 does not match 1.
    Number numberOf(std::string_view id) const { return plainNumber(id); }

    // Removes a request whose response has arrived.
    void settle(Number number) { m_pending.erase(number); }
    // Abandons a request; a response that still arrives is late.
    void giveUp(Number number)
    {
        m_pending.erase(number);
        m_givenUp.push_back(number);
        if (m_givenUp.size() > kRemembered)
            m_givenUp.pop_front();
    }

    // Classifies a response for which find() returns null.
    Problem judge(Number number)
    {
        if (number <= 0 || number >= m_next)
            return Problem::UnknownId;
        const auto at = std::find(m_givenUp.begin(), m_givenUp.end(), number);
        if (at == m_givenUp.end())
            return Problem::DuplicateId;
        m_givenUp.erase(at);
        return Problem::LateResponse;
    }

    std::size_t size() const { return m_pending.size(); }
    // Calls visit(number, request) for each, in no particular order, until it returns false.
    template <typename Visit>
    void visit(Visit visit) const
    {
        m_pending.visit(visit);
    }
    // In the order of sending.
    std::vector<Number> numbers() const
    {
        std::vector<Number> numbers;
        numbers.reserve(m_pending.size());
        m_pending.visit([&](Number number, const Request &) {
            numbers.push_back(number);
            return true;
        });
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    }

private:
    Number m_next = 1;
    NumberedTable<Request> m_pending;
    std::deque<Number> m_givenUp;
};

} // namespace sonde::rpc
