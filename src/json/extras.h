// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace sonde::json {

// Replaces comments and trailing commas, which editors' settings files may have, with blanks, so
// that the text can be parsed as JSON and all positions stay those of the original.
void blankOutExtras(std::string &text);

} // namespace sonde::json
