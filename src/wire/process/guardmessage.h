// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde::wire {

// What a program tells its guard through a pipe. Shorter than PIPE_BUF, so that each is written and
// read whole.
struct GuardMessage {
    enum class What : std::int32_t { Watch, Release };
    What what = What::Watch;
    std::int32_t group = 0; // a process group
};

} // namespace sonde::wire
