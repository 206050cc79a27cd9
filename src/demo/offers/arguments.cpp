// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/arguments.h"

#include <algorithm>

namespace sonde::demo {

Arguments::Arguments(json::Value object)
    : m_object(object)
{
    if (object && !object.isObject()) {
        m_problem = "The arguments must be an object.";
        m_object = {};
    }
}

void Arguments::reject(std::string_view name, std::string_view demand)
{
    if (m_problem.empty())
        m_problem = "The argument \"" + std::string(name) + "\" " + std::string(demand) + '.';
}

std::string Arguments::requiredText(std::string_view name)
{
    if (!value(name))
        reject(name, "is required");
    return text(name, {});
}

std::string Arguments::text(std::string_view name, std::string_view fallback)
{
    const json::Value given = value(name);
    if (!given)
        return std::string(fallback);
    if (!given.isString())
        reject(name, "must be a string");
    return given.text();
}

std::int64_t Arguments::integer(
    std::string_view name, std::int64_t fallback, std::int64_t least, std::int64_t most)
{
    const json::Value given = value(name);
    if (!given)
        return fallback;
    const auto number = given.toInt64();
    if (!number || *number < least || *number > most) {
        reject(name,
            "must be an integer from " + std::to_string(least) + " to " + std::to_string(most));
        return fallback;
    }
    return *number;
}

std::string_view Arguments::bigInteger(std::string_view name)
{
    const json::Value given = value(name);
    if (!given)
        return {};
    const std::string_view written = given.raw();
    if (!given.isNumber() || written.find_first_of(".eE") != std::string_view::npos) {
        reject(name, "must be an integer");
        return {};
    }
    return written;
}

std::string_view Arguments::requiredBigInteger(std::string_view name)
{
    if (!value(name))
        reject(name, "is required");
    return bigInteger(name);
}

bool Arguments::flag(std::string_view name, bool fallback)
{
    const json::Value given = value(name);
    if (!given)
        return fallback;
    if (!given.isBool())
        reject(name, "must be true or false");
    return given.toBool().value_or(fallback);
}

std::string Arguments::choice(std::string_view name,
    std::initializer_list<std::string_view> choices, std::string_view fallback)
{
    std::string chosen = text(name, fallback);
    if (std::find(choices.begin(), choices.end(), chosen) == choices.end()) {
        std::string list;
        for (const std::string_view choice : choices)
            list += (list.empty() ? "" : ", ") + std::string(choice);
        reject(name, "must be one of " + list);
    }
    return chosen;
}

} // namespace sonde::demo
