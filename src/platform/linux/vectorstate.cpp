// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/vectorstate.h"

namespace sonde::platform {

#if defined(__x86_64__)

namespace {

[[gnu::target("avx")]] void clearUpperHalves()
{
    __builtin_ia32_vzeroupper();
}

} // namespace

void clearVectorState()
{
    static const bool hasThem = __builtin_cpu_supports("avx");
    if (hasThem)
        clearUpperHalves();
}

#else

void clearVectorState() { }

#endif

} // namespace sonde::platform
