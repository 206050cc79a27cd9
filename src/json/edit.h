// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/document.h"

namespace sonde::json {

// Edits return new text in which only the bytes of the edited place differ. `raw` must be one JSON
// value; otherwise the error (Domain::Json) says where it is not. A new member or element gets the
// same white space as its neighbour.
Result<Bytes> replaceValue(const Value &at, std::string_view raw);
// The same, and `otherwise` where there is no such value.
Bytes replaceValueOr(const Value &at, std::string_view raw, const Bytes &otherwise);
Result<Bytes> renameMember(const Value &member, std::string_view nameUtf8);
// Removes the value, with its name and the one comma that belongs to it, from its container.
Result<Bytes> removeValue(const Value &at);
Result<Bytes> appendMember(const Value &object, std::string_view nameUtf8, std::string_view raw);
// index == count appends the element.
Result<Bytes> insertElement(const Value &array, std::uint32_t index, std::string_view raw);
// Moves an element before the one that is currently at `to` (to == count: to the end).
Result<Bytes> moveElement(const Value &array, std::uint32_t from, std::uint32_t to);

} // namespace sonde::json
