// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace sonde::demo {

inline constexpr std::int64_t kMaxDelay = 60'000; // milliseconds of an argument delay_ms

// Reads a tool's arguments and remembers the first that does not fit, so that a tool can ask for
// all of them and then test once.
class Arguments {
public:
    // `object` may be missing: then every argument is.
    explicit Arguments(json::Value object);

    json::Value value(std::string_view name) const { return m_object[name]; }
    // The whole object as it was written.
    std::string_view raw() const { return m_object ? m_object.raw() : std::string_view("{}"); }

    std::string requiredText(std::string_view name);
    std::string text(std::string_view name, std::string_view fallback);
    std::int64_t integer(
        std::string_view name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    // An integer of any size, as it was written; empty when it is missing.
    std::string_view bigInteger(std::string_view name);
    std::string_view requiredBigInteger(std::string_view name);
    bool flag(std::string_view name, bool fallback);
    std::string choice(std::string_view name, std::initializer_list<std::string_view> choices,
        std::string_view fallback);

    void reject(std::string_view name, std::string_view demand);
    bool fit() const { return m_problem.empty(); }
    const std::string &problem() const { return m_problem; } // a sentence

private:
    json::Value m_object;
    std::string m_problem;
};

} // namespace sonde::demo
