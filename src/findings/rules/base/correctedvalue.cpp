// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/base/correctedvalue.h"

#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sonde::findings {

namespace {

// The same content in other types. The number text is kept.
std::vector<std::string> conversionsOf(const json::Value &value)
{
    std::vector<std::string> all;
    if (value.isString()) {
        std::string content = value.text();
        if (json::Document::parse(content).isValid())
            all.push_back(std::move(content));
    } else if (value.isNumber() || value.isBool()) {
        all.push_back(json::quoted(value.raw()));
    }
    if (!value.isArray() && !value.isNull())
        all.push_back('[' + std::string(value.raw()) + ']');
    return all;
}

bool fits(const schema::Validator &validator, const std::string &text, const QString &pointer)
{
    const auto document = json::Document::parse(text);
    const auto outcome = validator.validate(document.root());
    return outcome.verdict != schema::Outcome::Verdict::TooComplex
        && std::none_of(
            outcome.errors.begin(), outcome.errors.end(), [&pointer](const schema::Unit &error) {
                return error.instanceLocation == pointer
                    || error.instanceLocation.startsWith(pointer + u'/');
            });
}

constexpr int kMaxNeededDepth = 4; // objects in each other, and references

// The type that a reference inside the document names.
json::Value resolved(const json::Value &schema)
{
    const auto reference = schema["$ref"];
    const QString text = reference.toString();
    return text.startsWith(u'#') && schema.document() ? schema.document()->pointer(text.mid(1))
                                                      : schema;
}

// The only value that fits the schema, or the one that says nothing; empty: there is no such one.
std::string onlyValue(const json::Value &given, int depth)
{
    const json::Value schema = resolved(given);
    if (depth == 0 || !schema.isObject())
        return {};
    if (schema["const"])
        return std::string(schema["const"].raw());
    if (schema["enum"].count() == 1)
        return std::string(schema["enum"].first().raw());
    if (schema["type"].equals("array") && !schema["minItems"])
        return "[]";
    if (!schema["type"].equals("object"))
        return {};
    json::Builder object;
    object.beginObject();
    for (const json::Value name : schema["required"]) {
        const std::string value = onlyValue(schema["properties"][name.text()], depth - 1);
        if (value.empty())
            return {};
        object.rawMember(name.text(), value);
    }
    return object.endObject().takeString();
}

// The constant that is meant: the only one, or the one that differs in case or space only.
std::string constantOf(const json::Value &keyword, const json::Value &value)
{
    if (!keyword.isArray())
        return std::string(keyword.raw());
    if (keyword.count() == 1)
        return std::string(keyword.first().raw());
    const QString written = value.toString().trimmed();
    for (const json::Value constant : keyword) {
        if (value.isString() && constant.isString()
            && constant.toString().compare(written, Qt::CaseInsensitive) == 0)
            return std::string(constant.raw());
    }
    return {};
}

// The name, and the value, of the only member that the object lacks.
Instead missingMember(const json::Value &keyword, const json::Value &object)
{
    Instead missing;
    for (const json::Value name : keyword) {
        if (object[name.text()])
            continue;
        if (!missing.member.empty())
            return {};
        missing.member = name.text();
    }
    if (!missing.member.empty())
        missing.json = onlyValue(keyword.parent()["properties"][missing.member], kMaxNeededDepth);
    return missing.json.empty() ? Instead() : missing;
}

// The instance with the change in the place of the value.
std::string withChange(const json::Value &instance, const json::Value &value, const Instead &change)
{
    std::string text(instance.raw());
    const auto begin = value.node().begin - instance.node().begin;
    if (change.member.empty())
        return text.replace(begin, value.raw().size(), change.json);
    const std::string member = json::quoted(change.member) + ':' + change.json;
    const auto end = begin + value.raw().size() - 1; // before the brace
    return text.insert(end, value.count() == 0 ? member : ',' + member);
}

} // namespace

Instead neededValue(const schema::Validator &validator, const json::Value &instance,
    const schema::Unit &error, const json::Value &keyword)
{
    if (!keyword || instance.raw().size() > kMaxCorrected || !instance.document())
        return {};
    const json::Value value = instance.document()->pointer(error.instanceLocation);
    const bool isInside = value && value.node().begin >= instance.node().begin
        && value.node().end <= instance.node().begin + instance.raw().size();
    if (!isInside)
        return {};
    Instead change;
    if (error.keyword == "const" || error.keyword == "enum")
        change.json = constantOf(keyword, value);
    else if (error.keyword == "required" && value.isObject())
        change = missingMember(keyword, value);
    if (change.json.empty())
        return {};
    QString pointer = error.instanceLocation.mid(instance.pointer().size());
    if (!change.member.empty())
        pointer += u'/' + QString::fromStdString(change.member);
    return fits(validator, withChange(instance, value, change), pointer) ? change : Instead();
}

Instead correctedValue(
    const schema::Validator &validator, const json::Value &instance, const schema::Unit &error)
{
    const std::string_view raw = instance.raw();
    if (error.keyword != "type" || raw.size() > kMaxCorrected || !instance.document())
        return {};
    const json::Value value = instance.document()->pointer(error.instanceLocation);
    const auto begin = instance.node().begin;
    if (!value || value.id() == instance.id() || value.node().begin < begin
        || value.node().end > begin + raw.size())
        return {};
    const QString pointer = error.instanceLocation.mid(instance.pointer().size());
    for (const std::string &conversion : conversionsOf(value)) {
        std::string text(raw);
        text.replace(value.node().begin - begin, value.raw().size(), conversion);
        if (fits(validator, text, pointer))
            return {{}, conversion};
    }
    return {};
}

} // namespace sonde::findings
