// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/pluralnumber.h"

namespace sonde {

int pluralNumber(std::uint64_t count)
{
    constexpr std::uint64_t kMost = 1'000'000'000;
    return static_cast<int>(count < kMost ? count : kMost + count % 1'000'000);
}

} // namespace sonde
