// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/table.h"
#include "mcp/client/listing.h"

#include <QString>

namespace sonde::cli {

// Lists as tables for people, harmless for a terminal. An item without the name it must have is
// shown as it came.

// Tools: name, arguments ([optional ones] in brackets), description. Tools that must not be used
// are left out.
Table toolTable(const mcp::Listing &listing);

Table resourceTable(const mcp::Listing &listing);
Table templateTable(const mcp::Listing &listing);

// Prompts: like tools.
Table promptTable(const mcp::Listing &listing);

// The cursor as the value of --cursor, quoted for a shell. Empty when it cannot be shown as it is.
QString cursorWord(const std::string &cursorJson);

} // namespace sonde::cli
