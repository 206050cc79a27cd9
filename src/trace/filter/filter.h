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
    // Operands: both for And and Or, the first for Not. Indices into Filter::nodes(), always
    // smaller than the node's own.
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    FilterField field = FilterField::Method;
    FilterOp op = FilterOp::Exists;
    FilterPath path;
    std::vector<FilterValue> values; // one, or several for In
    std::string words; // searched in method, target and id, ignoring case
};

// A valid filter. Immutable, so copies and threads can share it.
class Filter {
public:
    static constexpr int kMaxDepth = 64; // nested parentheses and nots
    static constexpr std::size_t kMaxNodes = 512;
    static constexpr std::size_t kMaxValues = 1000; // in one in (…)

    Filter() = default; // matches every message
    // Compiles the language of resources/help/filter.md. A blank text matches every message.
    static std::variant<Filter, FilterError> compile(const QString &text);

    bool isEmpty() const { return !m_nodes; }
    const QString &text() const { return m_text; }
    // The last node is the root.
    const std::vector<FilterNode> &nodes() const;
    // Whether rows are not enough and the messages' bytes must be read.
    bool readsText() const { return m_readsText; }
    // Whether it asks for FilterRow::findings.
    bool asksForFindings() const { return m_asksForFindings; }

    bool operator==(const Filter &other) const { return m_text == other.m_text; }

private:
    QString m_text;
    std::shared_ptr<const std::vector<FilterNode>> m_nodes;
    bool m_readsText = false;
    bool m_asksForFindings = false;
};

} // namespace sonde::trace
