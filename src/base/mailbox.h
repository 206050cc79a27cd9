// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace sonde {

// Passes values from one thread to another in batches. The receiver is woken once for all values
// posted since it last drained the mailbox, so that a flood does not cost one wake-up per message.
template <typename T>
class Mailbox {
public:
    // Returns true if the mailbox was empty, so that the receiver must be woken.
    bool post(T value)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(value));
        return m_waiting.size() == 1;
    }

    // Posts many values at once; `values` is empty afterwards and keeps its capacity.
    bool postAll(std::vector<T> &values)
    {
        const std::lock_guard lock(m_mutex);
        const bool wasEmpty = m_waiting.empty();
        if (wasEmpty)
            m_waiting.swap(values);
        else
            std::move(values.begin(), values.end(), std::back_inserter(m_waiting));
        values.clear();
        return wasEmpty && !m_waiting.empty();
    }

    // Moves all waiting values to `into`, which is cleared first; its capacity is reused.
    void drain(std::vector<T> &into)
    {
        into.clear();
        const std::lock_guard lock(m_mutex);
        m_waiting.swap(into);
    }

private:
    std::mutex m_mutex;
    std::vector<T> m_waiting;
};

} // namespace sonde
