// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace sonde::trace {

// A text as one word of a command line that a person pastes into a POSIX shell (XCU 2.2): quoted
// unless nothing in it could mean something there. The text must have no NUL, which no word has.
std::string shellWord(std::string_view text);

} // namespace sonde::trace
