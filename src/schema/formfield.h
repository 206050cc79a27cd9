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

// The kind of control that a front end shows for a place of the document. A union has no kind of
// its own: the field has the kind of its chosen branch, and carries the pickers.
enum class FieldKind : std::uint8_t {
    Text,
    Integer,
    Number,
    Boolean,
    Null, // null is the only possible value
    Enum,
    MultiEnum, // an array of unique items from a list of choices
    Const,
    Object,
    Array,
    Tuple, // an array whose first elements have their own schemas
    Json, // no other kind fits: the JSON text of this part
};

enum class FieldState : std::uint8_t {
    Omitted,
    Null,
    Empty, // "", [] or {}
    Value,
};

struct Choice {
    QString title; // from the schema, or the value itself
    QString description;
    std::string raw; // JSON text
};

// A choice that the schema leaves open: anyOf, oneOf, or several types.
struct Picker {
    QString keyword; // "oneOf", "anyOf", "type"
    QString id; // its location in the schema, by which the choice is remembered
    QString by; // the discriminating property; empty if there is none
    std::vector<QString> branches; // their display names
    std::size_t chosen = 0;
    bool fits = false; // the value is valid in the chosen branch
};

// Further constraints and annotations of a field. Numbers and values are JSON text, as written.
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

// One field of a form, valid until the form gets another text.
class Field {
public:
    Field();
    ~Field();
    Field(const Field &) = delete;
    Field &operator=(const Field &) = delete;

    QString pointer; // its location in the document, also when omitted
    QString name; // the member's name, or the element's index
    json::Value value; // does not exist if the field is omitted
    const Field *parent = nullptr;
    FieldKind kind = FieldKind::Json;
    FieldState state = FieldState::Omitted;
    bool required = false;
    bool isElement = false; // an array element
    bool isAdded = false; // not one of the schema's properties: it can be renamed
    bool isRecursive = false; // an ancestor has the same schema
    bool nullable = false;
    bool isForbidden = false; // the schema allows no value here
    bool takesMembers = false; // the schema allows additional members
    bool takesElements = false;
    int depth = 0;
    std::vector<Choice> choices; // Enum, MultiEnum, Const
    std::vector<Picker> pickers;
    QString problem; // why a part of the schema could not be used

    bool isContainer() const
    {
        return kind == FieldKind::Object || kind == FieldKind::Array || kind == FieldKind::Tuple;
    }
    // States that this field can have. A required field can be omitted too, because a debugger must
    // be able to send invalid arguments.
    bool allows(FieldState state) const;
    // The value as the user types it: a string without quotes, any other value as its JSON text.
    QString text() const;
    // Enum and Const: index of the value's choice, or -1. MultiEnum: whether it is in the list.
    int choice() const;
    bool hasChoice(std::size_t index) const;

private:
    friend class Form;
    std::unique_ptr<Shape> m_shape;
    mutable std::vector<std::unique_ptr<Field>> m_children;
    mutable bool m_open = false; // the children exist
};

} // namespace sonde::schema
