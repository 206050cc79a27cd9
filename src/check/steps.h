// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <deque>
#include <functional>
#include <utility>

namespace sonde::check {

// Steps that run one after the other. A step calls next() when it is done, at once or later.
class Steps {
public:
    using Step = std::function<void()>;

    explicit Steps(Step done)
        : m_done(std::move(done))
    {
    }

    // Behind the others. A step may add steps.
    void add(Step step) { m_steps.push_back(std::move(step)); }
    void next()
    {
        if (m_steps.empty())
            return m_done();
        ++m_begun;
        const Step step = std::move(m_steps.front());
        m_steps.pop_front();
        step();
    }
    void clear() { m_steps.clear(); }
    int begun() const { return m_begun; }
    int waiting() const { return int(m_steps.size()); }

private:
    int m_begun = 0;
    std::deque<Step> m_steps;
    const Step m_done;
};

} // namespace sonde::check
