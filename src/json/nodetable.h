// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/node.h"

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sonde::json {

// The nodes of one document. Copies share the nodes, which do not change after parsing.
class NodeTable {
public:
    NodeTable() = default;
    NodeTable(const NodeTable &) = default;
    NodeTable &operator=(const NodeTable &) = default;
    NodeTable(NodeTable &&other) noexcept { swap(other); }
    NodeTable &operator=(NodeTable &&other) noexcept
    {
        NodeTable(std::move(other)).swap(*this);
        return *this;
    }
    ~NodeTable() = default;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const Node *begin() const { return m_nodes; }
    const Node *end() const { return m_nodes + m_size; }
    const Node &operator[](std::size_t id) const { return m_nodes[id]; }

    // Only for use during parsing.
    Node &operator[](std::size_t id) { return m_nodes[id]; }
    Node &append(const Node &node)
    {
        if (m_size == m_capacity)
            reserve(m_capacity < kFirst ? kFirst : 2 * m_capacity);
        return *new (m_nodes + m_size++) Node(node);
    }
    void reserve(std::size_t capacity);

private:
    friend class NodePool;
    static constexpr std::size_t kFirst = 16;

    // Uninitialised room for a node: the part that a long text does not need is never touched, so
    // the system never provides memory for it.
    struct Place {
        alignas(Node) std::byte bytes[sizeof(Node)];
    };
    using Storage = std::shared_ptr<Place[]>;
    static_assert(std::is_trivially_copyable_v<Node> && std::is_trivially_destructible_v<Node>);

    void swap(NodeTable &other) noexcept
    {
        m_storage.swap(other.m_storage);
        std::swap(m_nodes, other.m_nodes);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
    }
    static Node *nodesIn(const Storage &storage);

    Storage m_storage;
    Node *m_nodes = nullptr; // in m_storage, which may hold the nodes of other documents as well
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

// Room for the nodes of short texts that are parsed one after the other, so that thousands of them
// cost few allocations. A block lives as long as any document that uses it.
class NodePool {
public:
    static constexpr std::size_t kBlock = 512; // nodes of 32 bytes
    static constexpr std::size_t kMostOfOne = 64; // nodes; a longer text has its own storage

    // An empty table with room for `capacity` nodes. Only one table may be taken at a time; give()
    // ends that.
    NodeTable take(std::size_t capacity);
    // Returns the table's unused room to the pool after parsing.
    void give(const NodeTable &table);

private:
    NodeTable::Storage m_block;
    std::size_t m_used = 0;
};

} // namespace sonde::json
