// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// Lowers the priority of the calling thread below that of the program's other threads. No effect
// where only a whole process has a priority.
void lowerThreadPriority();

} // namespace sonde::platform
