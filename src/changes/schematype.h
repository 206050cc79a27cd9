// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace sonde::changes {

// Arguments must stay acceptable; results must stay what they were promised to be.
enum class SchemaUse : std::uint8_t { Arguments, Result };

// The types of JSON Schema as a set of bits: a number is an integer or a fraction.
using TypeSet = std::uint8_t;
inline constexpr TypeSet kNullType = 1;
inline constexpr TypeSet kBoolType = 2;
inline constexpr TypeSet kIntegerType = 4;
inline constexpr TypeSet kFractionType = 8;
inline constexpr TypeSet kNumberType = kIntegerType | kFractionType;
inline constexpr TypeSet kStringType = 16;
inline constexpr TypeSet kArrayType = 32;
inline constexpr TypeSet kObjectType = 64;
inline constexpr TypeSet kAnyType = 127;

// "integer or string".
QString typeText(TypeSet types);
TypeSet typeOf(const json::Value &instance);
// The types that the keywords type, const and enum of the schema leave; kAnyType without them.
TypeSet declaredTypes(const json::Value &schema);

// Whether the schema is missing, true or without a keyword that asserts anything.
bool allowsEverything(const json::Value &schema);
bool isAnnotation(std::string_view keyword);

// Follows $ref within the document, and an allOf with one schema, as long as there is no other
// assertion beside it. A reference that leads elsewhere is returned as it is.
json::Value resolved(const json::Value &schema, const json::Value &root);
// What the $ref of the schema refers to within the document; does not exist if it leads elsewhere.
json::Value referenceTarget(const json::Value &schema, const json::Value &root);

} // namespace sonde::changes
