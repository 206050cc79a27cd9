// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/nodetable.h"

#include <cstddef>
#include <string_view>

namespace sonde::json {

// What a value reads of its document: the bytes, and the nodes that point into them. Apart from the
// document, so that the many small questions to a value cost no call.
class ParsedText {
public:
    const Bytes &bytes() const { return m_bytes; }
    std::string_view text() const { return m_bytes.view(); }
    const Node &node(NodeId id) const { return m_nodes[id]; }
    std::size_t nodeCount() const { return m_nodes.size(); }

protected:
    ParsedText() = default;
    ParsedText(const ParsedText &) = default;
    ParsedText(ParsedText &&) = default;
    ParsedText &operator=(const ParsedText &) = default;
    ParsedText &operator=(ParsedText &&) = default;
    ~ParsedText() = default;

    Bytes m_bytes;
    NodeTable m_nodes;
};

} // namespace sonde::json
