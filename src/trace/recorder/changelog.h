// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <deque>
#include <list>
#include <unordered_map>

namespace sonde::trace {

// What is new in a recording, once for all of its readers. It has what the slowest of them has not
// read yet, within a limit: a reader that lags behind more than that skips what it has missed.
// Without readers it has nothing.
class ChangeLog {
public:
    // How far a reader has read.
    class Place {
        friend class ChangeLog;
        Number next = 0; // to be read
        std::uint64_t change = 0; // to be read
    };

    explicit ChangeLog(std::size_t limit = Changes::kMaxUntaken); // of records, and of changes

    // Begins with the oldest record that is here, or with the next one. Valid until it is removed.
    Place *add();
    void remove(Place *place);

    void append(Number number, const Record &record); // the one after the last
    // Its newest state; changes of a record that a reader has missed are one for it.
    void change(Number number, const Record &record);
    // Adds what is new for the reader to `into`, which is empty or has what came before: changes,
    // and at most so many records. Returns whether there are more.
    bool readInto(Changes &into, Place &place, std::size_t most);

    Number end() const { return m_first + static_cast<Number>(m_fresh.size()); } // the next one
    std::size_t size() const { return m_fresh.size() + m_changed.size(); }

private:
    struct Change {
        Number number = 0;
        Record record;
    };

    std::uint64_t changesEnd() const { return m_firstChange + m_changed.size(); }
    bool isRead(Number number) const; // by a reader
    bool isChangeRead(std::uint64_t change) const;
    void skip(Place &place) const;
    void trim();

    const std::size_t m_limit;
    std::list<Place> m_places;
    std::deque<Record> m_fresh;
    Number m_first = 1; // of m_fresh.front(), or of the next record
    std::deque<Change> m_changed; // of records that a reader has read
    std::uint64_t m_firstChange = 0; // of m_changed.front()
    std::unordered_map<Number, std::uint64_t> m_newest; // change of a record in m_changed
};

} // namespace sonde::trace
