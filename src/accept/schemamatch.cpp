// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/schemamatch.h"

#include "base/regex.h"

#include <algorithm>
#include <array>

namespace sonde::accept {

namespace {

constexpr std::size_t kMaxMatches = 2'000; // of one fact in one schema

bool contains(const std::vector<std::string> &words, const std::string &word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isType(const json::Value &schema, std::string_view type)
{
    const json::Value written = schema["type"];
    if (!written.isArray())
        return written.equals(type);
    return std::any_of(written.begin(), written.end(),
        [type](const json::Value &one) { return one.equals(type); });
}

bool hasType(const json::Value &schema, const std::vector<std::string> &types)
{
    return types.empty() || std::any_of(types.begin(), types.end(), [&](const std::string &type) {
        return isType(schema, type);
    });
}

// Whether nothing in an object schema says what the value is.
bool isWithoutType(const json::Value &schema)
{
    constexpr std::array kSaying{"type", "$ref", "anyOf", "oneOf", "allOf", "not", "if", "enum",
        "const", "properties", "required", "additionalProperties", "items", "prefixItems", "format",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"};
    return schema.isObject()
        && std::none_of(kSaying.begin(), kSaying.end(),
            [&schema](const char *word) { return schema[word].exists(); });
}

class Matcher {
public:
    Matcher(const Fact &fact, const SchemaPlaces &places)
        : m_fact(fact)
        , m_places(places)
    {
    }

    std::vector<SchemaMatch> run();

private:
    void look(const PlacedSchema &place);
    void lookAtKeywords(const json::Value &schema);
    void lookAtType(const PlacedSchema &place);
    void lookAtReference(const json::Value &schema);
    void lookAtObject(const json::Value &schema);
    void lookAtNames(const json::Value &schema);
    void lookAtValues(const json::Value &schema);
    void count(const PlacedSchema &place);
    void add(const json::Value &place, const std::string &keyword = {});

    const Fact &m_fact;
    const SchemaPlaces &m_places;
    std::optional<Regex> m_pattern;
    std::vector<SchemaMatch> m_found;
    std::size_t m_count = 0; // of what may not be too many
};

std::vector<SchemaMatch> Matcher::run()
{
    if (!m_fact.pattern.empty()) {
        if (auto made = Regex::compile(m_fact.pattern))
            m_pattern = std::move(made).value();
    }
    for (const PlacedSchema &place : m_places.all()) {
        const bool isMeant = m_fact.where == Where::Anywhere
            || (m_fact.where == Where::Root ? place.isRoot : place.isProperty);
        if (isMeant && m_found.size() < kMaxMatches)
            look(place);
    }
    return std::move(m_found);
}

void Matcher::add(const json::Value &place, const std::string &keyword)
{
    m_found.push_back({place, keyword});
}

void Matcher::look(const PlacedSchema &place)
{
    switch (m_fact.shape) {
    case Shape::None:
        return;
    case Shape::RootKeyword:
    case Shape::RootNotObject:
    case Shape::MissingType:
    case Shape::BooleanSchema:
    case Shape::TypeUnion:
    case Shape::NullableUnion:
        return lookAtType(place);
    case Shape::Keyword:
    case Shape::OtherKeyword:
    case Shape::SeveralBranches:
        return lookAtKeywords(place.schema);
    case Shape::UnresolvedRef:
    case Shape::CyclicRef:
        return lookAtReference(place.schema);
    case Shape::NoProperties:
    case Shape::MissingItems:
    case Shape::TupleItems:
    case Shape::OpenObject:
        return lookAtObject(place.schema);
    case Shape::OptionalProperty:
    case Shape::PropertyName:
    case Shape::UndefinedRequired:
        return lookAtNames(place.schema);
    case Shape::Format:
    case Shape::NonStringEnum:
        return lookAtValues(place.schema);
    case Shape::TooDeep:
    case Shape::TooManyProperties:
    case Shape::TooManyEnumValues:
        return count(place);
    }
}

void Matcher::lookAtKeywords(const json::Value &schema)
{
    for (const json::Value member : schema) {
        const std::string word = member.key();
        const bool isListed = contains(m_fact.keywords, word);
        if (m_fact.shape == Shape::SeveralBranches ? isListed && member.count() > 1
                                                   : isListed == (m_fact.shape == Shape::Keyword))
            add(member, word);
    }
}

void Matcher::lookAtType(const PlacedSchema &place)
{
    const json::Value &schema = place.schema;
    const json::Value type = schema["type"];
    if (m_fact.shape == Shape::RootKeyword && place.isRoot) {
        for (const json::Value member : schema) {
            if (contains(m_fact.keywords, member.key()))
                add(member, member.key());
        }
    } else if (m_fact.shape == Shape::RootNotObject) {
        if (place.isRoot && !type.equals("object"))
            add(schema);
    } else if (m_fact.shape == Shape::MissingType) {
        if (!place.isRoot && isWithoutType(schema))
            add(schema);
    } else if (m_fact.shape == Shape::BooleanSchema) {
        if (schema.isBool() && !place.isAdditional)
            add(schema);
    } else if (m_fact.shape == Shape::TypeUnion) {
        if (type.isArray())
            add(type);
    } else if (m_fact.shape == Shape::NullableUnion) {
        if (type.isArray() && type.count() > 1 && isType(schema, "null"))
            add(type);
    }
}

void Matcher::lookAtReference(const json::Value &schema)
{
    const json::Value reference = schema["$ref"];
    if (!reference.isString())
        return;
    const auto target = m_places.target(reference.text());
    const bool isFound =
        m_fact.shape == Shape::CyclicRef ? m_places.isCyclic(schema) : target && !target->exists();
    if (isFound)
        add(reference, reference.text());
}

void Matcher::lookAtObject(const json::Value &schema)
{
    const bool isObject = isType(schema, "object");
    if (m_fact.shape == Shape::NoProperties && isObject && !schema["properties"])
        add(schema);
    else if (m_fact.shape == Shape::MissingItems && isType(schema, "array") && !schema["items"])
        add(schema);
    else if (m_fact.shape == Shape::TupleItems && schema["items"].isArray())
        add(schema["items"]);
    else if (m_fact.shape == Shape::OpenObject && isObject
        && schema["additionalProperties"].toBool() != false)
        add(schema);
}

void Matcher::lookAtNames(const json::Value &schema)
{
    const bool isDefined = m_fact.shape == Shape::UndefinedRequired;
    std::vector<std::string> others;
    for (const json::Value other : schema[isDefined ? "properties" : "required"])
        others.push_back(isDefined ? other.key() : other.text());
    std::sort(others.begin(), others.end());
    for (const json::Value each : schema[isDefined ? "required" : "properties"]) {
        const std::string name = isDefined ? each.text() : each.key();
        const bool isFound = m_fact.shape == Shape::PropertyName
            ? m_pattern && m_pattern->find(name) != Regex::Match::Yes
            : !std::binary_search(others.begin(), others.end(), name);
        if (isFound && m_found.size() < kMaxMatches)
            add(each, name);
    }
}

void Matcher::lookAtValues(const json::Value &schema)
{
    if (m_fact.shape == Shape::Format) {
        const json::Value format = schema["format"];
        if (format.isString() && hasType(schema, m_fact.types)
            && !contains(m_fact.keywords, format.text()))
            add(format, format.text());
        return;
    }
    const json::Value values = schema["enum"];
    const bool isStrings = std::all_of(
        values.begin(), values.end(), [](const json::Value &value) { return value.isString(); });
    if (values && !isStrings)
        add(values);
}

void Matcher::count(const PlacedSchema &place)
{
    const auto max = static_cast<std::size_t>(m_fact.max.value_or(0));
    if (m_fact.shape == Shape::TooDeep) {
        const bool isObject = place.schema["properties"].isObject();
        if (isObject && place.objects == m_fact.max.value_or(0))
            add(place.schema);
        return;
    }
    const bool isOfProperties = m_fact.shape == Shape::TooManyProperties;
    const json::Value counted = place.schema[isOfProperties ? "properties" : "enum"];
    if (m_count <= max && m_count + counted.count() > max)
        add(counted);
    m_count += counted.count();
}

} // namespace

std::vector<SchemaMatch> matchesOf(const Fact &fact, const SchemaPlaces &places)
{
    return Matcher(fact, places).run();
}

} // namespace sonde::accept
