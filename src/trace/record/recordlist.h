// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sonde::trace {

// An immutable snapshot of records: cheap to copy, readable from any thread.
class RecordSnapshot {
public:
    class Iterator {
    public:
        Iterator(const RecordSnapshot &list, std::size_t at)
            : m_list(&list)
            , m_at(at)
        {
        }
        const Record &operator*() const { return (*m_list)[m_at]; }
        Iterator &operator++()
        {
            ++m_at;
            return *this;
        }
        bool operator==(const Iterator &) const = default;

    private:
        const RecordSnapshot *m_list;
        std::size_t m_at;
    };

    RecordSnapshot() = default;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const Record &operator[](std::size_t at) const { return (*m_blocks[at / kBlock])[at % kBlock]; }
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, m_size}; }

private:
    friend class RecordList;
    static constexpr std::size_t kBlock = 1024;
    using Block = std::array<Record, kBlock>;

    std::vector<std::shared_ptr<const Block>> m_blocks;
    std::size_t m_size = 0;
};

// Records in blocks that snapshots share: a snapshot costs one pointer per thousand records, and a
// later change copies its block first. Used by one thread.
class RecordList {
public:
    RecordList() = default;
    RecordList(RecordList &&) = default;
    RecordList &operator=(RecordList &&) = default;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const Record &operator[](std::size_t at) const
    {
        return (*m_blocks[at / kBlock].records)[at % kBlock];
    }
    void append(std::span<const Record> records);
    void set(std::size_t at, const Record &record);
    void clear();
    RecordSnapshot snapshot();

private:
    using Block = RecordSnapshot::Block;
    static constexpr std::size_t kBlock = RecordSnapshot::kBlock;
    struct Place {
        std::shared_ptr<Block> records;
        // A snapshot may read it: existing records must not change, new ones may be added.
        bool isShared = false;
    };

    std::vector<Place> m_blocks;
    std::size_t m_size = 0;
};

} // namespace sonde::trace
