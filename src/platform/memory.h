// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace sonde::platform {

// Announces that the whole block will be written, so that the kernel maps all its pages in one call
// instead of one page fault each. No effect if the kernel does not support it.
void populate(char *begin, std::size_t size);

} // namespace sonde::platform
