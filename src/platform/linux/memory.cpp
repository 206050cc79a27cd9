// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/memory.h"

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace sonde::platform {

// A kernel before 5.14 rejects the advice, which does no harm.
void populate(char *begin, std::size_t size)
{
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) & ~(page - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(begin) + size) & ~(page - 1);
    if (first < end)
        ::madvise(reinterpret_cast<void *>(first), end - first, MADV_POPULATE_WRITE);
}

} // namespace sonde::platform
