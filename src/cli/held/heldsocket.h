// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <string_view>

namespace sonde::cli {

// Blocking use of a descriptor that does not block.

// Waits for these events of poll(); false: they have not come in time, or the wait failed. A
// negative time: without a limit.
bool waitFor(
    int descriptor, short events, std::chrono::milliseconds limit = std::chrono::milliseconds(-1));

bool writeAll(int descriptor, std::string_view bytes);

} // namespace sonde::cli
