// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sonde::trace {

// The user's mark and text for a message.
struct Note {
    static constexpr std::size_t kMaxText = 4096; // bytes of UTF-8

    bool marked = false;
    std::string text;

    bool isEmpty() const { return !marked && text.empty(); }
    bool operator==(const Note &) const = default;
};

// The notes of a session, by message. Thread-safe.
class Notes {
public:
    static constexpr std::size_t kMaxNotes = 100'000;

    Note of(Number number) const; // empty if there is none
    // Truncates a long text. Returns false if there are too many notes.
    bool set(Number number, Note note);
    std::vector<std::pair<Number, Note>> all() const; // by number
    bool isEmpty() const { return m_count == 0; }

private:
    mutable std::mutex m_mutex;
    std::map<Number, Note> m_notes;
    std::atomic<std::size_t> m_count = 0; // read for every row that a filter tests
};

} // namespace sonde::trace
