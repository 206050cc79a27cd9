// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <QString>

#include <cstdint>

namespace sonde::mcp {

// A line of a server's stderr.
struct DiagnosticLine {
    Stamp at;
    QString text; // its beginning, when it is very long
    std::uint64_t bytes = 0; // of the whole line, without the line end
};

} // namespace sonde::mcp
