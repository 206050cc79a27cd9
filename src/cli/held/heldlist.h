// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

namespace sonde::cli {

struct Line;
class Output;

Error needsName(); // of an open without --as

// open --list: a row for each open server. Gives the exit code, or what is wrong with the line.
Result<int> listHeld(const Line &line, Output &out, Output &err);

} // namespace sonde::cli
