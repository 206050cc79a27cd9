// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/threadpriority.h"

namespace sonde::platform {

void lowerThreadPriority(ThreadPriority /*to*/) { }

} // namespace sonde::platform
