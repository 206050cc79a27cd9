// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/filterstore.h"
#include "trace/filter/filterrun.h"

#include <QCache>

#include <memory>
#include <vector>

namespace sonde::models {

// Which colour rule fits a row: the first of them that does. Asked for the rows that are painted,
// so it looks at once, but never into a message that takes long to read.
class RowColours {
public:
    static constexpr std::uint32_t kMaxRead = 64 * 1024; // bytes of a message that rules look into

    explicit RowColours(const trace::Store &store);

    void setRules(const std::vector<ColourRule> &rules); // those that make no sense do not count
    bool isEmpty() const { return m_rules.empty(); }
    // Null when none fits.
    const ColourRule *ruleOf(const trace::FilterRow &row);
    // The message changed.
    void forget(trace::Number number) { m_known.remove(number); }
    void forgetAll() { m_known.clear(); }

private:
    struct Rule {
        ColourRule rule;
        bool readsText = false;
        std::unique_ptr<trace::FilterRun> run;
    };
    const trace::Store &m_store;
    std::vector<Rule> m_rules;
    QCache<trace::Number, int> m_known; // place in m_rules, -1 for none
};

} // namespace sonde::models
