// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "cli/output/palette.h"
#include "fanout/fanresult.h"

#include <QString>

#include <string>

namespace sonde::cli {

// A table with a column for each connection, for a terminal of that width; below it what went wrong
// and what differs.
QString fanOutText(const fanout::FanResults &results, int width, const Palette &palette);
// The same as an object of JSON, in a line. `params` as sent, or empty.
std::string fanOutJson(
    const fanout::FanResults &results, const QString &method, const Bytes &params);

} // namespace sonde::cli
