// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <random>
#include <string>
#include <utility>

namespace sonde::test {

// A schema and an instance that fits it, of a few levels; the same seed gives the same pair.
class RandomSchema {
public:
    using Pair = std::pair<std::string, std::string>; // schema, instance

    explicit RandomSchema(unsigned seed)
        : m_dice(seed)
    {
    }

    Pair make();

private:
    int roll(int sides) { return static_cast<int>(m_dice() % static_cast<unsigned>(sides)); }
    std::string space();
    Pair any(int depth);
    Pair leaf();
    Pair list(int depth);
    Pair tuple(int depth);
    Pair reference(int depth);
    Pair tagged(int depth);
    Pair condition(int depth);
    Pair furtherNames(int depth);
    Pair object(int depth);

    std::mt19937 m_dice;
    std::string m_definitions;
    int m_count = 0;
};

} // namespace sonde::test
