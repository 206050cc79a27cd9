// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/schematype.h"

#include "changes/changestr.h"
#include "json/decimal.h"
#include "json/document.h"

#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <array>
#include <utility>

namespace sonde::changes {

namespace {

constexpr int kMaxReferences = 64; // followed one after the other

struct TypeName {
    std::string_view name;
    TypeSet types;
};
constexpr std::array<TypeName, 7> kTypeNames{{{"null", kNullType}, {"boolean", kBoolType},
    {"number", kNumberType}, {"integer", kIntegerType}, {"string", kStringType},
    {"array", kArrayType}, {"object", kObjectType}}};

TypeSet namedType(const json::Value &name)
{
    for (const TypeName &each : kTypeNames) {
        if (name.equals(each.name))
            return each.types;
    }
    return 0;
}

// The only keyword of the schema that asserts something, or none.
json::Value onlyAssertion(const json::Value &schema)
{
    json::Value found;
    for (const json::Value member : schema) {
        if (isAnnotation(member.key()))
            continue;
        if (found)
            return {};
        found = member;
    }
    return found;
}

json::Value referred(const std::string &text, const json::Value &root)
{
    if (text == "#")
        return root;
    if (!text.starts_with("#/"))
        return {};
    // RFC 6901 section 6: a pointer in a URI fragment is percent-encoded.
    const QByteArray encoded(text.data() + 1, qsizetype(text.size()) - 1);
    json::Value at = root;
    const QString pointer = QUrl::fromPercentEncoding(encoded);
    for (QString token : pointer.mid(1).split(u'/')) {
        token.replace(QLatin1String("~1"), QLatin1String("/"));
        token.replace(QLatin1String("~0"), QLatin1String("~"));
        if (at.isArray()) {
            bool isIndex = false;
            const uint index = token.toUInt(&isIndex);
            at = isIndex ? at.at(index) : json::Value();
        } else {
            at = at[token.toStdString()];
        }
    }
    return at;
}

} // namespace

QString typeText(TypeSet types)
{
    QStringList names;
    for (const TypeName &each : kTypeNames) {
        const bool isPartOfNumber =
            each.types == kIntegerType && (types & kNumberType) == kNumberType;
        if ((types & each.types) == each.types && !isPartOfNumber)
            names << QString::fromLatin1(each.name.data(), qsizetype(each.name.size()));
    }
    if (types == kAnyType)
        return Text::tr("any type");
    if ((types & kNumberType) == kFractionType)
        names << Text::tr("number with a fraction");
    return names.join(Text::tr(" or "));
}

TypeSet typeOf(const json::Value &instance)
{
    switch (instance.type()) {
    case json::Type::Null:
        return kNullType;
    case json::Type::Bool:
        return kBoolType;
    case json::Type::Number:
        return json::Decimal(instance.raw()).isInteger() ? kIntegerType : kFractionType;
    case json::Type::String:
        return kStringType;
    case json::Type::Array:
        return kArrayType;
    case json::Type::Object:
        return kObjectType;
    }
    return kAnyType;
}

TypeSet declaredTypes(const json::Value &schema)
{
    if (!schema.isObject())
        return kAnyType;
    TypeSet types = kAnyType;
    if (const json::Value type = schema["type"]) {
        types = namedType(type);
        for (const json::Value name : type)
            types |= namedType(name);
    }
    if (const json::Value constant = schema["const"])
        return types & typeOf(constant);
    if (const json::Value list = schema["enum"]; list.isArray()) {
        TypeSet listed = 0;
        for (const json::Value value : list)
            listed |= typeOf(value);
        return types & listed;
    }
    return types;
}

bool isAnnotation(std::string_view keyword)
{
    // 2020-12 validation section 9, core section 8; and what extensions begin with.
    constexpr std::array<std::string_view, 14> kNames{"title", "description", "default", "examples",
        "deprecated", "readOnly", "writeOnly", "$comment", "$id", "$schema", "$anchor", "$defs",
        "definitions", "contentMediaType"};
    return keyword.starts_with("x-")
        || std::find(kNames.begin(), kNames.end(), keyword) != kNames.end();
}

bool allowsEverything(const json::Value &schema)
{
    if (!schema || schema.toBool() == true)
        return true;
    if (!schema.isObject())
        return false;
    return std::all_of(schema.begin(), schema.end(),
        [](const json::Value &member) { return isAnnotation(member.key()); });
}

json::Value resolved(const json::Value &schema, const json::Value &root)
{
    json::Value at = schema;
    for (int i = 0; i < kMaxReferences && at.isObject(); ++i) {
        const json::Value only = onlyAssertion(at);
        json::Value next;
        if (only && only.key() == "$ref")
            next = referred(only.text(), root);
        else if (only && only.key() == "allOf" && only.count() == 1)
            next = only.first();
        if (!next)
            break;
        at = next;
    }
    return at;
}

json::Value referenceTarget(const json::Value &schema, const json::Value &root)
{
    return referred(schema["$ref"].text(), root);
}

} // namespace sonde::changes
