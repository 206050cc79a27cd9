// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

#include <array>
#include <cstdint>

namespace sonde::findings {

// Follows a JSON text over several lines of stdio. Its first line is what the rules are about: the
// other ones have the same cause.
class BrokenLines {
public:
    // Whether a line that is no message goes on with the text of an earlier one. Any other output,
    // and a message, end the text.
    bool continues(const Context &context);

private:
    struct Open {
        std::int64_t depth = 0; // of brackets that are still open; 0: no text
        trace::Number lastMessage = 0; // of its party, when the text began
    };
    std::array<Open, 2> m_open; // of the client, of the server
};

} // namespace sonde::findings
