// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"
#include "schema/formshape.h"
#include "schema/schematr.h"
#include "json/builder.h"
#include "json/edit.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace sonde::schema {

namespace {

// Limit the text and the work that a hostile schema can generate from a few bytes.
constexpr std::size_t kMaxSkeleton = 64 * 1024;
constexpr int kMaxShapes = 10'000;

Error impossible(const QString &sentence)
{
    Error error;
    error.domain = Domain::Usage;
    error.sentence = sentence;
    return error;
}

std::string emptyOf(FieldKind kind)
{
    if (kind == FieldKind::Object)
        return "{}";
    const bool array =
        kind == FieldKind::Array || kind == FieldKind::Tuple || kind == FieldKind::MultiEnum;
    return array ? "[]" : "\"\"";
}

} // namespace

std::string Form::skeleton(const Places &places, const QString &pointer,
    const std::vector<const SchemaResource *> &scope) const
{
    return skeleton(m_maker->make(places, {}, pointer, m_chosen, scope), pointer);
}

std::string Form::skeleton(const Shape &shape, const QString &pointer) const
{
    int left = kMaxShapes;
    return skeleton(shape, pointer, 0, left);
}

// The value that the schema itself gives; empty when a person must decide.
std::string Form::givenValue(const Shape &shape, const QString &pointer, int depth, int &left) const
{
    for (const Part &part : shape.parts) {
        if (const json::Value given = part.schema["default"])
            return std::string(given.raw());
    }
    if (const auto choices = choicesOf(shape); !choices.empty())
        return choices.size() == 1 ? choices.front().raw : std::string();
    if (depth > kMaxSkeletonDepth || kindOf(shape) != FieldKind::Object)
        return {};
    const std::string object = skeleton(shape, pointer, depth, left);
    return object == "{}" ? std::string() : object;
}

std::string Form::skeleton(const Shape &shape, const QString &pointer, int depth, int &left) const
{
    for (const Part &part : shape.parts) {
        if (const json::Value given = part.schema["default"])
            return std::string(given.raw());
    }
    if (const auto choices = choicesOf(shape); !choices.empty())
        return choices.front().raw;
    if (depth > kMaxSkeletonDepth)
        return "null";
    const FieldKind kind = kindOf(shape);
    switch (kind) {
    case FieldKind::Integer:
    case FieldKind::Number: {
        const std::string minimum = factsOf(shape).minimum;
        return minimum.empty() ? "0" : minimum;
    }
    case FieldKind::Boolean:
        return "false";
    case FieldKind::Text:
        return "\"\"";
    case FieldKind::Object:
    case FieldKind::Array:
    case FieldKind::Tuple:
        break;
    default:
        return "null";
    }
    return kind == FieldKind::Object ? objectSkeleton(shape, pointer, depth, left)
                                     : arraySkeleton(shape, pointer, depth, left);
}

std::string Form::objectSkeleton(
    const Shape &shape, const QString &pointer, int depth, int &left) const
{
    json::Builder out;
    std::set<std::string> done;
    out.beginObject();
    for (const Part &part : shape.parts) {
        for (const json::Value name : part.schema["required"]) {
            const std::string member = name.text();
            if (!done.insert(member).second || --left < 0)
                continue;
            const QString place = pointer + u'/' + name.toString();
            const std::string raw = givenValue(m_maker->make(m_maker->memberPlaces(shape, member),
                                                   {}, place, m_chosen, shape.scope),
                place, depth + 1, left);
            if (!raw.empty() && out.view().size() + raw.size() <= kMaxSkeleton)
                out.rawMember(member, raw);
        }
    }
    return out.endObject().takeString();
}

std::string Form::arraySkeleton(
    const Shape &shape, const QString &pointer, int depth, int &left) const
{
    constexpr int kMaxItems = 16;
    const QString least = QString::fromStdString(factsOf(shape).minItems);
    json::Builder out;
    out.beginArray();
    for (int i = 0; i < std::min(least.toInt(), kMaxItems); ++i) {
        const QString place = pointer + u'/' + QString::number(i);
        const Places items = m_maker->itemPlaces(shape, std::uint32_t(i));
        const std::string raw = --left < 0
            ? std::string("null")
            : skeleton(
                m_maker->make(items, {}, place, m_chosen, shape.scope), place, depth + 1, left);
        out.raw(out.view().size() + raw.size() > kMaxSkeleton ? std::string("null") : raw);
    }
    return out.endArray().takeString();
}

std::string Form::newValue(const Field &field) const
{
    return skeleton(*field.m_shape, field.pointer);
}

