// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/schemafit.h"

#include "changes/schemabounds.h"
#include "changes/schematype.h"
#include "changes/schemawords.h"
#include "schema/equality.h"
#include "schema/validator.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace sonde::changes {

namespace {

// A schema, of whose instances only those of some types are meant.
struct Side {
    json::Value schema;
    TypeSet types = kAnyType;
};

// Finds what fits the narrow schema and not the wide one. With arguments the narrow one is the
// earlier one, with results the later one. Of alternatives, oneOf is taken like anyOf.
class SchemaFit {
public:
    SchemaFit(const json::Value &narrow, const json::Value &wide, SchemaUse use)
        : m_narrowRoot(narrow)
        , m_wideRoot(wide)
        , m_words(use)
        , m_hasSameRoots(schema::equal(narrow, wide))
    {
    }

    std::vector<Reason> run()
    {
        fits({m_narrowRoot}, m_wideRoot, {}, 0);
        if (m_isCut)
            m_reasons.push_back({Severity::MayBreak,
                m_words.after(m_narrowRoot, m_wideRoot).pointer(), m_words.tooLarge()});
        return std::move(m_reasons);
    }

private:
    using Pair = std::tuple<json::NodeId, json::NodeId, TypeSet>;

    void fits(const Side &narrow, const json::Value &wide, const QString &place, int depth);
    void compare(const Side &narrow, const json::Value &wide, const QString &place, int depth);
    void fitValues(const Side &narrow, const json::Value &wide, const QString &place);
    bool fitsEnum(const Side &narrow, const json::Value &wide, const QString &place);
    void fitBranches(const Side &narrow, const json::Value &wide, const QString &place, int depth);
    TypeSet fitBranch(
        const Side &narrow, const json::Value &branches, const QString &place, int depth);
    void fitAll(const Side &narrow, const json::Value &wide, const QString &place, int depth);
    void fitAssertions(
        const Side &narrow, const json::Value &wide, const QString &place, int depth);
    void fitText(const json::Value &narrow, const json::Value &wide, const QString &place);
    void fitUndecided(const json::Value &narrow, const json::Value &wide, const QString &place);
    void fitItems(
        const json::Value &narrow, const json::Value &wide, const QString &place, int depth);
    void fitObject(
        const json::Value &narrow, const json::Value &wide, const QString &place, int depth);
    void fitRequired(const json::Value &narrow, const json::Value &wide, const QString &place);
    void fitOthers(
        const json::Value &narrow, const json::Value &wide, const QString &place, int depth);
    bool quietlyFits(const Side &narrow, const json::Value &wide, int depth);
    bool areDisjoint(const Side &narrow, const json::Value &wide) const;
    bool isSame(const json::Value &narrow, const json::Value &wide) const;
    void tell(Severity severity, const json::Value &narrow, const json::Value &wide,
        const QString &sentence);

