// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/value.h"

#include <string_view>

namespace sonde::review {

// The response to a sampling request while it is written, as text. Each function changes one part;
// the rest stays byte for byte. They fail when the text is no JSON object.

// A response with one empty text, to begin with.
Bytes freshResponse();
// Where the first text stands: content.text, or that of the first text block; may not exist.
json::Value firstText(const json::Value &response);
Result<Bytes> withText(const Bytes &response, std::string_view utf8);
// "model", "stopReason", "role": a string in place of what was there.
Result<Bytes> withMember(const Bytes &response, std::string_view name, std::string_view utf8);
// One more block (JSON text). A single block becomes a list; an empty text that stood alone goes.
Result<Bytes> withBlock(const Bytes &response, std::string_view block);

// Blocks to add.
std::string textBlock(std::string_view utf8);
std::string dataBlock(std::string_view type, std::string_view bytes, std::string_view mimeType);
std::string toolUseBlock(std::string_view id, std::string_view name);

} // namespace sonde::review
