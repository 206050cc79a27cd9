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

// Our requests that wait for a response. Ids are the integers 1, 2, 3, … in the order of asking,
// never used again (2025-11-25 basic#requests). The table can tell what a response to none of them
// is: a second answer, one that came too late, or one to nothing we asked.
template <typename Request>
class PendingTable {
public:
    using Number = typename NumberedTable<Request>::Number;
    static constexpr std::size_t kRemembered = 4096; // requests we gave up and still know

    Number nextNumber() const { return m_next; }

    // Under nextNumber(), to be filled in its place.
    Request &add() { return m_pending.add(m_next++); }

    // The numbers in between are never used.
    void skipTo(Number number) { m_next = std::max(m_next, number); }

    // Null when it waits no longer. Good until the next add().
    const Request *find(Number number) const { return m_pending.find(number); }
    Request *find(Number number) { return m_pending.find(number); }
    // The request whose id is written with exactly this text: 01 is another text than 1.
    Number numberOf(std::string_view id) const { return plainNumber(id); }

    // The response has come.
    void settle(Number number) { m_pending.erase(number); }
    // We gave up; a response that comes still is late.
    void giveUp(Number number)
    {
        m_pending.erase(number);
        m_givenUp.push_back(number);
        if (m_givenUp.size() > kRemembered)
            m_givenUp.pop_front();
    }

    // What a response with this id is when find() gives nothing.
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
    // visit(number, request) for each, in no order, for as long as it returns true.
    template <typename Visit>
    void visit(Visit visit) const
    {
        m_pending.visit(visit);
    }
    // In the order of asking.
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
