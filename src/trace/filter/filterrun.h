// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filter.h"
#include "trace/record/messagewindow.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sonde {
class Regex;
}

namespace sonde::trace {

// A row as a filter looks at it.
struct FilterRow {
    Number number = 0;
    Record record;
    std::int64_t durationNs = -1; // see durationOf(); below zero: none
    std::uint32_t asked = 0; // the target of a response's request; 0: not known
    bool isAutomatic = false; // sent without asking a person: see AutomaticMark
    std::optional<Record> oddError{}; // see oddErrorOf()
};

// What the list shows as duration: from a request to its response, of an exchange that is over.
// `pair` is the record of the request's answer, or null. -1 without.
std::int64_t durationOf(const Record &record, const Record *pair);

// FilterRow::asked: the target of the request `pair`, when the record answers it; else 0.
std::uint32_t askedOf(const Record &record, const Record *pair);

// Contained, whatever the case of letters.
bool containsText(std::string_view utf8, std::string_view needle);

// Applies a filter to one row after the other. Texts that many rows share are compared once. Used
// by one thread at a time; the store outlives it.
class FilterRun {
public:
    FilterRun(Filter filter, const Store &store);
    ~FilterRun();

    // A comparison with what a message does not have is false, whatever it compares; so is one
    // with bytes that cannot be read.
    bool fits(const FilterRow &row);

private:
    struct Memo; // of one condition
    struct Message; // what was read of the row so far
    enum class Method : std::uint8_t { Unknown, Other, Tool, Prompt, Resource, Log };

    bool fits(std::uint32_t place, const FilterRow &row, Message &message);
    bool compares(const FilterNode &node, Memo &memo, const FilterRow &row, Message &message);
    bool comparesTarget(
        const FilterNode &node, Memo &memo, const FilterRow &row, bool isKind) const;
    bool comparesId(const FilterNode &node, const Memo &memo, const Record &record) const;
    bool comparesKind(const FilterNode &node, const Record &record) const;
    bool comparesErrorCode(const FilterNode &node, const FilterRow &row) const;
    static bool comparesStatus(const FilterNode &node, const FilterRow &row);
    bool comparesTime(const FilterNode &node, const Record &record);
    bool comparesLevel(const FilterNode &node, const FilterRow &row, Message &message);
    bool hasWords(const FilterNode &node, Memo &memo, const FilterRow &row, Message &message);
    bool shownTextHas(const FilterNode &node, const Record &record, Message &message);
    std::string_view textOf(const Record &record, Message &message);
    const json::Document &documentOf(const Record &record, Message &message);
    Method methodOf(const Record &record);

    Filter m_filter;
    const Store &m_store;
    MessageWindow m_window;
    std::vector<Memo> m_memos; // by node
    std::vector<Method> m_methods; // by string
    std::int64_t m_offsetFrom = 1; // the quarter of an hour whose distance to UTC is known
    std::int64_t m_offsetNs = 0;
};

} // namespace sonde::trace
