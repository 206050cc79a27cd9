// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secretkind.h"

#include <string_view>
#include <vector>

namespace sonde {

// The strings of members with secret names in JSON that stands in a text: in a line of a log, or as
// the text of a string of other JSON, where its quotes have backslashes. In the order of their
// bytes.
std::vector<SecretPlace> secretsOfMembers(std::string_view text);

} // namespace sonde
