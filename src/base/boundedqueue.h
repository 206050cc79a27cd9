// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace sonde {

// Passes values in batches from one thread that must never wait to another that works through them.
// The receiver gathers for a moment after it was woken, so that a flood costs few wake-ups. What
// the values hold is bounded; the sender decides what to do with a value that has no room.
template <typename T>
class BoundedQueue {
public:
    BoundedQueue(std::size_t bound, std::chrono::milliseconds gathering)
        : m_bound(bound)
        , m_gathering(gathering)
    {
    }

    // `size` says how much the value holds, besides itself. Returns false, and leaves the value, if
    // the bound would be exceeded.
    bool post(T &&value, std::size_t size)
    {
        bool wakes = false;
        {
            const std::lock_guard lock(m_mutex);
            if (m_size + size + sizeof(T) > m_bound)
                return false;
            m_waiting.push_back(std::move(value));
            m_size += size + sizeof(T);
            const bool hurries = !m_hurried && m_size > m_bound / 4;
            wakes = m_sleeps || hurries;
            m_sleeps = false;
            m_hurried = m_hurried || hurries;
        }
        if (wakes)
            m_work.notify_one();
        return true;
    }

    bool isLessThanHalfFull() const
    {
        const std::lock_guard lock(m_mutex);
        return m_size < m_bound / 2;
    }

    // No value is posted after it; there is always room for the last ones.
    void close(std::vector<T> last = {})
    {
        {
            const std::lock_guard lock(m_mutex);
            for (T &value : last)
                m_waiting.push_back(std::move(value));
            m_closed = true;
        }
        m_work.notify_one();
    }

    // Waits for values and moves them to `into`, which is cleared first; its capacity is reused.
    // Returns false when the queue is closed and empty.
    bool drain(std::vector<T> &into)
    {
        into.clear();
        std::unique_lock lock(m_mutex);
        if (m_waiting.empty() && !m_closed) {
            m_sleeps = true;
            m_work.wait(lock, [this] { return !m_waiting.empty() || m_closed; });
            m_sleeps = false;
        }
        if (!m_closed)
            m_work.wait_for(lock, m_gathering, [this] { return m_closed || m_size > m_bound / 4; });
        m_waiting.swap(into);
        m_size = 0;
        m_hurried = false;
        return !into.empty();
    }

private:
    const std::size_t m_bound;
    const std::chrono::milliseconds m_gathering;
    mutable std::mutex m_mutex;
    std::condition_variable m_work;
    std::vector<T> m_waiting;
    std::size_t m_size = 0;
    bool m_sleeps = false; // until the first value
    bool m_hurried = false; // the receiver was told that it is a lot
    bool m_closed = false;
};

} // namespace sonde
