// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/schemadialect.h"

#include "schema/metaschemas.h"

#include <algorithm>
#include <array>

namespace sonde::schema {

namespace {

struct Entry {
    std::string_view keyword;
    Holds holds;
    bool inDraft7;
    bool in2020;
};
constexpr std::array kHolders{
    Entry{"$defs", Holds::Map, false, true},
    Entry{"additionalItems", Holds::Schema, true, false},
    Entry{"additionalProperties", Holds::Schema, true, true},
    Entry{"allOf", Holds::Array, true, true},
    Entry{"anyOf", Holds::Array, true, true},
    Entry{"contains", Holds::Schema, true, true},
    Entry{"contentSchema", Holds::Schema, false, true},
    Entry{"definitions", Holds::Map, true, true}, // 2020-12 keeps it for compatibility
    Entry{"dependencies", Holds::MapOrStrings, true, true}, // kept for the same reason
    Entry{"dependentSchemas", Holds::Map, false, true},
    Entry{"else", Holds::Schema, true, true},
    Entry{"if", Holds::Schema, true, true},
    Entry{"items", Holds::SchemaOrArray, true, true},
    Entry{"not", Holds::Schema, true, true},
    Entry{"oneOf", Holds::Array, true, true},
    Entry{"patternProperties", Holds::Map, true, true},
    Entry{"prefixItems", Holds::Array, false, true},
    Entry{"properties", Holds::Map, true, true},
    Entry{"propertyNames", Holds::Schema, true, true},
    Entry{"then", Holds::Schema, true, true},
    Entry{"unevaluatedItems", Holds::Schema, false, true},
    Entry{"unevaluatedProperties", Holds::Schema, false, true},
};

std::string_view withoutEmptyFragment(std::string_view uri)
{
    return uri.ends_with('#') ? uri.substr(0, uri.size() - 1) : uri;
}

} // namespace

std::optional<SchemaDialect> knownDialect(std::string_view uri)
{
    uri = withoutEmptyFragment(uri);
    if (uri == "https://json-schema.org/draft/2020-12/schema")
        return SchemaDialect{};
    if (uri == "http://json-schema.org/draft-07/schema"
        || uri == "https://json-schema.org/draft-07/schema")
        return SchemaDialect{Draft::Draft7};
    return std::nullopt;
}

Holds holds(Draft draft, std::string_view keyword)
{
    const auto found = std::find_if(kHolders.begin(), kHolders.end(),
        [keyword](const Entry &entry) { return entry.keyword == keyword; });
    if (found == kHolders.end())
        return Holds::Nothing;
    if (!(draft == Draft::Draft7 ? found->inDraft7 : found->in2020))
        return Holds::Nothing;
    return found->holds;
}

std::string_view metaSchema(std::string_view uri)
{
    uri = withoutEmptyFragment(uri);
    const auto found = std::find_if(kMetaSchemas.begin(), kMetaSchemas.end(),
        [uri](const MetaSchema &schema) { return schema.uri == uri; });
    return found == kMetaSchemas.end() ? std::string_view() : found->text;
}

} // namespace sonde::schema
