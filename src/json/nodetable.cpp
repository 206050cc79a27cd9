// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/nodetable.h"

#include <cstring>

namespace sonde::json {

Node *NodeTable::nodesIn(const Storage &storage)
{
    return reinterpret_cast<Node *>(storage.get());
}

void NodeTable::reserve(std::size_t capacity)
{
    if (capacity <= m_capacity)
        return;
    auto storage = std::make_shared_for_overwrite<Place[]>(capacity);
    if (m_size > 0)
        std::memcpy(storage.get(), m_nodes, m_size * sizeof(Node));
    m_nodes = nodesIn(storage);
    m_storage = std::move(storage);
    m_capacity = capacity;
}

NodeTable NodePool::take(std::size_t capacity)
{
    NodeTable table;
    if (capacity > kMostOfOne) {
        table.reserve(capacity);
        return table;
    }
    if (!m_block || kBlock - m_used < capacity) {
        m_block = std::make_shared_for_overwrite<NodeTable::Place[]>(kBlock);
        m_used = 0;
    }
    table.m_storage = m_block;
    table.m_nodes = NodeTable::nodesIn(m_block) + m_used;
    table.m_capacity = capacity;
    return table;
}

void NodePool::give(const NodeTable &table)
{
    if (table.m_storage == m_block)
        m_used += table.m_size;
}

} // namespace sonde::json
