// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "cli/fanout/fanresult.h"
#include "cli/output/palette.h"

#include <QString>

#include <string>

namespace sonde::cli {

// A table with a column for each connection, for a terminal of that width; below it what went wrong
// and what differs.
QString fanOutText(const FanResults &results, int width, const Palette &palette);
// The same as an object of JSON, in a line. `params` as sent, or empty.
std::string fanOutJson(const FanResults &results, const QString &method, const Bytes &params);

} // namespace sonde::cli
