// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/document.h"

namespace sonde::json {

// Edits give new text in which only the bytes of the edited place differ. `raw` must be one JSON
// value; otherwise the error (Domain::Json) says where it is not. White space around a new member
// or element follows its neighbour.
Result<Bytes> replaceValue(const Value &at, std::string_view raw);
Result<Bytes> renameMember(const Value &member, std::string_view nameUtf8);
// Takes the value, with its name and the one comma that belonged to it, out of its container.
Result<Bytes> removeValue(const Value &at);
Result<Bytes> appendMember(const Value &object, std::string_view nameUtf8, std::string_view raw);
// Index == count appends.
Result<Bytes> insertElement(const Value &array, std::uint32_t index, std::string_view raw);
// Moves an element before the one that stands at `to` now (== count: to the end).
Result<Bytes> moveElement(const Value &array, std::uint32_t from, std::uint32_t to);

} // namespace sonde::json
