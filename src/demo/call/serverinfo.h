// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/features.h"

#include <string>

namespace sonde::demo {

// Who the server is, as far as the revision has words for it (the schema's Implementation). Brief
// is for what goes out with every result.
enum class Detail { Brief, Full };
std::string serverInfo(const Features &features, Detail detail);
// For the model, and for the person who looks: what to try here.
extern const char *const kInstructions;

// The `icons` array for one of the demo's drawings: a small SVG in a data: URL.
std::string iconsJson(std::string_view svgPath);

} // namespace sonde::demo
