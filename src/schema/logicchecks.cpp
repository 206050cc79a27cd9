// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// $ref, $dynamicRef, allOf, anyOf, oneOf, not, if/then/else (2020-12 core 8.2.3 and 10.2).

#include "schema/compiler.h"

#include "schema/schematr.h"

namespace sonde::schema {

namespace {

class Reference final : public Check {
public:
    Reference(json::Value keyword, const Schema *target)
        : Check(keyword)
        , m_target(target)
    {
    }
    bool isReference() const override { return true; }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        return run.apply(*this, *m_target, instance, evaluated);
    }

private:
    const Schema *const m_target;
};

// 2020-12 core 8.2.3.2: refers to the outermost resource in the dynamic scope that has the anchor.
class DynamicReference final : public Check {
public:
    DynamicReference(json::Value keyword, const Schema *initial, const Compiler::Dynamic *anchors)
        : Check(keyword)
        , m_initial(initial)
        , m_anchors(anchors)
    {
    }
    bool isReference() const override { return true; }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        const Schema *target = m_initial;
        for (const SchemaResource *resource : run.scope()) {
            if (const auto found = m_anchors->find(resource); found != m_anchors->end()) {
                target = found->second;
                break;
            }
        }
        return run.apply(*this, *target, instance, evaluated);
    }

private:
    const Schema *const m_initial;
    const Compiler::Dynamic *const m_anchors;
};

using Branches = std::vector<const Schema *>;

class AllOf final : public Check {
public:
    AllOf(json::Value keyword, Branches branches)
        : Check(keyword)
        , m_branches(std::move(branches))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        bool passed = true;
        for (const Schema *branch : m_branches) {
            passed = run.apply(*this, *branch, instance, evaluated) && passed;
            if (!passed && run.endsAtFailure())
                break;
        }
        return passed;
    }

private:
    const Branches m_branches;
};

class AnyOf final : public Check {
public:
    AnyOf(json::Value keyword, Branches branches)
        : Check(keyword)
        , m_branches(std::move(branches))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        bool passed = false;
        for (const Schema *branch : m_branches) {
            if (!run.applySilently(*this, *branch, instance, evaluated))
                continue;
            passed = true;
            if (!evaluated && !run.isThorough())
                break;
        }
        if (passed || run.isTooComplex() || run.endsAtFailure())
            return passed;
        for (const Schema *branch : m_branches)
            run.apply(*this, *branch, instance, nullptr); // each branch reports its errors
        return run.fails(*this, instance, [&] {
            return Text::tr("Must match one of %1 choices (matches none).").arg(m_branches.size());
        });
    }

private:
    const Branches m_branches;
};

class OneOf final : public Check {
public:
    OneOf(json::Value keyword, Branches branches)
        : Check(keyword)
        , m_branches(std::move(branches))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        std::size_t first = 0; // of the two that fit, counted from 1; 0: none
        std::size_t second = 0;
        for (std::size_t i = 0; i < m_branches.size() && second == 0; ++i) {
            if (run.applySilently(*this, *m_branches[i], instance, evaluated))
                (first == 0 ? first : second) = i + 1;
        }
        const bool passed = first != 0 && second == 0;
        if (passed || run.isTooComplex() || run.endsAtFailure())
            return passed;
        if (first == 0) {
            for (const Schema *branch : m_branches)
                run.apply(*this, *branch, instance, nullptr);
        }
        return run.fails(*this, instance, [&] {
            return first == 0
                ? Text::tr("Must match one of %1 choices (matches none).").arg(m_branches.size())
                : Text::tr("Must match exactly one choice (matches %1 and %2).")
                      .arg(first)
                      .arg(second);
        });
    }

private:
    const Branches m_branches;
};

class Not final : public Check {
public:
    Not(json::Value keyword, const Schema *schema)
        : Check(keyword)
        , m_schema(schema)
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        if (!run.applySilently(*this, *m_schema, instance, nullptr))
            return !run.isTooComplex();
        return run.fails(
            *this, instance, [] { return Text::tr("Must not match the schema of “not”."); });
    }

private:
    const Schema *const m_schema;
};

class Condition final : public Check {
public:
    Condition(json::Value keyword, const Schema *condition, std::unique_ptr<Check> yes,
        std::unique_ptr<Check> no)
        : Check(keyword)
        , m_condition(condition)
        , m_then(std::move(yes))
        , m_else(std::move(no))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        const bool holds = run.applySilently(*this, *m_condition, instance, evaluated);
        if (run.isTooComplex())
            return false;
        const auto &next = holds ? m_then : m_else;
        return !next || next->run(run, instance, evaluated);
    }

private:
    const Schema *const m_condition;
    const std::unique_ptr<Check> m_then, m_else;
};

Branches branches(Compiler &compiler, const Schema &schema, const json::Value &keyword)
{
    Branches result;
    if (!keyword.isArray() || keyword.count() == 0) {
        compiler.malformed(keyword, Text::tr("must be an array of at least one schema"));
        return result;
    }
    for (const json::Value item : keyword)
        result.push_back(compiler.schema(item, *schema.resource));
    return result;
}

void addReferences(Compiler &compiler, Schema &schema)
{
    if (const json::Value keyword = schema.source["$ref"]) {
        if (const Schema *target = compiler.reference(keyword, *schema.resource))
            schema.checks.push_back(std::make_unique<Reference>(keyword, target));
    }
    const json::Value keyword = schema.source["$dynamicRef"];
    if (!keyword || schema.resource->dialect.draft == Draft::Draft7)
        return;
    const Schema *const initial = compiler.reference(keyword, *schema.resource);
    if (!initial)
        return;
    const std::string anchor = Uri::parse(keyword.text()).fragment;
    const auto &anchors = initial->resource->dynamicAnchors;
    const auto found = anchors.find(anchor);
    if (found != anchors.end() && found->second == initial->source.id())
        schema.checks.push_back(
            std::make_unique<DynamicReference>(keyword, initial, compiler.dynamicAnchor(anchor)));
    else
        schema.checks.push_back(std::make_unique<Reference>(keyword, initial));
}

} // namespace

void addLogicChecks(Compiler &compiler, Schema &schema)
{
    addReferences(compiler, schema);
    const bool onlyReference =
        schema.resource->dialect.draft == Draft::Draft7 && schema.source["$ref"].isString();
    if (onlyReference || !schema.resource->dialect.applicator)
        return;
    const auto below = [&](const json::Value &keyword) {
        return compiler.schema(keyword, *schema.resource);
    };
    if (const json::Value keyword = schema.source["allOf"])
        schema.checks.push_back(
            std::make_unique<AllOf>(keyword, branches(compiler, schema, keyword)));
    if (const json::Value keyword = schema.source["anyOf"])
        schema.checks.push_back(
            std::make_unique<AnyOf>(keyword, branches(compiler, schema, keyword)));
    if (const json::Value keyword = schema.source["oneOf"])
        schema.checks.push_back(
            std::make_unique<OneOf>(keyword, branches(compiler, schema, keyword)));
    if (const json::Value keyword = schema.source["not"])
        schema.checks.push_back(std::make_unique<Not>(keyword, below(keyword)));
    if (const json::Value keyword = schema.source["if"]) {
        const auto branch = [&](std::string_view name) -> std::unique_ptr<Check> {
            const json::Value member = schema.source[name];
            return member ? std::make_unique<Reference>(member, below(member)) : nullptr;
        };
        schema.checks.push_back(
            std::make_unique<Condition>(keyword, below(keyword), branch("then"), branch("else")));
    }
}

} // namespace sonde::schema
