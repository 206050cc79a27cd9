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

// Entries with ascending numbers, such as requests. The newest entries, which are looked up most,
// are kept in slots: finding one needs no division, adding one no allocation. An entry moves to a
// map when its slot is needed again.
template <typename Entry>
class NumberedTable {
public:
    using Number = std::int64_t;
    static constexpr std::size_t kSlots = 128;

    // Returns an empty entry to fill in. `number` is above 0 and not in use. Invalidates references
    // to other entries.
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

    // Null if there is no such entry.
    const Entry *find(Number number) const
    {
        if (isInSlot(number))
            return &*slotOf(number).entry;
        const auto other = m_others.find(number);
        return other == m_others.end() ? nullptr : &other->second;
    }
    Entry *find(Number number) { return const_cast<Entry *>(std::as_const(*this).find(number)); }

    // Empty if there is no such entry.
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

    // Calls visit(number, entry) for each entry, in no particular order, until it returns false.
    // `visit` must not add or erase entries.
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
        Number number = 0; // 0: the slot is free
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

    std::vector<Slot> m_slots; // empty until the first entry is added
    std::unordered_map<Number, Entry> m_others;
    std::size_t m_size = 0;
};

} // namespace sonde
