// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// Tells the processor that the upper halves of its vector registers are unused. Call it at the
// beginning of a stretch of work, on its thread; it takes a nanosecond or two.
//
// Qt 6.4's qHash uses those halves on processors with VAES and leaves them in use, and glibc's
// functions for such processors never clear them. From then on every SSE instruction has to merge
// its result with the upper half, and waits for the previous instruction: in a measurement, reading
// a flood of notifications took a third longer.
void clearVectorState();

} // namespace sonde::platform
