// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "conformance/sampleform.h"

#include "json/builder.h"

namespace sonde::test {

namespace {

std::string_view ofType(const json::Value &schema)
{
    const json::Value type = schema["type"];
    if (type.equals("number") || type.equals("integer"))
        return "3";
    if (type.equals("boolean"))
        return "true";
    if (type.equals("array"))
        return "[]";
    if (type.equals("object"))
        return "{}";
    if (type.equals("null"))
        return "null";
    const json::Value first = schema["enum"];
    if (first.isArray() && first.count() > 0)
        return (*first.begin()).raw();
    return "\"x\"";
}

bool isRequired(const json::Value &schema, const std::string &name)
{
    for (const json::Value required : schema["required"]) {
        if (required.equals(name))
            return true;
    }
    return false;
}

} // namespace

std::string submittedAsItIs(const json::Value &schema)
{
    json::Builder form;
    form.beginObject();
    for (const json::Value property : schema["properties"]) {
        const std::string name = property.key();
        if (const json::Value standard = property["default"])
            form.rawMember(name, standard.raw());
        else if (isRequired(schema, name))
            form.rawMember(name, ofType(property));
    }
    return form.endObject().takeString();
}

} // namespace sonde::test
