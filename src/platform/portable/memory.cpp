// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/memory.h"

namespace sonde::platform {

void populate(char *, std::size_t) { }

} // namespace sonde::platform
