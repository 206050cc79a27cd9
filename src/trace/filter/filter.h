// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterpath.h"
#include "trace/filter/filtervalue.h"

#include <memory>
#include <variant>
#include <vector>

namespace sonde::trace {

struct FilterNode {
    enum class Kind : std::uint8_t { And, Or, Not, Compare, Words };
    Kind kind = Kind::Words;
    // And, Or: both; Not: the first. Places in Filter::nodes(), always before this node's own.
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    FilterField field = FilterField::Method;
    FilterOp op = FilterOp::Exists;
    FilterPath path;
    std::vector<FilterValue> values; // one, or many of In
    std::string words; // contained in method, target or id, whatever the case
};

// A filter that makes sense. Immutable: copies share it, and threads may.
class Filter {
public:
    static constexpr int kMaxDepth = 64; // of parentheses and nots
    static constexpr std::size_t kMaxNodes = 512;
    static constexpr std::size_t kMaxValues = 1000; // of one in (…)

    Filter() = default; // lets everything through
    // Takes the language of resources/help/filter.md. A text of blanks lets everything through.
    static std::variant<Filter, FilterError> compile(const QString &text);

    bool isEmpty() const { return !m_nodes; }
    const QString &text() const { return m_text; }
    // The last one is the whole.
    const std::vector<FilterNode> &nodes() const;
    // Rows alone do not tell: the messages' bytes have to be read.
    bool readsText() const { return m_readsText; }

    bool operator==(const Filter &other) const { return m_text == other.m_text; }

private:
    QString m_text;
    std::shared_ptr<const std::vector<FilterNode>> m_nodes;
    bool m_readsText = false;
};

} // namespace sonde::trace
