// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"
#include "json/value.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::findings {

// The names of a list as its pages give them: tools, prompts, resources, templates or roots.
class SeenList {
public:
    static constexpr std::size_t kMaxNames = 10'000; // of a list; what is longer is not compared

    // Adds a page; `request`: the one that it responds to; `isFirst`: it had no cursor.
    void addPage(std::string_view method, const json::Value &result, bool isFirst,
        trace::Number request, trace::Number number);
    void announce(trace::Number number) { m_announced = number; }

    // All pages were seen.
    bool isComplete() const { return m_isComplete; }
    const std::vector<std::string> &names() const { return m_names; }
    trace::Number lastPage() const { return m_lastPage; }
    // Whether a change was announced since the list was asked for.
    bool isAnnounced() const { return m_announced > m_requested; }
    std::string_view cacheScope() const { return m_cacheScope; } // of the first page, as written
    trace::Number firstPage() const { return m_firstPage; }

    // The names of the list in a result.
    static std::vector<std::string> namesIn(std::string_view method, const json::Value &result);
    static json::Value itemsIn(std::string_view method, const json::Value &result);

private:
    std::vector<std::string> m_names;
    std::string m_cacheScope;
    bool m_isComplete = false;
    trace::Number m_requested = 0;
    trace::Number m_firstPage = 0;
    trace::Number m_lastPage = 0;
    trace::Number m_announced = 0;
};

// By the method of the request: "prompts/list".
using SeenLists = std::map<std::string, SeenList, std::less<>>;

// The required arguments of the prompts that were listed, by the prompt's name.
class SeenPrompts {
public:
    static constexpr std::size_t kMaxPrompts = 10'000;

    void add(const json::Value &prompts);
    // Null: the prompt is not known.
    const std::vector<std::string> *requiredBy(std::string_view prompt) const;

private:
    std::map<std::string, std::vector<std::string>, std::less<>> m_required;
};

} // namespace sonde::findings
