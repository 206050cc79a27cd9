// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdlib>

// What must hold for every input: where it does not, the fuzzer keeps the input.
inline void require(bool condition)
{
    if (!condition)
        std::abort();
}
