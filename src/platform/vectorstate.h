// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// Tells the processor that the upper halves of its vector registers hold nothing. To be called
// where a stretch of work begins, on its thread; it costs a nanosecond or two.
//
// Qt 6.4's qHash uses those halves on processors with VAES and leaves them in use. Nobody clears
// them after it: glibc's functions for such processors never do. From then on every SSE
// instruction has to merge its result with what is left up there, and waits for the one before:
// measured, a flood of notifications takes a third longer to read.
void clearVectorState();

} // namespace sonde::platform
