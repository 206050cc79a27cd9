// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"
#include "trace/filter/filterrun.h"

#include <QString>

#include <string>

namespace sonde::cli {

// One row of a session as a line: number, time, direction, kind, method, target, id, status,
// duration and size, in columns for a person, in at most `width` cells: the target gives way first.
// Whatever a server wrote is made harmless.
QString rowLine(const trace::Store &store, const trace::FilterRow &row, int width,
    const Palette &palette = Palette());
// The row as one line of JSON, with the message itself as `message` when it is JSON.
std::string rowJson(const trace::Store &store, const trace::FilterRow &row);

} // namespace sonde::cli
