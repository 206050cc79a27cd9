// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// Lets the other threads of the program go first on a busy processor. Without effect where only a
// whole process has a priority.
void lowerThreadPriority();

} // namespace sonde::platform
