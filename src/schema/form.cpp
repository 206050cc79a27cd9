// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"

#include "schema/formshape.h"

#include <QStringList>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace sonde::schema {

namespace {

QString escaped(QString name)
{
    name.replace(QLatin1Char('~'), QLatin1String("~0"));
    return name.replace(QLatin1Char('/'), QLatin1String("~1"));
}

} // namespace

Field::Field() = default;
Field::~Field() = default;

bool Field::allows(FieldState which) const
{
    switch (which) {
    case FieldState::Omitted:
        return parent && (!isElement || !value.exists());
    case FieldState::Null:
        return nullable;
    case FieldState::Empty:
        return kind == FieldKind::Text || kind == FieldKind::Json || kind == FieldKind::MultiEnum
            || isContainer();
    case FieldState::Value:
        return kind != FieldKind::Null;
    }
    return false;
}

QString Field::text() const
{
    return kind == FieldKind::Text ? value.toString() : json::toQString(value.raw());
}

int Field::choice() const
{
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (value.exists() && choices[i].raw == value.raw())
            return static_cast<int>(i);
    }
    return -1;
}

bool Field::hasChoice(std::size_t index) const
{
    return std::any_of(value.begin(), value.end(), [&](const json::Value &item) {
        return index < choices.size() && item.raw() == choices[index].raw;
    });
}

Form::Form(std::shared_ptr<const json::Document> schema, const Remotes &remotes)
    : m_schema(std::move(schema))
    , m_store(std::make_unique<SchemaStore>(remotes, SchemaDialect{}))
{
    auto top = m_store->addRoot(m_schema, {});
    if (!top && m_schema->root()["$schema"].isString()) {
        // An unknown dialect is read as 2020-12 as far as possible.
        m_problem = top.error().sentence;
        Remotes known = remotes;
        const Uri name = Uri::parse(m_schema->root()["$schema"].text());
        known[name.withoutFragment()] =
            std::make_shared<json::Document>(json::Document::parse(std::string_view("{}")));
        m_store = std::make_unique<SchemaStore>(std::move(known), SchemaDialect{});
        top = m_store->addRoot(m_schema, {});
    }
    if (top)
        m_top = *top;
    else
        m_problem = top.error().sentence;
    m_maker = std::make_unique<ShapeMaker>(*m_store);
}

Form::~Form() = default;

bool Form::setText(const Bytes &text)
{
    m_root.reset();
    m_document = json::Document::parse(text);
    if (!m_document.isValid())
        return false;
    m_maker->allowSteps(kMaxSteps);
    Places places;
    if (m_top.resource)
        places.push_back(m_top);
    m_root = make(nullptr, {}, m_document.root(), places);
    return true;
}

std::unique_ptr<Field> Form::make(
    const Field *parent, const QString &name, const json::Value &value, const Places &places) const
{
    auto field = std::make_unique<Field>();
    field->parent = parent;
    field->name = name;
    field->value = value;
    if (parent) {
        field->pointer = parent->pointer + u'/' + escaped(name);
        field->depth = parent->depth + 1;
    }
    const std::vector<const SchemaResource *> none;
    field->m_shape = std::make_unique<Shape>(m_maker->make(places, value, field->pointer, m_chosen,
        parent && parent->m_shape ? parent->m_shape->scope : none));
    settle(*field);
    return field;
}

void Form::settle(Field &field) const
{
    Shape &shape = *field.m_shape;
    const json::Value &value = field.value;
    field.kind = kindOf(shape);
    field.pickers = std::move(shape.pickers);
    field.problem = shape.problem;
    field.isForbidden = shape.never;
    field.nullable = isNullable(shape, field.kind);
    field.choices = choicesOf(shape);
    if (isConstant(shape))
        field.kind = FieldKind::Const;
    else if (!field.choices.empty())
        field.kind = FieldKind::Enum;
    if (!value.exists())
        field.state = FieldState::Omitted;
    else if (value.isNull())
        field.state = FieldState::Null;
    else if ((value.isContainer() && value.count() == 0) || value.equals({}))
        field.state = FieldState::Empty;
    else
        field.state = FieldState::Value;
    if (field.kind == FieldKind::Array) {
        const Shape items = m_maker->make(m_maker->itemPlaces(shape, 0), {}, {}, {}, shape.scope);
        auto choices = isConstant(items) ? std::vector<Choice>() : choicesOf(items);
        std::set<std::string_view> seen;
        const bool plain = std::all_of(value.begin(), value.end(), [&](const json::Value &item) {
            return seen.insert(item.raw()).second
                && std::any_of(choices.begin(), choices.end(),
                    [&](const Choice &choice) { return choice.raw == item.raw(); });
        });
        if (!choices.empty() && plain) {
            field.kind = FieldKind::MultiEnum;
            field.choices = std::move(choices);
        }
    }
    // A value that this kind of field cannot represent becomes a Json field.
    if (value.exists() && !value.isNull()) {
        const bool array = field.kind == FieldKind::Array || field.kind == FieldKind::Tuple
            || field.kind == FieldKind::MultiEnum;
        if ((field.kind == FieldKind::Object && !value.isObject()) || (array && !value.isArray())
            || (field.kind == FieldKind::Text && !value.isString())
            || (field.kind == FieldKind::Boolean && !value.isBool()))
            field.kind = FieldKind::Json;
    }
    field.takesElements = field.kind == FieldKind::Array || field.kind == FieldKind::Tuple;
    if (field.kind == FieldKind::Object) {
        const json::Value more = keyword(shape, "additionalProperties");
        field.takesMembers = keyword(shape, "patternProperties").exists()
            || (more && more.toBool() != false) || (!more && !keyword(shape, "properties"));
    }
    for (const Field *above = field.parent; above && !shape.parts.empty(); above = above->parent) {
        const auto &parts = above->m_shape->parts;
        const json::NodeId own = shape.parts.back().schema.id();
        field.isRecursive = field.isRecursive
            || std::any_of(parts.begin(), parts.end(),
                [own](const Part &part) { return part.schema.id() == own; });
        if (field.isRecursive)
            break;
    }
}

