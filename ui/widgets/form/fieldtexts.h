// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/formfield.h"

#include <QString>

namespace sonde::widgets {

// The words around a field. What is from the schema is plain text.
QString kindWord(const schema::Field &field); // "integer", "array", "one of 4"
QString limitWords(const schema::Field &field, const schema::FieldFacts &facts);
// Beside the editor: marks, limits and description in one line.
QString hintOf(const schema::Field &field, const schema::FieldFacts &facts);
// In the place of a value: "not sent · default 30", "null".
QString ghostOf(const schema::Field &field, const schema::FieldFacts &facts);
// After the name of a group: "object, 1 of 3 kinds", "array, 2 of 0 to 20".
QString groupDetail(const schema::Field &field, const schema::FieldFacts &facts);
QString stateWord(schema::FieldState state);
QString stateGlyph(schema::FieldState state);
// What a screen reader says of a field: title or name, and that it is required.
QString spokenName(const schema::Field &field, const schema::FieldFacts &facts);

} // namespace sonde::widgets
