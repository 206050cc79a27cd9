// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/rowcolours.h"

namespace sonde::models {

namespace {

constexpr int kRowsKept = 4096;

} // namespace

RowColours::RowColours(const trace::Store &store)
    : m_store(store)
    , m_known(kRowsKept)
{
}

void RowColours::setRules(const std::vector<ColourRule> &rules)
{
    m_rules.clear();
    m_known.clear();
    for (const ColourRule &rule : rules) {
        const auto compiled = trace::Filter::compile(rule.text);
        const auto *filter = std::get_if<trace::Filter>(&compiled);
        if (filter && !filter->isEmpty())
            m_rules.push_back(
                {rule, filter->readsText(), std::make_unique<trace::FilterRun>(*filter, m_store)});
    }
}

const ColourRule *RowColours::ruleOf(const trace::FilterRow &row)
{
    if (m_rules.empty())
        return nullptr;
    int found = -1;
    if (const int *known = m_known.object(row.number)) {
        found = *known;
    } else {
        for (std::size_t i = 0; i < m_rules.size() && found < 0; ++i) {
            const bool isTooLong = m_rules[i].readsText && row.record.length > kMaxRead;
            if (!isTooLong && m_rules[i].run->fits(row))
                found = static_cast<int>(i);
        }
        m_known.insert(row.number, new int(found));
    }
    return found < 0 ? nullptr : &m_rules[std::size_t(found)].rule;
}

} // namespace sonde::models
