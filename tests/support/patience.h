// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>

namespace sonde::test {

// How long a test waits for what must happen: long enough for a busy machine with sanitizers. A
// test that passes never waits that long.
constexpr std::chrono::milliseconds kPatience = std::chrono::seconds(20);
constexpr int kPatienceMs = int(kPatience.count()); // for QTRY_…_WITH_TIMEOUT and waitFor…()

} // namespace sonde::test
