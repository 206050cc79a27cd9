// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/formshape.h"

#include "schema/schematr.h"

#include <algorithm>

namespace sonde::schema {

namespace {

bool isNullSchema(const json::Value &schema)
{
    if (schema["type"].equals("null") || schema["const"].isNull())
        return true;
    const json::Value values = schema["enum"];
    return values.isArray() && values.count() == 1 && values.first().isNull();
}

// "anyOf": [{"required": ["a"]}, …] only constrains; it offers no choice.
bool onlyLimits(const json::Value &schema)
{
    static constexpr std::array<std::string_view, 8> kLimits{"required", "not", "title",
        "description", "$comment", "minProperties", "maxProperties", "dependentRequired"};
    if (schema.isBool())
        return true;
    for (const json::Value member : schema) {
        if (std::find(kLimits.begin(), kLimits.end(), member.key()) == kLimits.end())
            return false;
    }
    return true;
}

json::Value single(const json::Value &schema)
{
    if (const json::Value value = schema["const"])
        return value;
    const json::Value values = schema["enum"];
    return values.isArray() && values.count() == 1 ? values.first() : json::Value();
}

QString wordsFor(std::uint8_t types)
{
    static constexpr std::array<std::pair<std::uint8_t, const char *>, 7> kWords{
        {{kStringBit, "string"}, {kNumberBit, "number"}, {kIntegerBit, "integer"},
            {kBoolBit, "boolean"}, {kObjectBit, "object"}, {kArrayBit, "array"},
            {kNullBit, "null"}}};
    for (const auto &[bit, word] : kWords) {
        if (types & bit)
            return QString::fromLatin1(word);
    }
    return {};
}

} // namespace

SchemaPlace ShapeMaker::place(const json::Value &schema, const Part &from) const
{
    const SchemaResource *const resource = m_store.resourceOf(schema);
    return {schema, resource ? resource : from.resource};
}

Shape ShapeMaker::make(const std::vector<SchemaPlace> &places, const json::Value &instance,
    const QString &pointer, const Chosen &chosen, const std::vector<const SchemaResource *> &scope)
{
    Shape shape;
    shape.scope = scope;
    Run run{shape, instance, pointer, chosen};
    for (const SchemaPlace &place : places)
        gather(run, place);
    gatherTypes(run);
    return shape;
}

Shape ShapeMaker::makeOpen(const std::vector<SchemaPlace> &places, const json::Value &instance,
    const std::vector<const SchemaResource *> &scope)
{
    Shape shape;
    shape.scope = scope;
    const QString pointer;
    const Chosen chosen;
    Run run{shape, instance, pointer, chosen, true};
    for (const SchemaPlace &place : places)
        gather(run, place);
    return shape;
}

void ShapeMaker::gather(Run &run, const SchemaPlace &place)
{
    Shape &shape = run.shape;
    if (place.value.isBool()) {
        shape.never = shape.never || !*place.value.toBool();
        shape.parts.push_back({place.value, place.resource});
        return;
    }
    // Nodes of other documents are rare enough to share the set with the schema's own.
    if (!place.value.isObject() || !run.seen.insert(place.value.id()).second)
        return;
    if (--run.budget < 0) {
        shape.problem = Text::tr("The schema is too complex here.");
        return;
    }
    if (shape.scope.empty() || shape.scope.back() != place.resource)
        shape.scope.push_back(place.resource);
    Part part{place.value, place.resource};
    const json::Value reference = place.value["$ref"];
    part.onlyWords = reference.isString() && place.resource->dialect.draft == Draft::Draft7;
    shape.parts.push_back(part);
    if (reference.isString())
        gatherReference(run, part, reference, false);
    if (part.onlyWords)
        return;
    if (const json::Value dynamic = place.value["$dynamicRef"]; dynamic.isString())
        gatherReference(run, part, dynamic, true);
    for (const json::Value branch : place.value["allOf"])
        gather(run, this->place(branch, part));
    for (const char *name : {"anyOf", "oneOf"}) {
        if (const json::Value list = place.value[name]; list.isArray() && list.count() > 0)
            gatherAlternatives(run, part, list);
    }
    gatherConditions(run, part);
}

void ShapeMaker::gatherReference(
    Run &run, const Part &part, const json::Value &reference, bool dynamic)
{
    auto target = m_store.resolve(*part.resource, reference.text());
    if (!target) {
        run.shape.problem = target.error().sentence;
        return;
    }
    if (dynamic) {
        // 2020-12 core 8.2.3.2: the outermost resource in the dynamic scope that has the anchor.
        const std::string name = percentDecoded(Uri::parse(reference.text()).fragment);
        const bool isDynamic = target->value["$dynamicAnchor"].equals(name);
        for (const SchemaResource *resource : run.shape.scope) {
            const auto anchor = resource->dynamicAnchors.find(name);
            if (!isDynamic || anchor == resource->dynamicAnchors.end())
                continue;
            target.value() = {resource->root.document()->value(anchor->second), resource};
            break;
        }
    }
    gather(run, *target);
}

void ShapeMaker::gatherAlternatives(Run &run, const Part &part, const json::Value &list)
{
    Shape &shape = run.shape;
    std::vector<SchemaPlace> branches;
    bool limits = true;
    bool constants = true;
    for (const json::Value branch : list) {
        const SchemaPlace here = place(branch, part);
        const SchemaPlace target = resolved(here);
        if (isNullSchema(target.value)) {
            shape.nullBranch = true;
            continue;
        }
        limits = limits && onlyLimits(branch);
        constants = constants && target.value["const"].exists() && !target.value["properties"];
        branches.push_back(here);
    }
    if (run.open)
        return gatherOpen(run, branches);
    if (branches.empty() || limits)
        return;
    if (constants) {
        for (const SchemaPlace &branch : branches) {
            const json::Value schema = resolved(branch).value;
            const json::Value value = schema["const"];
            const json::Value title = schema["title"];
            shape.choices.push_back({title.isString() ? title.toString()
                    : value.isString()                ? value.toString()
                                                      : json::toQString(value.raw()),
                schema["description"].toString(), std::string(value.raw())});
        }
        shape.hasChoices = true;
        return;
    }
    if (branches.size() == 1)
        return gather(run, branches.front());
    Picker picker;
    picker.keyword = json::toQString(list.key());
    picker.id = list.pointer();
    const std::string by = discriminator(branches);
    picker.by = json::toQString(by);
    for (std::size_t i = 0; i < branches.size(); ++i)
        picker.branches.push_back(nameOf(branches[i], by, i));
    const auto chosen = run.chosen.constFind(run.pointer + u'\n' + picker.id);
    if (chosen != run.chosen.constEnd() && *chosen < branches.size()) {
        picker.chosen = *chosen;
        picker.fits = run.instance.exists() && fits(branches[*chosen], run.instance);
    } else {
        picker.chosen = guess(branches, run.instance, by, picker.fits);
    }
    const SchemaPlace use = branches[picker.chosen];
    shape.pickers.push_back(std::move(picker));
    shape.alternatives.push_back(std::move(branches));
    gather(run, use);
}

void ShapeMaker::gatherOpen(Run &run, const std::vector<SchemaPlace> &branches)
{
    const auto speaksAgainst = [&](const json::Value &schema) {
        for (const json::Value property : schema["properties"]) {
            const json::Value want = single(property);
            const json::Value have = want ? run.instance.member(property.key()) : json::Value();
            if (have && !have.isContainer() && !have.isNull() && have.raw() != want.raw())
                return true;
        }
        return false;
    };
    for (const SchemaPlace &branch : branches) {
        if (!speaksAgainst(resolved(branch).value))
            gather(run, branch);
    }
}

void ShapeMaker::gatherConditions(Run &run, const Part &part)
{
    const json::Value instance = run.instance.exists() ? run.instance : m_nothing.root();
    if (const json::Value condition = part.schema["if"]) {
        const bool holds = fits(place(condition, part), instance);
        if (const json::Value then = part.schema[holds ? "then" : "else"])
            gather(run, place(then, part));
    }
    for (const char *name : {"dependentSchemas", "dependencies"}) {
        for (const json::Value entry : part.schema[name]) {
            if (instance.member(entry.key()) && !entry.isArray())
                gather(run, place(entry, part));
        }
    }
    for (const char *name : {"dependentRequired", "dependencies"}) {
        for (const json::Value entry : part.schema[name]) {
            if (!entry.isArray() || !instance.member(entry.key()))
                continue;
            for (const json::Value needed : entry)
                run.shape.required.push_back(needed.text());
        }
    }
}

// With several types and no listed values, the type itself is a choice.
void ShapeMaker::gatherTypes(Run &run)
{
    Shape &shape = run.shape;
    for (const Part &part : shape.parts) {
        const json::Value type = part.schema["type"];
        if (!type || part.onlyWords)
            continue;
        shape.types &= typesOf(type);
        shape.typed = true;
    }
    if (!shape.typed || shape.hasChoices || keyword(shape, "enum") || keyword(shape, "const"))
        return;
    Picker picker;
    std::uint8_t rest = shape.types & ~kNullBit;
    if (rest & kNumberBit)
        rest &= ~kIntegerBit;
    for (const json::Value type : keyword(shape, "type")) {
        std::uint8_t bits = typesOf(type) & shape.types & ~kNullBit;
        if (bits & rest) {
            shape.typeOptions.push_back(bits);
            picker.branches.push_back(wordsFor(bits));
            rest &= ~bits;
        }
    }
    if (picker.branches.size() < 2)
        return shape.typeOptions.clear();
    picker.keyword = QStringLiteral("type");
    picker.id = keyword(shape, "type").pointer();
    const std::uint8_t is = run.instance.exists() ? typeBit(run.instance) : 0;
    const auto fitting = std::find_if(shape.typeOptions.begin(), shape.typeOptions.end(),
        [is](std::uint8_t bits) { return (bits & is) != 0; });
    picker.fits = fitting != shape.typeOptions.end();
    const auto chosen = run.chosen.constFind(run.pointer + u'\n' + picker.id);
    if (picker.fits)
        picker.chosen = static_cast<std::size_t>(fitting - shape.typeOptions.begin());
    else if (chosen != run.chosen.constEnd() && *chosen < shape.typeOptions.size())
        picker.chosen = *chosen;
    shape.types = shape.typeOptions[picker.chosen] | (shape.types & kNullBit);
    shape.pickers.push_back(std::move(picker));
    shape.alternatives.emplace_back();
}

bool ShapeMaker::fits(const SchemaPlace &place, const json::Value &instance)
{
    if (!instance.exists() || !place.resource)
        return false;
    const auto &known = m_compiled[place.value.document()];
    const Schema *schema = nullptr;
    if (const auto found = known.find(place.value.id()); found != known.end()) {
        schema = found->second;
    } else {
        if (m_compilers.empty())
            m_compilers.push_back(std::make_unique<Compiler>(m_store, false));
        const auto made = m_compilers.back()->compile(place);
        schema = made ? *made : nullptr;
        // A compiler that failed on a schema cannot compile others.
        if (!made)
            m_compilers.push_back(std::make_unique<Compiler>(m_store, false));
        m_compiled[place.value.document()][place.value.id()] = schema;
    }
    if (!schema)
        return false;
    EvaluationLimits limits;
    limits.maxSteps = std::min(kMaxSteps, m_stepsLeft);
    if (limits.maxSteps == 0)
        return false;
    Evaluation run(limits, false, false);
    const bool result = run.evaluate(*schema, instance, nullptr);
    m_stepsLeft -= std::min(run.steps(), m_stepsLeft);
    // An evaluation that takes too long is not repeated.
    if (run.isTooComplex() && limits.maxSteps == kMaxSteps)
        m_compiled[place.value.document()][place.value.id()] = nullptr;
    return result;
}

// The branch in which the value is valid; otherwise the closest one by type, by the discriminating
// property and by the members present.
std::size_t ShapeMaker::guess(const std::vector<SchemaPlace> &branches, const json::Value &instance,
    const std::string &discriminator, bool &fitting)
{
    fitting = false;
    if (!instance.exists() || instance.isNull())
        return 0;
    std::size_t best = 0;
    int most = -1;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (fits(branches[i], instance)) {
            fitting = true;
            return i;
        }
        const json::Value schema = resolved(branches[i]).value;
        int points = 0;
        if (const json::Value type = schema["type"])
            points += (typesOf(type) & typeBit(instance)) != 0 ? 10 : 0;
        const json::Value properties = schema["properties"];
        if (!discriminator.empty()) {
            const json::Value want = single(properties[discriminator]);
            const json::Value have = instance[discriminator];
            points += want && have && want.raw() == have.raw() ? 1000 : 0;
        }
        for (const json::Value member : instance)
            points += instance.isObject() && properties.member(member.key()) ? 2 : 0;
        if (points > most) {
            most = points;
            best = i;
        }
    }
    return best;
}

