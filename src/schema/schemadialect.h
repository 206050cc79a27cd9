// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::schema {

enum class Draft : std::uint8_t { Draft7, Draft2020 };

// How a schema resource is to be read: the draft, and which vocabularies of it count
// (2020-12 core 8.1.2).
struct SchemaDialect {
    Draft draft = Draft::Draft2020;
    bool applicator = true;
    bool validation = true;
    bool unevaluated = true;
    bool formatAssertion = false;
};

// The dialect that a well-known `$schema` names; an empty fragment at its end does not matter.
std::optional<SchemaDialect> knownDialect(std::string_view uri);

// Keywords whose value holds schemas, and how.
enum class Holds : std::uint8_t { Nothing, Schema, SchemaOrArray, Array, Map, MapOrStrings };
Holds holds(Draft draft, std::string_view keyword);

// The text of a meta-schema that comes with Sonde; empty when it has none of that name.
std::string_view metaSchema(std::string_view uri);

} // namespace sonde::schema
