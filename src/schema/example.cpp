// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/example.h"

#include "schema/exampletext.h"
#include "schema/formshape.h"
#include "schema/validator.h"
#include "json/builder.h"
#include "json/decimal.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sonde::schema {

namespace {

constexpr int kAttempts = 8;
constexpr std::uint64_t kMaxSteps = 1'000'000; // of a validation, and of the guesses of an attempt
constexpr double kSpan = 100; // of a number without limits
constexpr double kMaxExact = 9e15; // integers up to it are exact as doubles

double numberOr(const std::string &text, double otherwise)
{
    return text.empty() ? otherwise : QByteArray::fromStdString(text).toDouble();
}

std::size_t countOr(const std::string &text, std::size_t otherwise)
{
    return text.empty() ? otherwise : std::size_t(json::Decimal(text).toCount());
}

struct Limits {
    double least = 1;
    double most = kSpan;
};

Limits limitsOf(const FieldFacts &facts)
{
    const bool hasLeast = !facts.minimum.empty() || !facts.exclusiveMinimum.empty();
    const bool hasMost = !facts.maximum.empty() || !facts.exclusiveMaximum.empty();
    Limits limits;
    if (hasLeast)
        limits.least = std::max(
            numberOr(facts.minimum, -HUGE_VAL), numberOr(facts.exclusiveMinimum, -HUGE_VAL));
    if (hasMost)
        limits.most =
            std::min(numberOr(facts.maximum, HUGE_VAL), numberOr(facts.exclusiveMaximum, HUGE_VAL));
    if (!hasMost)
        limits.most = std::max(limits.most, limits.least + kSpan);
    else if (!hasLeast && limits.most < limits.least)
        limits.least = limits.most >= 0 ? 0 : limits.most - kSpan;
    return limits;
}

std::string integerText(const FieldFacts &facts, SeededNumbers &numbers)
{
    Limits limits = limitsOf(facts);
    if (!facts.exclusiveMinimum.empty() && numberOr(facts.exclusiveMinimum, 0) == limits.least)
        limits.least = std::floor(limits.least) + 1;
    if (!facts.exclusiveMaximum.empty() && numberOr(facts.exclusiveMaximum, 0) == limits.most)
        limits.most = std::ceil(limits.most) - 1;
    const double divisor = numberOr(facts.multipleOf, 1);
    const double step = divisor >= 1 && std::floor(divisor) == divisor ? divisor : 1;
    const double first = std::ceil(limits.least / step) * step;
    const double last = std::min(limits.most, first + 10 * kSpan * step);
    if (!(std::abs(first) <= kMaxExact && std::abs(last) <= kMaxExact)) // also not a number
        return !facts.minimum.empty() ? facts.minimum
            : facts.maximum.empty()   ? std::string("0")
                                      : facts.maximum;
    const auto more = last < first ? 0 : std::uint64_t((last - first) / step);
    return std::to_string(
        std::int64_t(first) + std::int64_t(step) * std::int64_t(numbers.below(more + 1)));
}

// Between the limits rather than at them, because they may be exclusive.
std::string numberText(const FieldFacts &facts, SeededNumbers &numbers)
{
    constexpr int kParts = 1000;
    const Limits limits = limitsOf(facts);
    const double divisor = numberOr(facts.multipleOf, 0);
    const double part = double(1 + numbers.below(kParts - 1)) / kParts;
    const double value = limits.least + (limits.most - limits.least) * part;
    if (!std::isfinite(value) || std::abs(value) > kMaxExact)
        return !facts.minimum.empty() ? facts.minimum : std::string("0");
    if (divisor > 0) {
        const auto point = facts.multipleOf.find('.');
        const auto decimals = point == std::string::npos ? 0 : facts.multipleOf.size() - point - 1;
        const double multiple =
            std::max(std::floor(value / divisor), std::ceil(limits.least / divisor));
        return QByteArray::number(multiple * divisor, 'f', int(std::min<std::size_t>(decimals, 17)))
            .toStdString();
    }
    const int decimals = limits.most - limits.least >= 10 ? 1 : 4;
    return QByteArray::number(value, 'f', decimals).toStdString();
}

// One attempt at a value.
class Attempt {
public:
    Attempt(SchemaStore &store, std::uint64_t seed, int index)
        : m_maker(store)
        , m_numbers(seed + std::uint64_t(index) * 0x100000001B3U)
        , m_takesGiven(index < kAttempts / 2)
        , m_takesOptional(index < kAttempts - 2)
    {
        m_maker.allowSteps(kMaxSteps);
    }