// The value of an omitted field as part of its object or array: includes the constants that a union
// needs to recognize its branch.
std::string Form::wrapped(const Field &field, std::string_view raw) const
{
    const Field &parent = *field.parent;
    json::Builder out;
    if (parent.kind != FieldKind::Object) {
        out.beginArray();
        for (const auto &sibling : children(parent)) {
            if (sibling->name == field.name)
                break;
            out.raw(newValue(*sibling));
        }
        return out.raw(raw).endArray().takeString();
    }
    out.beginObject();
    for (const auto &sibling : children(parent)) {
        if (sibling->kind == FieldKind::Const && sibling->required && sibling->name != field.name)
            out.rawMember(sibling->name.toStdString(), sibling->choices.front().raw);
    }
    return out.rawMember(field.name.toStdString(), raw).endObject().takeString();
}

Result<Bytes> Form::setRaw(const Field &field, std::string_view raw) const
{
    if (field.value.exists())
        return json::replaceValue(field.value, raw);
    if (const auto text = json::Document::parse(raw); text.error())
        return impossible(Text::tr("This is not a JSON value: %1.").arg(text.error()->reason));
    const Field *at = &field;
    std::string text(raw);
    while (at->parent && !at->parent->value.isContainer()) {
        text = wrapped(*at, text);
        at = at->parent;
    }
    if (at->value.exists() || !at->parent)
        return json::replaceValue(at->value, text);
    const json::Value parent = at->parent->value;
    if (parent.isObject())
        return json::appendMember(parent, at->name.toStdString(), text);
    // Adding an element of a tuple adds the elements before it as well.
    Bytes grown = m_document.bytes();
    for (const auto &sibling : children(*at->parent)) {
        if (sibling->value.exists())
            continue;
        const bool last = sibling->name == at->name;
        const auto now = json::Document::parse(grown);
        const json::Value array = now.pointer(at->parent->pointer);
        auto next = json::insertElement(array, array.count(), last ? text : newValue(*sibling));
        if (!next || last)
            return next;
        grown = std::move(next).value();
    }
    return json::insertElement(parent, parent.count(), text);
}

Result<Bytes> Form::setFieldText(const Field &field, const QString &text) const
{
    if (field.value.exists() && field.text() == text)
        return m_document.bytes(); // unchanged, with its escapes
    if (field.kind == FieldKind::Text)
        return setRaw(field, json::quoted(text.toStdString()));
    return setRaw(field, text.toStdString());
}

Result<Bytes> Form::setBool(const Field &field, bool value) const
{
    return setRaw(field, value ? "true" : "false");
}

Result<Bytes> Form::setState(const Field &field, FieldState state) const
{
    if (state == field.state)
        return m_document.bytes();
    switch (state) {
    case FieldState::Omitted:
        return json::removeValue(field.value);
    case FieldState::Null:
        return setRaw(field, "null");
    case FieldState::Empty:
        return setRaw(field, emptyOf(field.kind));
    case FieldState::Value:
        break;
    }
    return setRaw(field, newValue(field));
}

Result<Bytes> Form::choose(const Field &field, std::size_t choice) const
{
    if (choice >= field.choices.size())
        return impossible(Text::tr("The schema has no such choice."));
    const std::string &raw = field.choices[choice].raw;
    if (field.kind != FieldKind::MultiEnum)
        return setRaw(field, raw);
    if (!field.value.isArray())
        return setRaw(field, "[" + raw + "]");
    for (const json::Value item : field.value) {
        if (item.raw() == raw)
            return json::removeValue(item);
    }
    return json::insertElement(field.value, field.value.count(), raw);
}

