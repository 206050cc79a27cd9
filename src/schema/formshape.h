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

// A schema object that applies to a place. Beside a draft-07 `$ref`, only its annotations count.
struct Part {
    json::Value schema;
    const SchemaResource *resource = nullptr;
    bool onlyWords = false;
};

// Of the types that a place may have, as bits.
inline constexpr std::uint8_t kNullBit{1};
inline constexpr std::uint8_t kBoolBit{2};
inline constexpr std::uint8_t kIntegerBit{4};
inline constexpr std::uint8_t kNumberBit{8}; // integers are numbers: "number" sets both bits
inline constexpr std::uint8_t kStringBit{16};
inline constexpr std::uint8_t kArrayBit{32};
inline constexpr std::uint8_t kObjectBit{64};
inline constexpr std::uint8_t kAnyType{127};

// All schemas that apply to one place of the current document, side by side: references, allOf, the
// chosen branches, and the applicable parts of if and dependent*.
struct Shape {
    std::vector<Part> parts;
    std::vector<Picker> pickers;
    // Of each picker; empty for a picker of types.
    std::vector<std::vector<SchemaPlace>> alternatives;
    std::vector<std::uint8_t> typeOptions; // of the picker of types, if there is one
    std::vector<Choice> choices; // constants with titles
    bool hasChoices = false;
    bool constant = false;
    bool nullBranch = false;
    bool never = false;
    std::uint8_t types = kAnyType;
    bool typed = false; // at least one part has `type`
    std::vector<std::string> required; // by dependent* for the current value
    std::vector<const SchemaResource *> scope; // dynamic scope, outermost first
    QString problem;
};

// The branches chosen by the user, by "pointer\nlocation of the keyword".
using Chosen = QHash<QString, std::size_t>;

// Builds shapes: follows references, and selects branches with the validator.
class ShapeMaker {
public:
    explicit ShapeMaker(SchemaStore &store)
        : m_store(store)
    {
    }

    // `instance` may be absent. `chosen` are the user's choices.
    Shape make(const std::vector<SchemaPlace> &places, const json::Value &instance,
        const QString &pointer, const Chosen &chosen,
        const std::vector<const SchemaResource *> &scope);
    // A shape with every branch that the members of `instance` do not rule out: no branch is
    // chosen, and parts may contradict each other.
    Shape makeOpen(const std::vector<SchemaPlace> &places, const json::Value &instance,
        const std::vector<const SchemaResource *> &scope);
    // The schemas that apply to a member or an element.
    std::vector<SchemaPlace> memberPlaces(const Shape &shape, const std::string &name) const;
    std::vector<SchemaPlace> itemPlaces(const Shape &shape, std::uint32_t index) const;
    bool fits(const SchemaPlace &place, const json::Value &instance);
    // The location of the schema together with its resource.
    SchemaPlace place(const json::Value &schema, const Part &from) const;

    // Limits the total number of steps of all following guesses; guesses beyond the limit fail.
    // Without this call there is no total limit.
    void allowSteps(std::uint64_t steps) { m_stepsLeft = steps; }

    static constexpr std::uint64_t kMaxSteps = 200'000; // per guess
    static constexpr int kMaxParts = 1000; // per place

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
    SchemaPlace resolved(SchemaPlace place); // follows plain references
    QString nameOf(const SchemaPlace &branch, const std::string &discriminator, std::size_t index);
    std::string discriminator(const std::vector<SchemaPlace> &branches);

    SchemaStore &m_store;
    std::vector<std::unique_ptr<Compiler>> m_compilers; // only the last one is still usable
    std::unordered_map<const void *, std::unordered_map<json::NodeId, const Schema *>> m_compiled;
    mutable NamePatterns m_patterns;
    std::uint64_t m_stepsLeft = std::numeric_limits<std::uint64_t>::max();
    json::Document m_nothing = json::Document::parse(std::string_view("{}"));
};

// Properties of a shape.
// The keyword in the first part that has it.
json::Value keyword(const Shape &shape, const char *name);
std::uint8_t typeBit(const json::Value &value);
std::uint8_t typesOf(const json::Value &typeKeyword);
FieldKind kindOf(const Shape &shape);
// All values that `enum`, `const` and titled constants allow; empty if there are none of them.
std::vector<Choice> choicesOf(const Shape &shape);
bool isConstant(const Shape &shape);
bool isNullable(const Shape &shape, FieldKind kind);
FieldFacts factsOf(const Shape &shape);

} // namespace sonde::schema
