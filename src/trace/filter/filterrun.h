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

// A rule of the specification that a message violates. Whoever has checked the session says which.
struct FoundRule {
    int level = 0; // 0: info, 1: warning, 2: error
    std::string_view rule; // its id, which outlives the row
};

// The input of a filter for one row.
struct FilterRow {
    Number number = 0;
    Record record;
    std::int64_t durationNs = -1; // see durationOf(); negative: none
    std::uint32_t asked = 0; // the target of a response's request; 0: unknown
    bool isAutomatic = false; // sent without review: see AutomaticMark
    std::optional<Record> oddError{}; // see oddErrorOf()
    std::vector<FoundRule> findings{}; // about the message; only a filter that asks needs them
};

// The duration shown in the list: from a request to its response, or of a finished exchange. `pair`
// is the record of the request's response, or null. A request that waited at a breakpoint for
// `heldNs` begins when it went on (see HeldTimes). -1 if there is no duration.
std::int64_t durationOf(const Record &record, const Record *pair, std::int64_t heldNs = 0);

// The value for FilterRow::asked: the target of the request `pair` if the record is its response;
// otherwise 0.
std::uint32_t askedOf(const Record &record, const Record *pair);

// Applies a filter to rows, one after the other. Texts shared by many rows are compared once. Used
// by one thread at a time; the store must outlive it.
class FilterRun {
public:
    FilterRun(Filter filter, const Store &store);
    ~FilterRun();

    // A comparison with a value that the message does not have is false for every operator; so is a
    // comparison with bytes that cannot be read.
    bool fits(const FilterRow &row);

private:
    struct Memo; // of one condition
    struct Message; // the parts of the row read so far
    enum class Method : std::uint8_t { Unknown, Other, Tool, Prompt, Resource, Log };

    bool fits(std::uint32_t place, const FilterRow &row, Message &message);
    bool compares(const FilterNode &node, Memo &memo, const FilterRow &row, Message &message);
    bool comparesTarget(
        const FilterNode &node, Memo &memo, const FilterRow &row, bool isKind) const;
    bool comparesId(const FilterNode &node, const Memo &memo, const Record &record) const;
    bool comparesKind(const FilterNode &node, const Record &record) const;
    bool comparesErrorCode(const FilterNode &node, const FilterRow &row) const;
    static bool comparesFindings(const FilterNode &node, const Regex *regex, const FilterRow &row);
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
    std::int64_t m_offsetFrom = 1; // the quarter of an hour for which the offset to UTC is known
    std::int64_t m_offsetNs = 0;
};

} // namespace sonde::trace
