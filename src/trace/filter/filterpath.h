// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filtertoken.h"
#include "json/document.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sonde::trace {

// A path into a message: params.arguments.city, result.content[0].text, result.content[*].text,
// params["odd name"]; $ is the whole message.
class FilterPath {
public:
    static constexpr std::size_t kMaxSteps = 32;

    // `at` is where the path stands in the filter, for the error.
    static std::optional<FilterError> parse(QStringView text, qsizetype at, FilterPath &path);

    // Whether one of the values that it leads to is as `fits` says. With duplicate names the last
    // one is meant, as in Document::pointer().
    bool any(const json::Value &root, const std::function<bool(const json::Value &)> &fits) const;
    // False when no text without this name can hold a value: a cheap look before the parser's.
    bool mayLeadInto(std::string_view text) const;

private:
    struct Step {
        enum class Kind : std::uint8_t { Name, Index, Every };
        Kind kind = Kind::Name;
        std::uint32_t index = 0;
        std::string name;
    };
    bool anyFrom(std::size_t step, const json::Value &value,
        const std::function<bool(const json::Value &)> &fits) const;

    std::vector<Step> m_steps;
    std::string m_rarest; // the longest name
};

} // namespace sonde::trace