const std::vector<std::unique_ptr<Field>> &Form::children(const Field &field) const
{
    if (!field.m_open) {
        field.m_open = true;
        if (field.kind == FieldKind::Object)
            openObject(field);
        else if (field.kind == FieldKind::Array || field.kind == FieldKind::Tuple)
            openArray(field);
    }
    return field.m_children;
}

// Adds the schema's properties in their order, then the document's other members.
void Form::openObject(const Field &field) const
{
    const Shape &shape = *field.m_shape;
    std::unordered_map<std::string, json::Value> present;
    for (const json::Value member : field.value)
        present[member.key()] = member; // of duplicate names the last one counts
    std::set<std::string> required(shape.required.begin(), shape.required.end());
    std::vector<std::pair<std::string, Places>> rows;
    std::unordered_map<std::string, std::size_t> known;
    bool simple = true; // only `properties` apply: no look-ups by name are needed
    for (const Part &part : shape.parts) {
        if (part.onlyWords)
            continue;
        for (const json::Value name : part.schema["required"])
            required.insert(name.text());
        simple = simple && !part.schema["patternProperties"]
            && !part.schema["additionalProperties"].isObject()
            && !part.schema["unevaluatedProperties"].isObject();
        for (const json::Value property : part.schema["properties"]) {
            const auto [at, isNew] = known.try_emplace(property.key(), rows.size());
            if (isNew)
                rows.emplace_back(at->first, Places());
            rows[at->second].second.push_back(m_maker->place(property, part));
        }
    }
    const std::size_t named = rows.size();
    for (const std::string &name : required) {
        if (known.try_emplace(name, rows.size()).second)
            rows.emplace_back(name, m_maker->memberPlaces(shape, name));
    }
    for (const json::Value member : field.value) {
        if (known.try_emplace(member.key(), rows.size()).second)
            rows.emplace_back(member.key(), m_maker->memberPlaces(shape, member.key()));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto &[name, places] = rows[i];
        const auto value = present.find(name);
        auto child = make(&field, json::toQString(name),
            value == present.end() ? json::Value() : value->second,
            simple || i >= named ? places : m_maker->memberPlaces(shape, name));
        child->required = required.contains(name);
        child->isAdded = i >= named && !child->required;
        field.m_children.push_back(std::move(child));
    }
}

void Form::openArray(const Field &field) const
{
    const Shape &shape = *field.m_shape;
    std::uint32_t rows = 0;
    if (field.kind == FieldKind::Tuple) {
        for (const Part &part : shape.parts) {
            const json::Value items = part.schema["items"];
            rows = std::max(
                rows, items.isArray() ? items.count() : part.schema["prefixItems"].count());
        }
        rows = std::min(rows, kMaxTupleRows);
    }
    json::Value value = field.value.first();
    const std::uint32_t prefix = rows;
    for (std::uint32_t i = 0; i < std::max(prefix, field.value.count()); ++i) {
        auto child = make(&field, QString::number(i), value, m_maker->itemPlaces(shape, i));
        child->isElement = true;
        field.m_children.push_back(std::move(child));
        value = value.exists() ? value.next() : value;
    }
}

const Field *Form::find(QStringView pointer) const
{
    const Field *field = m_root.get();
    const auto names = pointer.mid(1).split(QLatin1Char('/'));
    if (pointer.isEmpty())
        return field;
    for (const QStringView part : names) {
        if (!field)
            break;
        QString name = part.toString();
        name.replace(QLatin1String("~1"), QLatin1String("/"));
        name.replace(QLatin1String("~0"), QLatin1String("~"));
        const auto &all = children(*field);
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const auto &child) { return child->name == name; });
        field = found == all.end() ? nullptr : found->get();
    }
    return field;
}

FieldFacts Form::facts(const Field &field) const
{
    return factsOf(*field.m_shape);
}

bool Form::speaks(const Field &field, QStringView keywordLocation) const
{
    const QStringView fragment = keywordLocation.mid(keywordLocation.indexOf(u'#') + 1);
    const QStringView place = fragment.left(qMax<qsizetype>(0, fragment.lastIndexOf(u'/')));
    const auto &parts = field.m_shape->parts;
    return std::any_of(parts.begin(), parts.end(), [&](const Part &part) {
        const QString own = part.schema.pointer();
        const qsizetype above = part.resource ? part.resource->root.pointer().size() : 0;
        return QStringView(own).mid(above) == place;
    });
}

} // namespace sonde::schema
