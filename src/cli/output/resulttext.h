// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "json/value.h"

#include <QString>

namespace sonde::cli {

// Results as text for people, harmless for a terminal of `width` cells.

// The content of a tools/call result, block by block. Text is given as it is; what is no text is
// named with its type and size. Structured content follows when no text block stands for it.
QString toolResultText(const json::Value &result);

// The contents of a resources/read: a text that is the only one stands alone, as it is.
QString readResultText(const json::Value &result);

// The messages of a prompts/get, each below its role.
QString promptText(const json::Value &result);

// The values of a completion/complete, one in a line.
QString completionText(const json::Value &result);

// The negotiated revision and why; the capabilities of both sides; the state of the connection over
// HTTP, unless nullptr; the instructions.
QString infoText(const mcp::Negotiated &negotiated, const wire::HttpState *http, int width);

} // namespace sonde::cli
