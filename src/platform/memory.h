// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace sonde::platform {

// Tells the kernel that the whole block will be written, so that its pages come with one call
// instead of a fault for each. Without effect where the kernel has no such call.
void populate(char *begin, std::size_t size);

} // namespace sonde::platform
