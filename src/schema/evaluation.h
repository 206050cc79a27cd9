// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/schemastore.h"
#include "schema/validationoutput.h"
#include "json/document.h"

#include <QVarLengthArray>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace sonde::schema {

class Evaluation;
class Check;

// A set of types of values.
using Types = unsigned;
constexpr Types only(json::Type type)
{
    return 1U << static_cast<unsigned>(type);
}
inline constexpr std::size_t kTypeCount = std::size_t(json::Type::Object) + 1;
inline constexpr Types kEveryType = (1U << kTypeCount) - 1;

// A compiled schema object. Schemas refer to each other, also in cycles; the compiler owns them.
struct Schema {
    enum class Kind : std::uint8_t { Object, Always, Never };
    Kind kind = Kind::Object;
    json::Value source;
    const SchemaResource *resource = nullptr;
    std::vector<std::unique_ptr<Check>> checks;
    std::vector<json::Value> annotations; // keywords that only annotate
    bool tracks = false; // has unevaluatedItems or unevaluatedProperties

    // The checks that judge values of the type. Those that depend on results of others come last.
    std::span<const Check *const> checksOf(json::Type type) const
    {
        const auto number = static_cast<std::size_t>(type);
        return {m_byType.data() + m_begins[number], m_byType.data() + m_begins[number + 1]};
    }
    void sortChecks(); // once all of them are there

private:
    std::vector<const Check *> m_byType; // a check is there for each type that it judges
    std::array<std::uint32_t, kTypeCount + 1> m_begins{};
};

// The children of a value that keywords of the same schema object have evaluated (2020-12 core 11).
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

// One compiled keyword of a schema. Values of types that it does not judge pass: most keywords are
// about one type.
class Check {
public:
    explicit Check(json::Value keyword, Types judged = kEveryType)
        : m_keyword(keyword)
        , m_judged(judged)
    {
    }
    virtual ~Check() = default;
    bool judges(Types type) const { return (m_judged & type) != 0; }
    // Whether the instance passes, which has a type that is judged. `evaluated` is null unless a
    // caller needs the children of the instance that were evaluated.
    virtual bool run(
        Evaluation &evaluation, const json::Value &instance, Evaluated *evaluated) const = 0;
    // Whether it runs after the other checks, and only if they passed.
    virtual bool isLast() const { return false; }
    // Whether it applies a schema at another location.
    virtual bool isReference() const { return false; }
    const json::Value &keyword() const { return m_keyword; }

private:
    json::Value m_keyword;
    Types m_judged;
};

struct EvaluationLimits {
    std::uint64_t maxSteps = 20'000'000; // keywords evaluated, plus the steps of expensive ones
    int maxDepth = 4000; // nesting of schemas, references included
    std::size_t maxUnits = 1000;
};

// The state of one validation. The first pass collects no errors; only an instance that fails is
// evaluated again to explain why.
class Evaluation {
public:
    Evaluation(const EvaluationLimits &limits, bool collectErrors, bool collectAnnotations);

    bool evaluate(const Schema &schema, const json::Value &instance, Evaluated *evaluated);

    // For checks: applies a subschema of the keyword, or the target of its reference.
    bool apply(const Check &check, const Schema &schema, const json::Value &instance,
        Evaluated *evaluated);
    // Like apply(), but reports no errors: for subschemas that are allowed to fail. What one that
    // fails has evaluated does not count.
    bool applySilently(const Check &check, const Schema &schema, const json::Value &instance,
        Evaluated *evaluated);
    // For propertyNames: `name` is in a document of its own; errors are reported at the member.
    bool applyToName(const Check &check, const Schema &schema, const json::Value &name,
        const json::Value &member);

    // Always returns false; `sentence` is called only when errors are collected.
    template <typename Sentence>
    bool fails(const Check &check, const json::Value &instance, Sentence &&sentence)
    {
        if (!endsAtFailure())
            addError(check.keyword(), instance, sentence());
        return false;
    }
    // Reports an instance that lacks a member.
    template <typename Sentence>
    bool lacks(const std::string &member, const Check &check, const json::Value &instance,
        Sentence &&sentence)
    {
        if (!endsAtFailure())
            addError(check.keyword(), instance, sentence(), member);
        return false;
    }
    // Adds to the step count; returns false when the limit is exceeded.
    bool spend(std::uint64_t steps)
    {
        m_steps += steps;
        return m_steps <= m_limits.maxSteps || tooManySteps();
    }
    bool tooComplex(const QString &why); // always returns false
    bool isTooComplex() const { return !m_tooComplex.isEmpty(); }
    std::uint64_t steps() const { return m_steps; }
    const QString &complaint() const { return m_tooComplex; }

    // Whether everything must be evaluated, including what cannot change the result.
    bool isThorough() const { return m_collectAnnotations; }
    // Whether what comes after a failure cannot change the result, and is not reported either.
    bool endsAtFailure() const { return !m_collectErrors || m_silent > 0; }
    using Scope = QVarLengthArray<const SchemaResource *, 16>;
    const Scope &scope() const { return m_scope; } // the outermost resource first

    std::vector<Unit> errors;
    std::vector<Unit> annotations;

private:
    struct Frame {
        const Frame *above = nullptr;
        const Check *check = nullptr; // that led here
        const Schema *applied = nullptr;
        // The keyword of a reference, or the subschema.
        json::Value place() const;
    };
    // `check`: that applies the schema; null for the outermost one.
    bool judge(const Check *check, const Schema &schema, const json::Value &instance,
        Evaluated *evaluated);
    bool enter(const Schema &schema, const json::Value &instance, Evaluated *evaluated);
    bool run(const Schema &schema, const json::Value &instance, Evaluated *evaluated);
    bool runTracking(const Schema &schema, const json::Value &instance, Evaluated *evaluated);
    bool tooManySteps(); // always returns false
    void addError(const json::Value &keyword, const json::Value &instance, QString sentence,
        const std::string &missing = {});
    void addAnnotations(const Schema &schema, const json::Value &instance);
    Unit unit(const json::Value &keyword, const json::Value &instance) const;

    const EvaluationLimits m_limits;
    const bool m_collectErrors;
    const bool m_collectAnnotations;
    int m_silent = 0;
    int m_depth = 0;
    std::uint64_t m_steps = 0;
    QString m_tooComplex;
    Scope m_scope;
    const Frame *m_frame = nullptr;
    json::Value m_member; // the member whose name is being evaluated
};

} // namespace sonde::schema
