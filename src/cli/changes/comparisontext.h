// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/comparison.h"

#include <QString>

#include <string>

namespace sonde::cli {

// A comparison for reading, with a line end after every line. Harmless for a terminal.
QString comparisonText(const changes::Comparison &comparison);
// The same as one JSON object on a line.
std::string comparisonJson(const changes::Comparison &comparison);

} // namespace sonde::cli
