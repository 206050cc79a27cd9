// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

#include <string_view>

namespace sonde::cli {

// The whole definition of a tool for a person, harmless for a terminal of `width` cells: the
// description, each argument with type, requirement, values, default and description, the
// annotations, and what its structured result has.
QString toolText(const json::Value &tool, int width);

// Whether an object of that schema must have the member.
bool isRequired(const json::Value &schema, std::string_view name);

} // namespace sonde::cli
