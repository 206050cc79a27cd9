// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restart.h"

#include <deque>
#include <vector>

namespace sonde::models {

// A figure of one of the last starts, to be drawn as a bar.
struct StartFigure {
    enum class Kind : std::uint8_t { Known, Unknown, Failed };
    int number = 0; // of the start
    Kind kind = Kind::Unknown;
    double share = 0; // of the largest one: 0 to 1
    bool isCurrent = false; // the one that is shown
    bool isOther = false; // the one that it is compared with
    QString text; // "14:02:11: 412 ms", "13:55:02: did not start"
};

using StartFigures = std::vector<StartFigure>;

inline constexpr std::size_t kMaxFigures = 12;

// How long the first response took, and the memory after the start, of the last starts up to the
// one with that number, the oldest first. The one that it is compared with is there however old it
// is; `other` is 0 without one. Ends and failed builds are no starts.
StartFigures firstResponseFigures(const std::deque<Restart> &restarts, int number, int other);
StartFigures memoryFigures(const std::deque<Restart> &restarts, int number, int other);

} // namespace sonde::models
