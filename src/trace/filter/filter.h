// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filternode.h"

#include <memory>
#include <variant>
#include <vector>

namespace sonde::trace {

// A valid filter. Immutable, so copies and threads can share it.
class Filter {
public:
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
