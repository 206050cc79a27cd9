// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace sonde {

// Values from one thread to another in batches: the receiver is woken once for all that came
// since it last looked, which is what keeps a flood from costing one wake-up a message.
template <typename T>
class Mailbox {
public:
    // True when the box was empty, so the receiver must be woken.
    bool post(T value)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(value));
        return m_waiting.size() == 1;
    }

    // The same for many at once; `values` is left empty, and has capacity to be filled again.
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

    // Takes all that waits. `into` is emptied first; its capacity goes back into use.
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
