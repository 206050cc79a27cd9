// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

namespace sonde::cli {

// A value laid out for reading: a member or element a line, two blanks a level. The tokens are the
// received ones (numbers, escapes, order, duplicates), only the white space between is ours.
// What lies deeper than kDeepestLayout stays on its line as received.
inline constexpr int kDeepestLayout = 64;
QString jsonText(const json::Value &value);

} // namespace sonde::cli
