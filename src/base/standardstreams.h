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

// Opens /dev/null for each missing one. Call it first in main(): otherwise the next file or pipe
// that is opened gets the number, and messages for the user are written into it.
MissingStreams fillStandardStreams();

} // namespace sonde
