// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde {

// Which of the descriptors 0 to 2 the program was started without (`<&- >&- 2>&-`).
struct MissingStreams {
    bool input = false;
    bool output = false;
    bool errors = false;
};

// Opens /dev/null for each missing descriptor. Call this first in main(): otherwise the next file
// or pipe gets the descriptor, and messages for the user are written into that file.
MissingStreams fillStandardStreams();

} // namespace sonde
