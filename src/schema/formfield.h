// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sonde::schema {

struct Shape;

// What a front end shows for a place of the document. A union is no kind of its own: the field is
// what its chosen branch makes of it, and carries the pickers.
enum class FieldKind : std::uint8_t {
    Text,
    Integer,
    Number,
    Boolean,
    Null, // nothing else is possible
    Enum,
    MultiEnum, // an array without repetition from a list of choices
    Const,
    Object,
    Array,
    Tuple, // an array whose first places have schemas of their own
    Json, // no field fits: the text of this part
};

enum class FieldState : std::uint8_t {
    Omitted,
    Null,
    Empty, // "", [] or {}
    Value,
};

struct Choice {
    QString title; // a title of its own, or the value
    QString description;
    std::string raw; // JSON text
};

// Where the schema leaves open what a value is: anyOf, oneOf, or several types.
struct Picker {
    QString keyword; // "oneOf", "anyOf", "type"
    QString id; // where it stands in the schema: what a choice is remembered by
    QString by; // the property that tells the branches apart; empty when there is none
    std::vector<QString> branches; // what to call them
    std::size_t chosen = 0;
    bool fits = false; // the value is of the chosen branch
};

// What else the schema says about a field. Numbers and values are JSON text, as written.
struct FieldFacts {
    QString title;
    QString description;
    QString format;
    QString pattern;
    std::string minimum;
    std::string exclusiveMinimum;
    std::string maximum;
    std::string exclusiveMaximum;
    std::string multipleOf;
    std::string minLength;
    std::string maxLength;
    std::string minItems;
    std::string maxItems;
    std::string minProperties;
    std::string maxProperties;
    bool uniqueItems = false;
    bool readOnly = false;
    bool writeOnly = false;
    bool deprecated = false;
    std::string defaultValue;
    std::vector<std::string> examples;
    QString contentEncoding;
    QString contentMediaType;
    QString schemaLocation; // JSON pointer into the schema
};

// One field of a form. It belongs to the document that the form was last given.
class Field {
public:
    Field();
    ~Field();
    Field(const Field &) = delete;
    Field &operator=(const Field &) = delete;

    QString pointer; // where it stands, or would stand, in the document
    QString name; // of the member; the index of an element
    json::Value value; // does not exist when it is omitted
    const Field *parent = nullptr;
    FieldKind kind = FieldKind::Json;
    FieldState state = FieldState::Omitted;
    bool required = false;
    bool isElement = false; // of an array
    bool isAdded = false; // no property names it: it can be renamed
    bool isRecursive = false; // the same schema stands above it
    bool nullable = false;
    bool isForbidden = false; // the schema allows no value here
    bool takesMembers = false; // further names are described or said to be allowed
    bool takesElements = false;
    int depth = 0;
    std::vector<Choice> choices; // Enum, MultiEnum, Const
    std::vector<Picker> pickers;
    QString problem; // of the schema: why a part of it could not be followed

    bool isContainer() const
    {
        return kind == FieldKind::Object || kind == FieldKind::Array || kind == FieldKind::Tuple;
    }
    // States that the schema knows for this field. Omitting a required one is possible as well:
    // sending what is wrong is a debugger's business.
    bool allows(FieldState state) const;
    // The value as a person types it: a text without quotes, everything else as it stands.
    QString text() const;
    // Enum and Const: which choice it is, -1 for none. MultiEnum: whether it is in the list.
    int choice() const;
    bool hasChoice(std::size_t index) const;

private:
    friend class Form;
    std::unique_ptr<Shape> m_shape;
    mutable std::vector<std::unique_ptr<Field>> m_children;
    mutable bool m_open = false; // the children are made
};

} // namespace sonde::schema