    const json::Value m_narrowRoot;
    const json::Value m_wideRoot;
    const SchemaWords m_words;
    const bool m_hasSameRoots;
    std::vector<Reason> m_reasons;
    std::set<Pair> m_open; // are being compared: a schema may contain itself
    int m_steps = 0;
    int m_soft = 0; // above 0: the narrow schema has more assertions than are looked at
    bool m_isCut = false;
};

const char *branchKeyword(const json::Value &schema)
{
    if (schema["anyOf"].isArray())
        return "anyOf";
    return schema["oneOf"].isArray() ? "oneOf" : nullptr;
}

bool isFinite(const json::Value &schema)
{
    return schema["const"] || schema["enum"].isArray();
}

// Whether the schema has a type and alternatives, and asserts nothing else.
bool isOnlyBranches(const json::Value &schema)
{
    const char *const keyword = branchKeyword(schema);
    return keyword
        && std::all_of(schema.begin(), schema.end(), [keyword](const json::Value &member) {
               const std::string name = member.key();
               return name == keyword || name == "type" || isAnnotation(name);
           });
}

bool hasMoreAssertions(const json::Value &schema)
{
    constexpr std::array<const char *, 7> kKeywords{
        "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "$ref"};
    return std::any_of(kKeywords.begin(), kKeywords.end(),
        [&](const char *keyword) { return schema[keyword].exists(); });
}

bool lists(const json::Value &names, const std::string &name)
{
    return std::any_of(
        names.begin(), names.end(), [&](const json::Value &each) { return each.equals(name); });
}

QString joined(const QString &place, const std::string &name)
{
    const QString last = json::toQString(name);
    return place.isEmpty() ? last : place + u'.' + last;
}

void SchemaFit::tell(
    Severity severity, const json::Value &narrow, const json::Value &wide, const QString &sentence)
{
    if (m_reasons.size() >= kMaxReasons)
        return;
    m_reasons.push_back({m_soft > 0 ? Severity::MayBreak : severity,
        m_words.after(narrow, wide).pointer(), sentence});
}

bool SchemaFit::isSame(const json::Value &narrow, const json::Value &wide) const
{
    return narrow.exists() && wide.exists()
        && (m_hasSameRoots || narrow.raw().find("\"$ref\"") == std::string_view::npos)
        && schema::equal(narrow, wide);
}

void SchemaFit::fits(const Side &narrow, const json::Value &wide, const QString &place, int depth)
{
    m_isCut = m_isCut || ++m_steps > kMaxSchemaSteps || depth > kMaxSchemaDepth;
    if (m_isCut)
        return;
    const Side known{resolved(narrow.schema, m_narrowRoot), narrow.types};
    const json::Value allowed = resolved(wide, m_wideRoot);
    if (allowsEverything(allowed) || known.schema.toBool() == false
        || isSame(known.schema, allowed))
        return;
    if (!allowed.isObject())
        return tell(Severity::Breaks, known.schema, allowed, m_words.nothingAllowed(place));
    const Pair pair{known.schema.id(), allowed.id(), known.types};
    if (!m_open.insert(pair).second)
        return;
    compare(known, allowed, place, depth + 1);
    m_open.erase(pair);
}

void SchemaFit::compare(
    const Side &narrow, const json::Value &wide, const QString &place, int depth)
{
    const json::Value &schema = narrow.schema;
    if (isOnlyBranches(schema)) {
        const TypeSet types = narrow.types & declaredTypes(schema);
        for (const json::Value branch : schema[branchKeyword(schema)])
            fits({branch, types}, wide, place, depth);
        return;
    }
    if (isFinite(schema))
        return fitValues(narrow, wide, place);
    const TypeSet types = narrow.types & declaredTypes(schema);
    const TypeSet allowed = declaredTypes(wide);
    if ((types & ~allowed) != 0 && !isFinite(wide))
        tell(Severity::Breaks, schema["type"] ? schema["type"] : schema, wide["type"],
            m_words.typeChanged(place, types, allowed));
    const Side common{schema, TypeSet(isFinite(wide) ? types : types & allowed)};
    if (common.types == 0)
        return;
    const bool isSoft = hasMoreAssertions(schema);
    m_soft += isSoft ? 1 : 0;
    fitAll(common, wide, place, depth);
    if (branchKeyword(wide))
        fitBranches(common, wide, place, depth);
    if (fitsEnum(common, wide, place))
        fitAssertions(common, wide, place, depth);
    m_soft -= isSoft ? 1 : 0;
}

// A schema with a list of values: each of them is tried.
void SchemaFit::fitValues(const Side &narrow, const json::Value &wide, const QString &place)
{
    std::vector<json::Value> values;
    if (const json::Value constant = narrow.schema["const"])
        values.push_back(constant);
    else
        values.assign(narrow.schema["enum"].begin(), narrow.schema["enum"].end());
    std::optional<schema::Validator> validator;
    if (wide.raw().find("\"$ref\"") == std::string_view::npos) {
        auto made = schema::Validator::make(std::make_shared<const json::Document>(
            json::Document::parse(Bytes::copyOf(wide.raw()))));
        if (made)
            validator.emplace(std::move(made).value());
    }
    const TypeSet types = narrow.types & declaredTypes(narrow.schema);
    for (const json::Value &value : values) {
        m_isCut = m_isCut || ++m_steps > kMaxSchemaSteps;
        if ((typeOf(value) & types) == 0 || m_isCut)
            continue;
        const bool isListed = std::any_of(wide["enum"].begin(), wide["enum"].end(),
            [&](const json::Value &each) { return schema::equal(each, value); });
        if (validator ? validator->validate(value).isValid() : isListed)
            continue;
        const json::Value list = wide["enum"] ? wide["enum"] : wide;
        tell(validator ? Severity::Breaks : Severity::MayBreak, value, list,
            m_words.valueGone(place, value));
    }
}

// Whether there is more to compare than a list of values in the wide schema.
bool SchemaFit::fitsEnum(const Side &narrow, const json::Value &wide, const QString &place)
{
    if (!isFinite(wide))
        return true;
    const json::Value list = wide["const"] ? wide["const"] : wide["enum"];
    const auto has = [&](std::string_view text) {
        return wide["const"] ? wide["const"].raw() == text
                             : std::any_of(list.begin(), list.end(),
                                 [&](const json::Value &each) { return each.raw() == text; });
    };
    const bool isFew = (narrow.types & ~(kNullType | kBoolType)) == 0;
    const bool hasAll = ((narrow.types & kNullType) == 0 || has("null"))
        && ((narrow.types & kBoolType) == 0 || (has("true") && has("false")));
    if (!isFew || !hasAll)
        tell(Severity::Breaks, narrow.schema, list, m_words.onlyListed(place, list));
    return false;
}

bool SchemaFit::quietlyFits(const Side &narrow, const json::Value &wide, int depth)
{
    std::vector<Reason> told = std::exchange(m_reasons, {});
    fits(narrow, wide, {}, depth);
    const bool isFitting = m_reasons.empty() && !m_isCut;
    m_reasons = std::move(told);
    return isFitting;
}

// Whether no instance can fit both: by their types, or by a member that tells them apart.
bool SchemaFit::areDisjoint(const Side &narrow, const json::Value &wide) const
{
    const json::Value schema = resolved(narrow.schema, m_narrowRoot);
    const json::Value other = resolved(wide, m_wideRoot);
    const TypeSet types = narrow.types & declaredTypes(schema) & declaredTypes(other);
    if (types == 0)
        return true;
    if (types != kObjectType)
        return false;
    const json::Value properties = schema["properties"];
    return std::any_of(properties.begin(), properties.end(), [&](const json::Value &property) {
        const json::Value mine = property["const"];
        const json::Value theirs = other["properties"][property.key()]["const"];
        return mine && theirs && !schema::equal(mine, theirs);
    });
}

void SchemaFit::fitBranches(
    const Side &narrow, const json::Value &wide, const QString &place, int depth)
{
    const char *const keyword = branchKeyword(wide);
    if (isSame(narrow.schema[keyword], wide[keyword]))
        return;
    TypeSet gone = 0;
    for (unsigned type = kNullType; type <= kObjectType; type <<= 1U) {
        // An integer is a number: only where a number must be one they are two types.
        if ((narrow.types & type) == 0 || (type == kIntegerType && (narrow.types & kFractionType)))
            continue;
        const TypeSet alone = type == kFractionType ? narrow.types & kNumberType : TypeSet(type);
        gone |= fitBranch({narrow.schema, alone}, wide[keyword], place, depth);
    }
    if (gone != 0)
        tell(Severity::Breaks, narrow.schema, wide[keyword], m_words.typeGone(place, gone));
}

// The types of the narrow schema that no branch takes.
TypeSet SchemaFit::fitBranch(
    const Side &narrow, const json::Value &branches, const QString &place, int depth)
{
    std::vector<json::Value> near;
    for (const json::Value branch : branches) {
        if (quietlyFits(narrow, branch, depth))
            return 0;
        if (!areDisjoint(narrow, branch))
            near.push_back(branch);
    }
    if (near.empty())
        return narrow.types;
    if (near.size() == 1)
        fits(narrow, near.front(), place, depth);
    else
        tell(Severity::MayBreak, narrow.schema, branches,
            m_words.keywordChanged(place, branches.key()));
    return 0;
}

void SchemaFit::fitAll(const Side &narrow, const json::Value &wide, const QString &place, int depth)
{
    if (const json::Value target = referenceTarget(wide, m_wideRoot)) {
        const json::Value known = referenceTarget(narrow.schema, m_narrowRoot);
        fits(known ? Side{known, narrow.types} : narrow, target, place, depth);
    }
    const json::Value known = narrow.schema["allOf"];
    for (const json::Value branch : wide["allOf"]) {
        const bool isKept = std::any_of(known.begin(), known.end(),
            [&](const json::Value &each) { return isSame(each, branch); });
        if (isKept)
            continue;
        const json::Value peer = known.at(branch.indexInParent());
        fits(peer ? Side{peer, narrow.types} : narrow, branch, place, depth);
    }
}

void SchemaFit::fitAssertions(
    const Side &narrow, const json::Value &wide, const QString &place, int depth)
{
    for (const TighterBound &bound : tighterBounds(narrow.schema, wide, narrow.types))
        tell(Severity::Breaks, bound.narrow ? bound.narrow : narrow.schema, bound.wide,
            m_words.boundChanged(place, bound.keyword, bound.narrow, bound.wide));
    fitUndecided(narrow.schema, wide, place);
    if ((narrow.types & kStringType) != 0)
        fitText(narrow.schema, wide, place);
    if ((narrow.types & kArrayType) != 0)
        fitItems(narrow.schema, wide, place, depth);
    if ((narrow.types & kObjectType) != 0)
        fitObject(narrow.schema, wide, place, depth);
}

void SchemaFit::fitText(const json::Value &narrow, const json::Value &wide, const QString &place)
{
    for (const char *const keyword : {"pattern", "format"}) {
        const json::Value rule = wide[keyword];
        const json::Value known = narrow[keyword];
        if (!rule.isString() || (known && schema::equal(known, rule)))
            continue;
        // 2020-12 validation 7.2.1: a format is an annotation unless it is asserted.
        const bool isCertain = std::string_view(keyword) == "pattern" && !known;
        tell(isCertain ? Severity::Breaks : Severity::MayBreak, known ? known : narrow, rule,
            m_words.boundChanged(place, keyword, known, rule));
    }
}

void SchemaFit::fitUndecided(
    const json::Value &narrow, const json::Value &wide, const QString &place)
{
    constexpr std::array<const char *, 15> kKeywords{"not", "if", "then", "else", "contains",
        "minContains", "maxContains", "patternProperties", "propertyNames", "dependentRequired",
        "dependentSchemas", "dependencies", "unevaluatedProperties", "unevaluatedItems",
        "$dynamicRef"};
    for (const char *const keyword : kKeywords) {
        const json::Value rule = wide[keyword];
        if (rule && !isSame(narrow[keyword], rule))
            tell(Severity::MayBreak, narrow[keyword] ? narrow[keyword] : narrow, rule,
                m_words.keywordChanged(place, keyword));
    }
    if (const json::Value rule = wide["$ref"];
        rule && !referenceTarget(wide, m_wideRoot) && !schema::equal(narrow["$ref"], rule))
        tell(Severity::MayBreak, narrow, rule, m_words.keywordChanged(place, "$ref"));
}

void SchemaFit::fitItems(
    const json::Value &narrow, const json::Value &wide, const QString &place, int depth)
{
    if (wide["uniqueItems"].toBool() == true && narrow["uniqueItems"].toBool() != true)
        tell(Severity::Breaks, narrow, wide["uniqueItems"],
            m_words.boundChanged(place, "uniqueItems", narrow["uniqueItems"], wide["uniqueItems"]));
    // Draft-07 has the first items as an array of `items`, and the others in additionalItems.
    const auto firstOf = [](const json::Value &schema) {
        return schema["items"].isArray() ? schema["items"] : schema["prefixItems"];
    };
    const auto othersOf = [](const json::Value &schema) {
        return schema["items"].isArray() ? schema["additionalItems"] : schema["items"];
    };
    const json::Value known = firstOf(narrow);
    const json::Value allowed = firstOf(wide);
    for (std::uint32_t i = 0; i < std::max(known.count(), allowed.count()) && !m_isCut; ++i) {
        const json::Value mine = known.at(i);
        const json::Value theirs = allowed.at(i);
        fits({mine ? mine : othersOf(narrow)}, theirs ? theirs : othersOf(wide),
            place + QStringLiteral("[%1]").arg(i), depth);
    }
    fits({othersOf(narrow)}, othersOf(wide), place + QStringLiteral("[]"), depth);
}

void SchemaFit::fitRequired(
    const json::Value &narrow, const json::Value &wide, const QString &place)
{
    for (const json::Value name : wide["required"]) {
        const std::string text = name.text();
        if (!name.isString() || lists(narrow["required"], text))
            continue;
        const json::Value property = narrow["properties"][text];
        tell(Severity::Breaks, property ? property : narrow, name,
            m_words.required(joined(place, text), property.exists()));
    }
}

void SchemaFit::fitObject(
    const json::Value &narrow, const json::Value &wide, const QString &place, int depth)
{
    fitRequired(narrow, wide, place);
    const json::Value known = narrow["properties"];
    const json::Value others = narrow["additionalProperties"];
    for (const json::Value property : wide["properties"]) {
        const std::string name = property.key();
        if (const json::Value mine = known[name])
            fits({mine}, property, joined(place, name), depth);
        else if (others.isObject())
            fits({others}, property, joined(place, name), depth);
    }
    fitOthers(narrow, wide, place, depth);
}

// The members that the wide schema does not name.
void SchemaFit::fitOthers(
    const json::Value &narrow, const json::Value &wide, const QString &place, int depth)
{
    const json::Value allowed = wide["additionalProperties"];
    if (allowsEverything(allowed))
        return;
    const bool isPatterned = wide["patternProperties"].count() > 0;
    for (const json::Value property : narrow["properties"]) {
        const std::string name = property.key();
        if (wide["properties"][name] || property.toBool() == false)
            continue;
        if (allowed.isObject())
            fits({property}, allowed, joined(place, name), depth);
        else
            tell(isPatterned ? Severity::MayBreak : Severity::Breaks, property, allowed,
                m_words.notAllowed(joined(place, name)));
    }
    const json::Value others = narrow["additionalProperties"];
    if (others.toBool() == false)
        return;
    if (allowed.isObject())
        return fits({others}, allowed, joined(place, "*"), depth);
    // Who follows the earlier schema sends only what it describes.
    tell(others ? Severity::Breaks : Severity::MayBreak, others ? others : narrow, allowed,
        m_words.othersNotAllowed(place));
}

} // namespace

std::vector<Reason> schemaReasons(
    const json::Value &before, const json::Value &after, SchemaUse use)
{
    return use == SchemaUse::Arguments ? SchemaFit(before, after, use).run()
                                       : SchemaFit(after, before, use).run();
}

} // namespace sonde::changes
