// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace sonde::demo {

// A PNG with one bar for each value (at most kMaxBars are drawn), from zero at the bottom.
// Written without compression (RFC 1950, stored blocks), so it needs no library.
inline constexpr std::size_t kMaxBars = 40;
std::string barChartPng(const std::vector<double> &values);

} // namespace sonde::demo
