// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"
#include "cli/output/palette.h"
#include "replay/replayreport.h"
#include "json/builder.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace sonde::cli {

// A line with the place and both values, harmless for a terminal: “/result/isError: false → true”.
QString differenceLine(const changes::Difference &difference);
// Adds "differences", an array: each with its "path", and the values under these names.
void addDifferences(json::Builder &json, const std::vector<changes::Difference> &differences,
    std::string_view before, std::string_view after);
// A line per request, and per method of notifications; below each what differs, by its path.
QString replayText(const replay::ReplayReport &report, const Palette &palette);
// The same as an object of JSON, in a line.
std::string replayJson(const replay::ReplayReport &report);

} // namespace sonde::cli
