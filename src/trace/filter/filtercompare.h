// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filternode.h"

#include <functional>
#include <string_view>
#include <vector>

namespace sonde {
class Regex;
}

namespace sonde::trace {

// Caches whether a text matches, by its number: rows share few texts, so each is compared once.
class TextMemo {
public:
    template <typename Ask>
    bool ask(std::size_t number, Ask asked)
    {
        if (m_known.size() <= number)
            m_known.resize(number + 1, -1);
        if (m_known[number] < 0) {
            const bool response = asked();
            m_known[number] = response ? 1 : 0;
        }
        return m_known[number] == 1;
    }

private:
    std::vector<signed char> m_known; // -1: not compared yet
};

inline int order(std::int64_t a, std::int64_t b)
{
    return a < b ? -1 : a > b ? 1 : 0;
}
// The order of JSON numbers of any length and notation.
int order(const json::Decimal &a, const json::Decimal &b);

// Whether the text contains `needle`, ignoring case.
bool containsText(std::string_view utf8, std::string_view needle);

// Applies the condition's operator. `compared` returns the order of the message's value and a
// filter value: below, equal to or above zero; empty if the two are not comparable.
bool compareAny(
    const FilterNode &node, const std::function<std::optional<int>(const FilterValue &)> &compared);

bool compareInteger(const FilterNode &node, std::int64_t number);
bool compareIndex(const FilterNode &node, int index); // index in the field's list of values
// `regex` is the expression of `matches`; otherwise null.
bool compareText(const FilterNode &node, const Regex *regex, std::string_view utf8);
bool compareBytes(const FilterNode &node, std::string_view bytes);
bool compareId(const FilterNode &node, const Regex *regex, std::string_view raw);
bool compareJson(const FilterNode &node, const Regex *regex, const json::Value &value);

} // namespace sonde::trace
