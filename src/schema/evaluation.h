// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/output.h"
#include "schema/schemastore.h"
#include "json/document.h"

#include <memory>
#include <string_view>
#include <vector>

namespace sonde::schema {

class Evaluation;
class Check;

// What a schema object says, ready to be asked. Schemas point at each other, also in circles; the
// compiler owns them.
struct Schema {
    enum class Kind : std::uint8_t { Object, Always, Never };
    Kind kind = Kind::Object;
    json::Value source;
    const Resource *resource = nullptr;
    std::vector<std::unique_ptr<Check>> checks; // those that need the others' findings come last
    std::vector<json::Value> annotations; // keywords that only say something
    bool tracks = false; // has unevaluatedItems or unevaluatedProperties
};

// Which children of a value were looked at by keywords of the same place (2020-12 core 11).
class Evaluated {
public:
    explicit Evaluated(const json::Value &container)
        : m_children(container.count())
    {
    }
    void add(std::uint32_t child) { m_children[child] = true; }
    void addFirst(std::uint32_t count);
    void merge(const Evaluated &other);
    bool has(std::uint32_t child) const { return m_children[child]; }

private:
    std::vector<bool> m_children;
};

// One keyword of a schema.
class Check {
public:
    explicit Check(json::Value keyword)
        : m_keyword(keyword)
    {
    }
    virtual ~Check() = default;
    // Whether the instance passes. `evaluated` is given when somebody wants to know which of the
    // instance's children were looked at.
    virtual bool run(
        Evaluation &evaluation, const json::Value &instance, Evaluated *evaluated) const = 0;
    // After the others, and only when they have passed.
    virtual bool isLast() const { return false; }
    // Leads to a schema that stands elsewhere.
    virtual bool isReference() const { return false; }
    const json::Value &keyword() const { return m_keyword; }

private:
    json::Value m_keyword;
};

struct EvaluationLimits {
    std::uint64_t maxSteps = 20'000'000; // keywords asked, and what they do that takes time
    int maxDepth = 4000; // schemas inside each other, references included
    std::size_t maxUnits = 1000;
};

// The state of one validation. Runs silently first; only an instance that fails is gone through
// again to say why.
class Evaluation {
public:
    Evaluation(const EvaluationLimits &limits, bool collectErrors, bool collectAnnotations);

    bool evaluate(const Schema &schema, const json::Value &instance, Evaluated *evaluated);

    // For checks: a schema below one of their keywords, or behind their reference.
    bool apply(const Check &check, const Schema &schema, const json::Value &instance,
        Evaluated *evaluated);
    // The same, and what it finds wrong is not said: it may be meant to fail.
    bool applySilently(const Check &check, const Schema &schema, const json::Value &instance,
        Evaluated *evaluated);
    // For propertyNames: `name` is a document of its own, the member stands for it.
    bool applyToName(const Check &check, const Schema &schema, const json::Value &name,
        const json::Value &member);

    // Always false; `sentence` is asked only when somebody will read it.
    template <typename Sentence>
    bool fails(const Check &check, const json::Value &instance, Sentence &&sentence)
    {
        if (m_collectErrors && m_silent == 0)
            addError(check.keyword(), instance, sentence());
        return false;
    }
    // Counts work; false when there was too much of it.
    bool spend(std::uint64_t steps);
    bool tooComplex(const QString &why); // always false
    bool isTooComplex() const { return !m_tooComplex.isEmpty(); }
    std::uint64_t steps() const { return m_steps; }
    const QString &complaint() const { return m_tooComplex; }

    // Everything has to be looked at, also what cannot change the verdict.
    bool isThorough() const { return m_collectAnnotations; }
    const std::vector<const Resource *> &scope() const { return m_scope; }

    std::vector<Unit> errors;
    std::vector<Unit> annotations;

private:
    struct Frame {
        const Frame *above = nullptr;
        json::Value schema; // whose keyword led on
        json::Value to; // the keyword of a reference, or the schema below
    };
    bool run(const Schema &schema, const json::Value &instance, Evaluated *evaluated);
    void addError(const json::Value &keyword, const json::Value &instance, QString sentence);
    void addAnnotations(const Schema &schema, const json::Value &instance);
    Unit unit(const json::Value &keyword, const json::Value &instance) const;

    const EvaluationLimits m_limits;
    const bool m_collectErrors;
    const bool m_collectAnnotations;
    int m_silent = 0;
    int m_depth = 0;
    std::uint64_t m_steps = 0;
    QString m_tooComplex;
    std::vector<const Resource *> m_scope;
    const Frame *m_frame = nullptr;
    json::Value m_member; // whose name is being looked at
};

} // namespace sonde::schema