SchemaPlace ShapeMaker::resolved(SchemaPlace place)
{
    constexpr int kMaxReferences = 16;
    for (int step = 0; step < kMaxReferences; ++step) {
        const json::Value reference = place.value["$ref"];
        if (!reference.isString() || !place.resource)
            break;
        const auto target = m_store.resolve(*place.resource, reference.text());
        if (!target)
            break;
        place = *target;
    }
    return place;
}

std::string ShapeMaker::discriminator(const std::vector<SchemaPlace> &branches)
{
    for (const json::Value property : resolved(branches.front()).value["properties"]) {
        std::string name = property.key();
        const bool all = std::all_of(branches.begin(), branches.end(), [&](const auto &branch) {
            return single(resolved(branch).value["properties"][name]).isString();
        });
        if (all)
            return name;
    }
    return {};
}

QString ShapeMaker::nameOf(
    const SchemaPlace &branch, const std::string &discriminator, std::size_t index)
{
    const json::Value schema = resolved(branch).value;
    for (const json::Value title : {branch.value["title"], schema["title"]}) {
        if (title.isString() && title.count() == 0 && !title.text().empty())
            return title.toString();
    }
    if (!discriminator.empty())
        return single(schema["properties"][discriminator]).toString();
    if (const json::Value reference = branch.value["$ref"]; reference.isString()) {
        QString name = reference.toString().section(QLatin1Char('/'), -1);
        if (!name.isEmpty() && name != QLatin1String("#"))
            return name;
    }
    if (const json::Value value = single(schema))
        return json::toQString(value.raw());
    const QString words = schema["type"] ? wordsFor(typesOf(schema["type"])) : QString();
    if (words == QLatin1String("array")) {
        const json::Value item = schema["items"]["type"];
        return item.isString() ? Text::tr("array of %1").arg(item.toString()) : words;
    }
    if (const json::Value required = schema["required"].first(); required.isString())
        return Text::tr("%1 with %2").arg(words, required.toString()).trimmed();
    return words.isEmpty() ? Text::tr("choice %1").arg(index + 1) : words;
}

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
