// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/formshape.h"

namespace sonde::schema {

std::vector<SchemaPlace> ShapeMaker::memberPlaces(const Shape &shape, const std::string &name) const
{
    std::vector<SchemaPlace> places;
    for (const Part &part : shape.parts) {
        if (part.onlyWords)
            continue;
        bool named = false;
        if (const json::Value property = part.schema["properties"].member(name)) {
            places.push_back(place(property, part));
            named = true;
        }
        for (const json::Value pattern : part.schema["patternProperties"]) {
            if (m_patterns.matches(pattern, name)) {
                places.push_back(place(pattern, part));
                named = true;
            }
        }
        for (const char *rest : {"additionalProperties", "unevaluatedProperties"}) {
            const json::Value more = part.schema[rest];
            if (!named && more.isObject())
                places.push_back(place(more, part));
        }
    }
    return places;
}

std::vector<SchemaPlace> ShapeMaker::itemPlaces(const Shape &shape, std::uint32_t index) const
{
    std::vector<SchemaPlace> places;
    for (const Part &part : shape.parts) {
        if (part.onlyWords)
            continue;
        const json::Value items = part.schema["items"];
        const json::Value first = items.isArray() ? items : part.schema["prefixItems"];
        const json::Value rest = items.isArray() ? part.schema["additionalItems"] : items;
        if (index < first.count())
            places.push_back(place(first.at(index), part));
        else if (rest.isObject() || rest.isBool())
            places.push_back(place(rest, part));
    }
    return places;
}

} // namespace sonde::schema
