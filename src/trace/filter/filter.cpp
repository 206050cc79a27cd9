// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filter.h"

#include "trace/filter/filterparser.h"

namespace sonde::trace {

const std::vector<FilterNode> &Filter::nodes() const
{
    static const std::vector<FilterNode> none;
    return m_nodes ? *m_nodes : none;
}

std::variant<Filter, FilterError> Filter::compile(const QString &text)
{
    const FilterTokens tokens = tokensOf(text);
    FilterParser parser(tokens);
    if (!parser.run())
        return *parser.error();
    Filter filter;
    auto nodes = parser.takeNodes();
    for (const FilterNode &node : nodes) {
        const bool compares = node.kind == FilterNode::Kind::Compare;
        // Some rows have their target only in their bytes.
        filter.m_readsText = filter.m_readsText || node.kind == FilterNode::Kind::Words
            || (compares && infoOf(node.field).readsText);
        filter.m_asksForFindings = filter.m_asksForFindings
            || (compares
                && (node.field == FilterField::Finding || node.field == FilterField::FindingLevel
                    || node.field == FilterField::FindingRule));
    }
    if (!nodes.empty()) {
        filter.m_text = text.trimmed();
        filter.m_nodes = std::make_shared<const std::vector<FilterNode>>(std::move(nodes));
    }
    return filter;
}

} // namespace sonde::trace
