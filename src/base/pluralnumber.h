// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <concepts>
#include <cstdint>

namespace sonde {

// The number by which tr() chooses the plural form of a count: one with the same last digits where
// the count is more than an int.
int pluralNumber(std::uint64_t count);

// Accepts Qt's signed counts.
template <std::signed_integral Count>
int pluralNumber(Count count)
{
    return pluralNumber(static_cast<std::uint64_t>(count));
}

} // namespace sonde
