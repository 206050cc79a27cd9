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

    // `at` is the offset of the path in the filter, for the error.
    static std::optional<FilterError> parse(QStringView text, qsizetype at, FilterPath &path);

    // Whether `fits` accepts at least one of the path's values. Of duplicate names the last one
    // counts, as in Document::pointer().
    bool any(const json::Value &root, const std::function<bool(const json::Value &)> &fits) const;
    // A cheap test before parsing: false if the text lacks a name that the path needs.
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
    std::string m_rarest; // the longest name in the path
};

} // namespace sonde::trace
