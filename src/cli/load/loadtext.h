// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"
#include "mcp/client/loadrun.h"

#include <QString>

#include <string>

namespace sonde::cli {

// What came of a load test. `now` as its times; `problem`: what went wrong first, or empty.
struct LoadReport {
    const mcp::LoadRun &run;
    QString tool; // or what else the method is sent for; empty: nothing
    QString method; // empty: the tool is called
    std::int64_t now = 0;
    QString problem;
};

// What became of the calls, their durations, and how these are distributed, as bars.
QString loadText(const LoadReport &report, const Palette &palette);
// The same as an object of JSON, in a line; durations in milliseconds.
std::string loadJson(const LoadReport &report);

} // namespace sonde::cli