    std::string value(const std::vector<SchemaPlace> &places,
        const std::vector<const SchemaResource *> &scope, const std::string &name);

private:
    static constexpr int kMaxOptionalDepth = 5;
    static constexpr std::size_t kMaxItems = 64;

    Shape shapeOf(
        const std::vector<SchemaPlace> &places, const std::vector<const SchemaResource *> &scope);
    std::string valueOf(const Shape &shape, const std::string &name);
    std::string givenValue(const Shape &shape);
    std::string object(const Shape &shape);
    std::string array(const Shape &shape, const FieldFacts &facts);
    bool isTight() const { return m_shapesLeft <= 0 || m_size > ExampleMaker::kMaxText; }
    bool wantsOptional() const
    {
        return m_takesOptional && m_depth <= kMaxOptionalDepth && !isTight();
    }

    ShapeMaker m_maker;
    SeededNumbers m_numbers;
    const bool m_takesGiven; // examples and defaults, which nothing makes valid
    const bool m_takesOptional;
    int m_shapesLeft = ExampleMaker::kMaxShapes;
    int m_depth = 0;
    std::size_t m_size = 0; // bytes of the leaves
};

std::string Attempt::value(const std::vector<SchemaPlace> &places,
    const std::vector<const SchemaResource *> &scope, const std::string &name)
{
    --m_shapesLeft;
    if (m_depth > ExampleMaker::kMaxDepth || m_shapesLeft < -ExampleMaker::kMaxShapes)
        return "null";
    ++m_depth;
    std::string text = valueOf(shapeOf(places, scope), name);
    --m_depth;
    return text;
}

// With a branch of each union.
Shape Attempt::shapeOf(
    const std::vector<SchemaPlace> &places, const std::vector<const SchemaResource *> &scope)
{
    constexpr int kMaxNested = 4; // unions in branches
    Chosen chosen;
    Shape shape = m_maker.make(places, {}, {}, chosen, scope);
    for (int round = 0; round < kMaxNested && !isTight() && m_depth <= kMaxOptionalDepth; ++round) {
        const auto known = chosen.size();
        for (const Picker &picker : shape.pickers) {
            const QString key = u'\n' + picker.id;
            if (!chosen.contains(key))
                chosen.insert(key, m_numbers.below(picker.branches.size()));
        }
        if (chosen.size() == known)
            break;
        shape = m_maker.make(places, {}, {}, chosen, scope);
    }
    return shape;
}

std::string Attempt::valueOf(const Shape &shape, const std::string &name)
{
    std::string text = givenValue(shape);
    if (text.empty()) {
        const FieldKind kind = kindOf(shape);
        if (kind == FieldKind::Object)
            return object(shape);
        const FieldFacts facts = factsOf(shape);
        if (kind == FieldKind::Array || kind == FieldKind::Tuple)
            return array(shape, facts);
        if (kind == FieldKind::Integer)
            text = integerText(facts, m_numbers);
        else if (kind == FieldKind::Number)
            text = numberText(facts, m_numbers);
        else if (kind == FieldKind::Boolean)
            text = m_numbers.below(2) == 0 ? "true" : "false";
        else if (kind == FieldKind::Null || (isNullable(shape, kind) && keyword(shape, "enum")))
            text = "null";
        else
            text = json::quoted(exampleText(facts, name, m_numbers));
    }
    m_size += text.size();
    return text;
}

// A value that the schema names; empty: it names none.
std::string Attempt::givenValue(const Shape &shape)
{
    const auto oneOf = [this](const auto &list) { return list[m_numbers.below(list.size())]; };
    if (const std::vector<Choice> choices = choicesOf(shape); !choices.empty())
        return oneOf(choices).raw;
    if (!m_takesGiven)
        return {};
    for (const Part &part : shape.parts) {
        const json::Value examples = part.schema["examples"];
        if (examples.count() > 0)
            return std::string(examples.at(std::uint32_t(m_numbers.below(examples.count()))).raw());
        if (const json::Value given = part.schema["default"])
            return std::string(given.raw());
    }
    return {};
}

std::string Attempt::object(const Shape &shape)
{
    std::set<std::string> required(shape.required.begin(), shape.required.end());
    std::vector<std::string> names; // in the order of the schema
    std::set<std::string> known;
    const auto add = [&](const std::string &name) {
        if (known.insert(name).second)
            names.push_back(name);
    };
    for (const Part &part : shape.parts) {
        for (const json::Value name : part.schema["required"])
            required.insert(name.text());
        for (const json::Value property : part.schema["properties"])
            add(property.key());
    }
    for (const std::string &name : required)
        add(name);
    if (names.empty() && wantsOptional() && keyword(shape, "additionalProperties").isObject()) {
        for (int i = 0; i < 2; ++i) { // a map
            add(exampleWords(m_numbers, 1));
            required.insert(names.back());
        }
    }
    json::Builder out;
    out.beginObject();
    for (const std::string &name : names) {
        constexpr std::uint64_t kOmitted = 4; // one optional member of so many
        const bool isLeftOut = m_numbers.below(kOmitted) == 0;
        if (!required.contains(name) && (isLeftOut || !wantsOptional()))
            continue;
        out.rawMember(name, value(m_maker.memberPlaces(shape, name), shape.scope, name));
    }
    return out.endObject().takeString();
}

std::string Attempt::array(const Shape &shape, const FieldFacts &facts)
{
    constexpr int kTries = 8; // at an item that is unlike the others
    const std::size_t least = std::max<std::size_t>(countOr(facts.minItems, 0),
        std::max(keyword(shape, "prefixItems").count(),
            keyword(shape, "items").isArray() ? keyword(shape, "items").count() : 0));
    const std::size_t usual =
        wantsOptional() ? std::max<std::size_t>(least, 1 + m_numbers.below(3)) : least;
    const std::size_t count = std::min({usual, countOr(facts.maxItems, kMaxItems), kMaxItems});
    std::set<std::string> seen;
    json::Builder out;
    out.beginArray();
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<SchemaPlace> places = m_maker.itemPlaces(shape, std::uint32_t(i));
        std::string item = value(places, shape.scope, {});
        for (int t = 0; t < kTries && facts.uniqueItems && seen.contains(item); ++t)
            item = value(places, shape.scope, {});
        if (seen.insert(item).second || !facts.uniqueItems)
            out.raw(item);
    }
    return out.endArray().takeString();
}

} // namespace

ExampleMaker::ExampleMaker(std::shared_ptr<const json::Document> schema)
    : m_schema(std::move(schema))
    , m_store(std::make_unique<SchemaStore>(Remotes(), SchemaDialect()))
{
    if (const auto top = m_store->addRoot(m_schema, {}))
        m_top = *top;
}

ExampleMaker::~ExampleMaker() = default;

ExampleMaker::Example ExampleMaker::make(std::uint64_t seed) const
{
    if (!m_top.resource)
        return {"{}", false};
    const auto validator = Validator::make(m_schema, {}, {.limits = {.maxSteps = kMaxSteps}});
    Example example;
    for (int i = 0; i < kAttempts && !example.fits; ++i) {
        example.text = Attempt(*m_store, seed, i).value({m_top}, {}, {});
        const auto instance = json::Document::parse(std::string_view(example.text));
        example.fits = validator && validator->validate(instance.root()).isValid();
        if (!validator)
            break;
    }
    return example;
}

} // namespace sonde::schema
