// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/equality.h"
#include "schema/formshape.h"
#include "json/decimal.h"

#include <algorithm>

namespace sonde::schema {

namespace {

QString titleOf(const json::Value &value)
{
    return value.isString() ? value.toString() : json::toQString(value.raw());
}

bool speaks(const Part &part, std::initializer_list<const char *> keywords)
{
    return !part.onlyWords && std::any_of(keywords.begin(), keywords.end(), [&](const char *name) {
        return part.schema[name].exists();
    });
}

// The tightest limit with that name.
std::string limit(const Shape &shape, const char *name, bool largest)
{
    std::string best;
    for (const Part &part : shape.parts) {
        const json::Value value = part.onlyWords ? json::Value() : part.schema[name];
        if (!value.isNumber())
            continue;
        const std::string raw(value.raw());
        if (best.empty() || (json::Decimal(raw) > json::Decimal(best)) == largest)
            best = raw;
    }
    return best;
}

bool says(const Shape &shape, const char *name)
{
    return std::any_of(shape.parts.begin(), shape.parts.end(),
        [name](const Part &part) { return part.schema[name].toBool().value_or(false); });
}

} // namespace

json::Value keyword(const Shape &shape, const char *name)
{
    for (const Part &part : shape.parts) {
        if (part.onlyWords)
            continue;
        if (const json::Value value = part.schema[name])
            return value;
    }
    return {};
}

std::uint8_t typeBit(const json::Value &value)
{
    switch (value.type()) {
    case json::Type::Null:
        return kNullBit;
    case json::Type::Bool:
        return kBoolBit;
    case json::Type::Number:
        return json::Decimal(value.raw()).isInteger() ? kIntegerBit : kNumberBit;
    case json::Type::String:
        return kStringBit;
    case json::Type::Array:
        return kArrayBit;
    case json::Type::Object:
        return kObjectBit;
    }
    return 0;
}

std::uint8_t typesOf(const json::Value &type)
{
    if (type.isArray()) {
        std::uint8_t types = 0;
        for (const json::Value one : type)
            types |= one.isString() ? typesOf(one) : 0;
        return types;
    }
    const std::string name = type.text();
    if (name == "null")
        return kNullBit;
    if (name == "boolean")
        return kBoolBit;
    if (name == "integer")
        return kIntegerBit;
    if (name == "number")
        return kNumberBit | kIntegerBit;
    if (name == "string")
        return kStringBit;
    if (name == "array")
        return kArrayBit;
    return name == "object" ? kObjectBit : kAnyType;
}

FieldKind kindOf(const Shape &shape)
{
    const std::uint8_t types = shape.types & ~kNullBit;
    if (!shape.typed) {
        for (const Part &part : shape.parts) {
            if (speaks(part, {"properties", "required", "patternProperties"})
                || (speaks(part, {"additionalProperties"})
                    && part.schema["additionalProperties"].isObject()))
                return FieldKind::Object;
            if (speaks(part, {"prefixItems"}) || part.schema["items"].isArray())
                return FieldKind::Tuple;
            if (speaks(part, {"items", "minItems", "maxItems", "uniqueItems"}))
                return FieldKind::Array;
            if (speaks(part, {"pattern", "minLength", "maxLength", "format", "contentEncoding"}))
                return FieldKind::Text;
            if (speaks(part, {"minimum", "maximum", "multipleOf", "exclusiveMinimum"}))
                return FieldKind::Number;
        }
        return shape.nullBranch && shape.parts.size() <= 1 ? FieldKind::Null : FieldKind::Json;
    }
    if (types & kStringBit)
        return FieldKind::Text;
    if (types & kNumberBit)
        return FieldKind::Number;
    if (types & kIntegerBit)
        return FieldKind::Integer;
    if (types & kBoolBit)
        return FieldKind::Boolean;
    if (types & kObjectBit)
        return FieldKind::Object;
    if (types & kArrayBit) {
        const bool tuple =
            keyword(shape, "prefixItems").isArray() || keyword(shape, "items").isArray();
        return tuple ? FieldKind::Tuple : FieldKind::Array;
    }
    return shape.types & kNullBit ? FieldKind::Null : FieldKind::Json;
}

bool isConstant(const Shape &shape)
{
    return keyword(shape, "const").exists();
}

std::vector<Choice> choicesOf(const Shape &shape)
{
    if (const json::Value value = keyword(shape, "const"))
        return {{titleOf(value), {}, std::string(value.raw())}};
    std::vector<Choice> choices = shape.choices;
    for (const Part &part : shape.parts) {
        const json::Value values = part.onlyWords ? json::Value() : part.schema["enum"];
        if (!values.isArray())
            continue;
        // Titles for enum values: MCP elicitation, 2025-11-25 client/elicitation.
        json::Value title = part.schema["enumNames"].first();
        std::vector<Choice> own;
        for (const json::Value value : values) {
            if (!value.isNull())
                own.push_back({title.isString() ? title.toString() : titleOf(value), {},
                    std::string(value.raw())});
            title = title.next();
        }
        if (choices.empty()) {
            choices = std::move(own);
            continue;
        }
        const auto isGone = [&](const Choice &choice) {
            return std::none_of(own.begin(), own.end(),
                [&](const Choice &other) { return other.raw == choice.raw; });
        };
        choices.erase(std::remove_if(choices.begin(), choices.end(), isGone), choices.end());
    }
    return choices;
}

bool isNullable(const Shape &shape, FieldKind kind)
{
    if (shape.nullBranch || kind == FieldKind::Null)
        return true;
    for (const json::Value value : keyword(shape, "enum")) {
        if (value.isNull())
            return true;
    }
    if (shape.typed)
        return (shape.types & kNullBit) != 0;
    const bool lists = shape.hasChoices || keyword(shape, "enum") || keyword(shape, "const");
    return kind == FieldKind::Json && !lists && !shape.never;
}

FieldFacts factsOf(const Shape &shape)
{
    FieldFacts facts;
    const auto words = [&](const char *name) {
        for (const Part &part : shape.parts) {
            if (const json::Value value = part.schema[name]; value.isString())
                return value.toString();
        }
        return QString();
    };
    facts.title = words("title");
    facts.description = words("description");
    facts.format = words("format");
    facts.pattern = words("pattern");
    facts.contentEncoding = words("contentEncoding");
    facts.contentMediaType = words("contentMediaType");
    facts.minimum = limit(shape, "minimum", true);
    facts.exclusiveMinimum = limit(shape, "exclusiveMinimum", true);
    facts.maximum = limit(shape, "maximum", false);
    facts.exclusiveMaximum = limit(shape, "exclusiveMaximum", false);
    facts.multipleOf = limit(shape, "multipleOf", true);
    facts.minLength = limit(shape, "minLength", true);
    facts.maxLength = limit(shape, "maxLength", false);
    facts.minItems = limit(shape, "minItems", true);
    facts.maxItems = limit(shape, "maxItems", false);
    facts.minProperties = limit(shape, "minProperties", true);
    facts.maxProperties = limit(shape, "maxProperties", false);
    facts.uniqueItems = says(shape, "uniqueItems");
    facts.readOnly = says(shape, "readOnly");
    facts.writeOnly = says(shape, "writeOnly");
    facts.deprecated = says(shape, "deprecated");
    for (const Part &part : shape.parts) {
        if (const json::Value value = part.schema["default"]; value && facts.defaultValue.empty())
            facts.defaultValue = value.raw();
        for (const json::Value example : part.schema["examples"])
            facts.examples.emplace_back(example.raw());
    }
    if (!shape.parts.empty())
        facts.schemaLocation = shape.parts.front().schema.pointer();
    return facts;
}

} // namespace sonde::schema
