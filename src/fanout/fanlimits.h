// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace sonde::fanout {

inline constexpr std::size_t kMaxColumns = 16; // results that are compared side by side
inline constexpr std::size_t kMaxAtWork = 4; // servers that get the request at the same time

} // namespace sonde::fanout
