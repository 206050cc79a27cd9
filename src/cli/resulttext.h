// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"
#include "json/value.h"

#include <QString>

namespace sonde::cli {

// Results as text for people, harmless for a terminal of `width` cells.

// A table of tools: name, arguments ([optional ones] in brackets), description. Tools that must not
// be used are left out.
QString toolListText(const mcp::Listing &listing, int width);

// The content of a tools/call result, block by block. Text is given as it is; what is no text is
// named with its type and size. Structured content follows when no text block stands for it.
QString toolResultText(const json::Value &result);

// What was agreed with the server, and why; what both sides can do; over HTTP (not nullptr) how it
// is reached; the instructions.
QString infoText(const mcp::Negotiated &negotiated, const wire::HttpState *http, int width);

} // namespace sonde::cli
