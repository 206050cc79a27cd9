// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::cli {

struct Options;

// What `check` will do with the server, as lines of text.
QString checkPlan(const Options &options);

} // namespace sonde::cli