// Keeps the members that both branches define, if they are valid in the new one.
Result<Bytes> Form::chooseBranch(const Field &field, std::size_t picker, std::size_t branch)
{
    if (picker >= field.pickers.size() || branch >= field.pickers[picker].branches.size())
        return impossible(Text::tr("The schema has no such choice."));
    const Shape &old = *field.m_shape;
    m_chosen[field.pointer + u'\n' + field.pickers[picker].id] = branch;
    if (!field.value.exists())
        return m_document.bytes();
    const bool isType = old.alternatives[picker].empty();
    if (isType && (old.typeOptions[branch] & typeBit(field.value)))
        return m_document.bytes();
    if (!isType && m_maker->fits(old.alternatives[picker][branch], field.value))
        return m_document.bytes();
    Places places;
    if (isType) {
        for (const Part &part : old.parts)
            places.push_back({part.schema, part.resource});
    } else {
        places.push_back(old.alternatives[picker][branch]);
    }
    const Shape shape = m_maker->make(places, {}, field.pointer, m_chosen, old.scope);
    const std::string fresh = skeleton(shape, field.pointer);
    const auto start = json::Document::parse(fresh);
    if (!start.root().isObject() || !field.value.isObject())
        return setRaw(field, fresh);
    const auto keeps = [&](const json::Value &member) {
        const Places of = m_maker->memberPlaces(shape, member.key());
        return !of.empty() && std::all_of(of.begin(), of.end(), [&](const SchemaPlace &place) {
            return m_maker->fits(place, member);
        });
    };
    json::Builder out;
    out.beginObject();
    for (const json::Value member : start.root()) {
        const json::Value before = field.value.member(member.key());
        out.rawMember(member.key(), before && keeps(before) ? before.raw() : member.raw());
    }
    for (const json::Value member : field.value) {
        if (!start.root().member(member.key()) && keeps(member))
            out.rawMember(member.key(), member.raw());
    }
    return setRaw(field, out.endObject().takeString());
}

Result<Bytes> Form::addItem(const Field &array) const
{
    const std::uint32_t index = array.value.count();
    const std::string raw = skeleton(m_maker->itemPlaces(*array.m_shape, index),
        array.pointer + u'/' + QString::number(index), array.m_shape->scope);
    if (!array.value.isArray())
        return setRaw(array, "[" + raw + "]");
    return json::insertElement(array.value, index, raw);
}

Result<Bytes> Form::removeItem(const Field &item)
{
    auto text = json::removeValue(item.value);
    if (!text)
        return text;
    forget(item.pointer);
    if (item.isElement) {
        const std::uint32_t gone = item.name.toUInt();
        std::vector<std::uint32_t> places(item.parent->value.count());
        std::iota(places.begin(), places.end(), 0);
        for (auto &place : places)
            place -= place > gone ? 1 : 0;
        shift(item.parent->pointer, places);
    }
    return text;
}

Result<Bytes> Form::moveItem(const Field &item, std::uint32_t to)
{
    if (!item.isElement)
        return impossible(Text::tr("Only an array element can be moved."));
    const std::uint32_t from = item.name.toUInt();
    auto text = json::moveElement(item.parent->value, from, to);
    if (!text)
        return text;
    std::vector<std::uint32_t> order(item.parent->value.count());
    std::iota(order.begin(), order.end(), 0);
    order.erase(order.begin() + from);
    order.insert(order.begin() + (to > from ? to - 1 : to), from);
    std::vector<std::uint32_t> places(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        places[order[i]] = i;
    shift(item.parent->pointer, places);
    return text;
}

Result<Bytes> Form::addMember(const Field &object, const QString &name) const
{
    const std::string utf8 = name.toStdString();
    if (object.value.member(utf8))
        return impossible(Text::tr("A member with this name already exists."));
    const std::string raw = skeleton(m_maker->memberPlaces(*object.m_shape, utf8),
        object.pointer + u'/' + name, object.m_shape->scope);
    if (object.value.isObject())
        return json::appendMember(object.value, utf8, raw);
    return setRaw(
        object, json::Builder().beginObject().rawMember(utf8, raw).endObject().takeString());
}

Result<Bytes> Form::renameMember(const Field &member, const QString &name) const
{
    if (member.value.parent()[name.toStdString()])
        return impossible(Text::tr("A member with this name already exists."));
    return json::renameMember(member.value, name.toStdString());
}

void Form::forget(const QString &pointer)
{
    const QString at = pointer + u'\n';
    const QString below = pointer + u'/';
    for (auto it = m_chosen.begin(); it != m_chosen.end();) {
        const bool gone = it.key().startsWith(at) || it.key().startsWith(below);
        it = gone ? m_chosen.erase(it) : std::next(it);
    }
}

// Moves the choices along with the elements they belong to.
void Form::shift(const QString &array, const std::vector<std::uint32_t> &newPlaces)
{
    const QString prefix = array + u'/';
    QHash<QString, std::size_t> moved;
    for (auto it = m_chosen.cbegin(); it != m_chosen.cend(); ++it) {
        QString key = it.key();
        if (key.startsWith(prefix)) {
            qsizetype end = prefix.size();
            while (end < key.size() && key[end].isDigit())
                ++end;
            const uint index = QStringView(key).mid(prefix.size(), end - prefix.size()).toUInt();
            if (index < newPlaces.size())
                key = prefix + QString::number(newPlaces[index]) + key.mid(end);
        }
        moved.insert(key, it.value());
    }
    m_chosen = std::move(moved);
}

} // namespace sonde::schema
