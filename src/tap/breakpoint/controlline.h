// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tap/breakpoint/breakpointgate.h"

#include <string>
#include <string_view>
#include <vector>

// What a window says to a tap about its breakpoints: JSON texts, one per line.
namespace sonde::tap {

// The breakpoints of the tap, in place of those that there were. From the first such line on the
// window is attached.
std::string breakpointsLine(const std::vector<Breakpoint> &breakpoints);
std::string decisionLine(const DecideHeld &decision);
std::string composedLine(const ComposedMessage &message);

// Without its line end. Fails for a text that no window of this version says, and for a filter that
// does not compile.
Result<std::vector<GateCommand>> parseControlLine(std::string_view line);

} // namespace sonde::tap
