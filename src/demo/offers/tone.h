// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/timers.h"

#include <string>

namespace sonde::demo {

// A WAV file (RIFF, 16 bit, mono, 8000 Hz) with a sine of that pitch, faded at both ends.
std::string toneWav(double hertz, Milliseconds length);

} // namespace sonde::demo
