// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

#include <cstdint>

namespace sonde::findings {

// Why a text that was sent or received is not a message. Each is the subject of another rule.
enum class Broken : std::uint8_t {
    No, // it is JSON
    Encoding, // a message, but in another encoding than UTF-8, or with a byte order mark
    Lines, // a part of a message over several lines, or several messages on one line
    Syntax, // it was meant as a message, but is not JSON
    Output, // on stdin or stdout: something else than a message, such as a log line in JSON
    Unknown, // longer or deeper than a limit, or cut off
};
Broken brokenBy(const Context &context);

// Whether it is the body of a POST of Streamable HTTP, which the rules about exchanges judge, too.
bool isPosted(const Context &context);

// "Line 1, column 105: expected a value, found N."
QString placeOfError(const json::ParseError &error);

} // namespace sonde::findings
