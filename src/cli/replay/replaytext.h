// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"
#include "cli/output/palette.h"
#include "replay/replayreport.h"

#include <QString>

#include <string>

namespace sonde::cli {

// A line with the place and both values, harmless for a terminal: “/result/isError: false → true”.
QString differenceLine(const changes::Difference &difference);
// A line per request, and per method of notifications; below each what differs, by its path.
QString replayText(const replay::ReplayReport &report, const Palette &palette);
// The same as an object of JSON, in a line.
std::string replayJson(const replay::ReplayReport &report);

} // namespace sonde::cli
