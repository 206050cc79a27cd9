// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Typing into a form with thousands of fields changes one of them: the other fields are kept.

#include "schema/form.h"
#include "schema/formshape.h"

#include <algorithm>

namespace sonde::schema {

namespace {

bool isSame(const Part &a, const Part &b)
{
    return a.schema.document() == b.schema.document() && a.schema.id() == b.schema.id()
        && a.resource == b.resource && a.onlyWords == b.onlyWords;
}

bool isSame(const Picker &a, const Picker &b)
{
    return a.id == b.id && a.chosen == b.chosen && a.fits == b.fits;
}

// Compares the parts that determine the child fields.
bool isSame(const Shape &a, const Shape &b)
{
    return a.types == b.types && a.never == b.never && a.required == b.required
        && a.scope == b.scope && a.problem == b.problem
        && std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
            [](const Part &left, const Part &right) { return isSame(left, right); });
}

// Whether the new text differs only in the bytes of the old value; without an old value, whether it
// only adds to the text.
bool isAround(std::string_view before, std::string_view now, const json::Value &old)
{
    const std::size_t most = std::min(before.size(), now.size());
    const auto front = std::size_t(
        std::mismatch(before.begin(), before.begin() + std::ptrdiff_t(most), now.begin()).first
        - before.begin());
    const auto back = std::size_t(
        std::mismatch(before.rbegin(), before.rbegin() + std::ptrdiff_t(most), now.rbegin()).first
        - before.rbegin());
    if (!old.exists())
        return front + back >= before.size() && now.size() > before.size();
    return front >= old.node().begin && back >= before.size() - old.node().end;
}

} // namespace

// Nodes are numbered in text order: those after a new node move up by one.
void Form::renumber(Field &field, json::NodeId from) const
{
    if (field.value.exists() && field.value.id() >= from)
        field.value = m_document.value(field.value.id() + 1);
    for (const auto &child : field.m_children)
        renumber(*child, from);
}

json::Value Form::followed(
    const Field &field, const json::Document &now, const json::Value &parent) const
{
    const std::size_t nodes = m_document.nodeCount();
    const std::uint32_t members = field.parent->value.count();
    json::Value value;
    if (field.value.exists()) {
        if (now.nodeCount() == nodes && parent.count() == members)
            value = now.value(field.value.id());
    } else if (parent.isObject() && now.nodeCount() == nodes + 1 && parent.count() == members + 1) {
        for (const json::Value member : parent)
            value = member; // ends at the last one
        if (json::toQString(value.key()) != field.name)
            value = {};
    }
    return value.isContainer() || field.value.isContainer() ? json::Value() : value;
}

bool Form::follow(const Bytes &text, const QString &pointer)
{
    // The field belongs to this form and was created when it was shown.
    auto *field = const_cast<Field *>(find(pointer));
    if (!field || !field->parent || !field->parent->value.exists() || field->isContainer())
        return false;
    json::Document now = json::Document::parse(text);
    if (!now.isValid() || !isAround(m_document.text(), text.view(), field->value))
        return false;
    const json::Value value = followed(*field, now, now.value(field->parent->value.id()));
    if (!value.exists())
        return false;
    const json::NodeId id = value.id();
    const bool isNew = !field->value.exists();
    m_document = std::move(now);
    m_maker->allowSteps(kMaxSteps);
    if (isNew)
        renumber(*m_root, id);
    field->value = m_document.value(id);
    for (const Field *at = field; at; at = at->parent) {
        if (!resettle(const_cast<Field &>(*at)))
            return false;
    }
    return true;
}

// Returns false if the field has changed its kind or its children.
bool Form::resettle(Field &field) const
{
    Places places;
    if (!field.parent && m_top.resource)
        places.push_back(m_top);
    else if (field.parent && field.isElement)
        places = m_maker->itemPlaces(*field.parent->m_shape, field.name.toUInt());
    else if (field.parent)
        places = m_maker->memberPlaces(*field.parent->m_shape, field.name.toStdString());
    const auto now = make(field.parent, field.name, field.value, places);
    const bool same = now->kind == field.kind && isSame(*now->m_shape, *field.m_shape)
        && std::equal(now->pickers.begin(), now->pickers.end(), field.pickers.begin(),
            field.pickers.end(), [](const Picker &a, const Picker &b) { return isSame(a, b); });
    field.state = now->state;
    return same;
}

} // namespace sonde::schema
