// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"

#include <QString>

namespace sonde::cli {

// Lists as tables for people, harmless for a terminal of `width` cells. An item without the name it
// must have is shown as it came.

// Tools: name, arguments ([optional ones] in brackets), description. Tools that must not be used
// are left out.
QString toolListText(const mcp::Listing &listing, int width);

QString resourceListText(const mcp::Listing &listing, int width);
QString templateListText(const mcp::Listing &listing, int width);

// Prompts: like tools.
QString promptListText(const mcp::Listing &listing, int width);

// The cursor as the value of --cursor, quoted for a shell. Empty when it cannot be shown as it is.
QString cursorWord(const std::string &cursorJson);

} // namespace sonde::cli
