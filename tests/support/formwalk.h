// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/form.h"

#include <QSet>
#include <QStringList>

// Goes through a form as a person could: every branch, an element in each array, a further name in
// each object.
namespace sonde::test {

class FormWalk {
public:
    explicit FormWalk(schema::Form &form)
        : m_form(form)
    {
    }

    void walk(const QString &pointer = {})
    {
        const schema::Field *field = m_form.find(pointer);
        if (!field)
            return;
        const schema::FieldFacts facts = m_form.facts(*field);
        seen.insert(facts.schemaLocation);
        if (!facts.defaultValue.empty() && field->parent && !defaults.contains(facts.schemaLocation)
            && !field->value.exists()) {
            defaults.insert(facts.schemaLocation);
            checkDefault(*field, facts.defaultValue);
        }
        if (field->isRecursive)
            return;
        const std::size_t pickers = field->pickers.size();
        const std::size_t branches = pickers ? field->pickers[0].branches.size() : 1;
        for (std::size_t branch = 0; branch < branches; ++branch) {
            field = m_form.find(pointer);
            if (pickers)
                take(pointer, m_form.chooseBranch(*field, 0, branch));
            field = m_form.find(pointer);
            if (field->takesElements)
                take(pointer, m_form.addItem(*field));
            else if (field->takesMembers)
                take(pointer, m_form.addMember(*field, QStringLiteral("x")));
            QStringList below;
            for (const auto &child : m_form.children(*m_form.find(pointer)))
                below << child->pointer;
            for (const QString &child : below)
                walk(child);
        }
    }

    QSet<QString> seen; // places of the schema that became a field
    QSet<QString> defaults; // places whose default was offered
    QStringList wrong; // what did not work out

private:
    void take(const QString &pointer, const Result<Bytes> &text)
    {
        if (!text || !m_form.setText(*text))
            wrong << pointer + (text ? QString() : QString(u' ' + text.error().sentence));
    }

    void checkDefault(const schema::Field &field, const std::string &given)
    {
        const auto text = m_form.setRaw(field, m_form.newValue(field));
        const auto document = text ? json::Document::parse(*text) : json::Document();
        if (document.pointer(field.pointer).raw() != given)
            wrong << field.pointer + QStringLiteral(" default");
    }

    schema::Form &m_form;
};

// What is there only for some values.
inline bool isConditional(const QString &pointer)
{
    return pointer.startsWith(QLatin1String("/if")) || pointer.startsWith(QLatin1String("/then"));
}

// Places of `properties` that became no field.
inline QStringList lostProperties(schema::Form &form, const json::Document &schema)
{
    FormWalk walk(form);
    walk.walk();
    QStringList lost = walk.wrong;
    for (json::NodeId id = 0; id < schema.nodeCount(); ++id) {
        const json::Value place = schema.value(id);
        if (place.parent().key() != "properties" || !place.parent().isObject())
            continue;
        const QString pointer = place.pointer();
        if (!isConditional(pointer) && !walk.seen.contains(pointer))
            lost << pointer;
    }
    return lost;
}

struct Defaults {
    int written = 0; // in the schema, of properties
    int offered = 0; // as they are written
    QStringList wrong;
};

inline Defaults checkDefaults(const std::shared_ptr<const json::Document> &schema)
{
    schema::Form form(schema);
    form.setText(Bytes::copyOf("{}"));
    FormWalk walk(form);
    walk.walk();
    Defaults found;
    found.wrong = walk.wrong;
    for (json::NodeId id = 0; id < schema->nodeCount(); ++id) {
        const json::Value place = schema->value(id);
        const bool isProperty =
            place.parent().key() == "properties" && place.parent().isObject() && place.isObject();
        if (!isProperty || !place["default"].exists())
            continue;
        ++found.written;
        found.offered += walk.defaults.contains(place.pointer()) ? 1 : 0;
        if (!walk.defaults.contains(place.pointer()))
            found.wrong << place.pointer() + QStringLiteral(" is not offered");
    }
    return found;
}

} // namespace sonde::test
