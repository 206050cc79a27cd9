// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace sonde::trace {

// A text as one word of a command line for a POSIX shell (XCU 2.2), quoted if it contains a
// character with a special meaning. The text must not contain NUL.
std::string shellWord(std::string_view text);

} // namespace sonde::trace
