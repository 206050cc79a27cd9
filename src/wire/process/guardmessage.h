// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde::wire {

// A message from a program to its guard. Shorter than PIPE_BUF, so that writing and reading are
// atomic.
struct GuardMessage {
    enum class What : std::int32_t { Watch, Release };
    What what = What::Watch;
    std::int32_t group = 0; // id of a process group
};

} // namespace sonde::wire
