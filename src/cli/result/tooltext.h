// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

namespace sonde::cli {

// The whole definition of a tool for a person, harmless for a terminal of `width` cells: the
// description, each argument with type, requirement, values, default and description, the
// annotations, and what its structured result has.
QString toolText(const json::Value &tool, int width);

} // namespace sonde::cli
