// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filternode.h"

#include <optional>
#include <vector>

namespace sonde::trace {

// Parses a filter by recursive descent; kMaxDepth bounds the recursion. `not` binds tighter
// than `and`, `and` tighter than `or`. Adjacent plain words are searched as one text.
class FilterParser {
public:
    static constexpr int kMaxDepth = 64; // nested parentheses and nots
    static constexpr std::size_t kMaxNodes = 512;
    static constexpr std::size_t kMaxValues = 1000; // in one in (…)

    explicit FilterParser(const FilterTokens &tokens);

    // Returns false if the filter is invalid; error() says where.
    bool run();
    const std::optional<FilterError> &error() const { return m_error; }
    std::vector<FilterNode> takeNodes() { return std::move(m_nodes); }

private:
    using Place = std::optional<std::uint32_t>;

    const FilterToken &token(std::size_t ahead = 0) const;
    FilterToken take() { return m_tokens.tokens[m_at++]; }
    Place fail(const QString &sentence, const FilterToken &at);
    Place add(FilterNode node);
    Place join(FilterNode::Kind kind, Place first, Place second);

    Place either(int depth);
    Place both(int depth);
    Place term(int depth);
    Place primary(int depth);
    Place comparison();
    Place words();
    bool beginsComparison() const;
    bool readField(const FilterToken &word, FilterNode &node);
    bool readValues(FilterNode &node);
    bool readValue(FilterNode &node);

    const FilterTokens &m_tokens;
    std::size_t m_at = 0;
    std::vector<FilterNode> m_nodes;
    std::optional<FilterError> m_error;
};

} // namespace sonde::trace
