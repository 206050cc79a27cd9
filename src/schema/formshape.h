// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/compiler.h"
#include "schema/formfield.h"
#include "schema/namepatterns.h"

#include <QHash>

#include <array>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace sonde::schema {

// A schema object that speaks about a place. Beside a draft-07 `$ref` only its words count.
struct Part {
    json::Value schema;
    const Resource *resource = nullptr;
    bool onlyWords = false;
};

enum TypeBit : std::uint8_t {
    kNullBit = 1,
    kBoolBit = 2,
    kIntegerBit = 4,
    kNumberBit = 8, // integers are numbers: both bits are set for "number"
    kStringBit = 16,
    kArrayBit = 32,
    kObjectBit = 64,
    kAnyType = 127,
};

// Everything that holds for one place of the document as it is now: references, allOf, the chosen
// branches, and what applies of if and dependent* are laid side by side.
struct Shape {
    std::vector<Part> parts;
    std::vector<Picker> pickers;
    std::vector<std::vector<SchemaPlace>> alternatives; // of each picker; empty for types
    std::vector<std::uint8_t> typeOptions; // of the picker of types
    std::vector<Choice> choices; // of titled constants
    bool hasChoices = false;
    bool constant = false;
    bool nullBranch = false;
    bool never = false;
    std::uint8_t types = kAnyType;
    bool typed = false; // some part names types
    std::vector<std::string> required; // by dependent* as the value is now
    std::vector<const Resource *> scope; // resources on the way here, outermost first
    QString problem;
};

// What a person chose, by "pointer\nplace of the keyword".
using Chosen = QHash<QString, std::size_t>;

// Makes shapes: follows references and judges branches by the validator.
class ShapeMaker {
public:
    explicit ShapeMaker(SchemaStore &store)
        : m_store(store)
    {
    }

    // `instance` may be absent. `chosen` are the choices of a person.
    Shape make(const std::vector<SchemaPlace> &places, const json::Value &instance,
        const QString &pointer, const Chosen &chosen, const std::vector<const Resource *> &scope);
    // The same with every branch that the members of `instance` do not speak against: nothing is
    // chosen, and the parts may contradict each other.
    Shape makeOpen(const std::vector<SchemaPlace> &places, const json::Value &instance,
        const std::vector<const Resource *> &scope);
    // What holds for a member or an element of a place.
    std::vector<SchemaPlace> memberPlaces(const Shape &shape, const std::string &name) const;
    std::vector<SchemaPlace> itemPlaces(const Shape &shape, std::uint32_t index) const;
    bool fits(const SchemaPlace &place, const json::Value &instance);
    // The place with the resource it belongs to.
    SchemaPlace place(const json::Value &schema, const Part &from) const;

    // From here on, guesses take so many steps together; those that would take more fail. Without
    // a call there is no such limit.
    void allowSteps(std::uint64_t steps) { m_stepsLeft = steps; }

    static constexpr std::uint64_t kMaxSteps = 200'000; // for a guess
    static constexpr int kMaxParts = 1000; // for one place

private:
    struct Run {
        Shape &shape;
        const json::Value &instance;
        const QString &pointer;
        const Chosen &chosen;
        bool open = false;
        std::unordered_set<json::NodeId> seen{};
        int budget = kMaxParts;
    };
    void gather(Run &run, const SchemaPlace &place);
    void gatherReference(Run &run, const Part &part, const json::Value &reference, bool dynamic);
    void gatherAlternatives(Run &run, const Part &part, const json::Value &keyword);
    void gatherOpen(Run &run, const std::vector<SchemaPlace> &branches);
    void gatherConditions(Run &run, const Part &part);
    void gatherTypes(Run &run);
    std::size_t guess(const std::vector<SchemaPlace> &branches, const json::Value &instance,
        const std::string &discriminator, bool &fits);
    SchemaPlace resolved(SchemaPlace place); // through plain references
    QString nameOf(const SchemaPlace &branch, const std::string &discriminator, std::size_t index);
    std::string discriminator(const std::vector<SchemaPlace> &branches);

    SchemaStore &m_store;
    std::vector<std::unique_ptr<Compiler>> m_compilers; // the last one is good
    std::unordered_map<const void *, std::unordered_map<json::NodeId, const Schema *>> m_compiled;
    mutable NamePatterns m_patterns;
    std::uint64_t m_stepsLeft = std::numeric_limits<std::uint64_t>::max();
    json::Document m_nothing = json::Document::parse(std::string_view("{}"));
};

// Questions about a shape.
json::Value keyword(const Shape &shape, const char *name); // the first part that has it
std::uint8_t typeBit(const json::Value &value);
std::uint8_t typesOf(const json::Value &typeKeyword);
FieldKind kindOf(const Shape &shape);
// All values that `enum`, `const` and titled constants leave; nothing when they do not speak.
std::vector<Choice> choicesOf(const Shape &shape);
bool isConstant(const Shape &shape);
bool isNullable(const Shape &shape, FieldKind kind);
FieldFacts factsOf(const Shape &shape);

} // namespace sonde::schema
