// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde {

// Entries under ascending numbers, as requests have them. The newest entries, which are looked up
// most, are in slots: finding one needs no division, adding one no allocation. An entry moves to a
// map when its slot is needed again.
template <typename Entry>
class NumberedTable {
public:
    using Number = std::int64_t;
    static constexpr std::size_t kSlots = 128;

    // An empty entry, to be filled in its place. `number` is above 0 and not in use. The other
    // entries may move.
    Entry &add(Number number)
    {
        if (m_slots.empty())
            m_slots.resize(kSlots);
        Slot &slot = slotOf(number);
        if (slot.number != 0)
            m_others.emplace(slot.number, std::move(*slot.entry));
        slot.number = number;
        ++m_size;
        return slot.entry.emplace();
    }

    // Null when there is none.
    const Entry *find(Number number) const
    {
        if (isInSlot(number))
            return &*slotOf(number).entry;
        const auto other = m_others.find(number);
        return other == m_others.end() ? nullptr : &other->second;
    }
    Entry *find(Number number) { return const_cast<Entry *>(std::as_const(*this).find(number)); }

    // Nothing when there is none.
    std::optional<Entry> take(Number number)
    {
        Entry *const entry = find(number);
        if (!entry)
            return std::nullopt;
        std::optional<Entry> taken(std::move(*entry));
        erase(number);
        return taken;
    }

    void erase(Number number)
    {
        if (isInSlot(number)) {
            Slot &slot = slotOf(number);
            slot.entry.reset();
            slot.number = 0;
            --m_size;
        } else if (!m_others.empty()) {
            m_size -= m_others.erase(number);
        }
    }

    std::size_t size() const { return m_size; }

    // visit(number, entry) for each, in no order, for as long as it returns true. It must not add
    // or erase.
    template <typename Visit>
    void visit(Visit visit) const
    {
        visitIn(*this, visit);
    }
    template <typename Visit>
    void visit(Visit visit)
    {
        visitIn(*this, visit);
    }

private:
    struct Slot {
        Number number = 0; // 0: free
        std::optional<Entry> entry;
    };

    template <typename Table, typename Visit>
    static void visitIn(Table &table, Visit &visit)
    {
        for (auto &slot : table.m_slots) {
            if (slot.number != 0 && !visit(slot.number, *slot.entry))
                return;
        }
        for (auto &[number, entry] : table.m_others) {
            if (!visit(number, entry))
                return;
        }
    }

    static std::size_t indexOf(Number number) { return std::size_t(number) % kSlots; }
    Slot &slotOf(Number number) { return m_slots[indexOf(number)]; }
    const Slot &slotOf(Number number) const { return m_slots[indexOf(number)]; }
    bool isInSlot(Number number) const
    {
        return number > 0 && !m_slots.empty() && slotOf(number).number == number;
    }

    std::vector<Slot> m_slots; // none until the first entry
    std::unordered_map<Number, Entry> m_others;
    std::size_t m_size = 0;
};

} // namespace sonde
