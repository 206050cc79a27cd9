// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::schema {

enum class Draft : std::uint8_t { Draft7, Draft2020 };

// The dialect of a schema resource: the draft, and its vocabularies in use (2020-12 core 8.1.2).
struct SchemaDialect {
    Draft draft = Draft::Draft2020;
    bool applicator = true;
    bool validation = true;
    bool unevaluated = true;
    bool formatAssertion = false;
};

// The dialect of a well-known `$schema`; an empty fragment at its end is ignored.
std::optional<SchemaDialect> knownDialect(std::string_view uri);

// How the value of a keyword contains schemas.
enum class Holds : std::uint8_t { Nothing, Schema, SchemaOrArray, Array, Map, MapOrStrings };
Holds holds(Draft draft, std::string_view keyword);

// The text of a bundled meta-schema; empty if there is none with that URI.
std::string_view metaSchema(std::string_view uri);

} // namespace sonde::schema
