// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/equality.h"

#include "json/builder.h"
#include "json/decimal.h"

#include <algorithm>
#include <map>

namespace sonde::schema {

namespace {

void append(std::string &out, const json::Value &value)
{
    switch (value.type()) {
    case json::Type::Null:
    case json::Type::Bool:
        out += value.raw();
        break;
    case json::Type::Number:
        out += json::Decimal(value.raw()).canonical();
        break;
    case json::Type::String:
        json::appendQuoted(out, value.text());
        break;
    case json::Type::Array:
        out += '[';
        for (const json::Value item : value) {
            append(out, item);
            out += ',';
        }
        out += ']';
        break;
    case json::Type::Object: {
        std::map<std::string, json::Value> members;
        for (const json::Value member : value)
            members[member.key()] = member;
        out += '{';
        for (const auto &[name, member] : members) {
            json::appendQuoted(out, name);
            out += ':';
            append(out, member);
            out += ',';
        }
        out += '}';
        break;
    }
    }
}

} // namespace

std::string canonical(const json::Value &value)
{
    std::string text;
    append(text, value);
    return text;
}

bool equal(const json::Value &a, const json::Value &b)
{
    const json::Type type = a.type();
    if (type != b.type())
        return false;
    if (a.raw() == b.raw())
        return true;
    switch (type) {
    case json::Type::Null:
    case json::Type::Bool:
        return false;
    case json::Type::Number:
        return json::Decimal(a.raw()) == json::Decimal(b.raw());
    case json::Type::String:
        return (a.node().escaped || b.node().escaped) && a.text() == b.text();
    case json::Type::Array:
    case json::Type::Object:
        break;
    }
    return canonical(a) == canonical(b);
}

} // namespace sonde::schema
