// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// prefixItems, items, contains, unevaluatedItems (2020-12 core 10.3.1 and 11.2; draft-07 9.3).

#include "schema/compiler.h"
#include "schema/schematr.h"
#include "json/decimal.h"

#include <limits>

namespace sonde::schema {

namespace {

class Items final : public Check {
public:
    Items(json::Value keyword, std::vector<const Schema *> first, const Check *rest,
        const Schema *restSchema)
        : Check(keyword, only(json::Type::Array))
        , m_first(std::move(first))
        , m_rest(rest)
        , m_restSchema(restSchema)
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        bool passed = true;
        std::uint32_t index = 0;
        for (const json::Value item : instance) {
            if (index < m_first.size())
                passed = run.apply(*this, *m_first[index], item, nullptr) && passed;
            else if (m_restSchema)
                passed = run.apply(*m_rest, *m_restSchema, item, nullptr) && passed;
            else
                break;
            ++index;
            if (run.isTooComplex() || (!passed && run.endsAtFailure()))
                return false;
        }
        if (evaluated)
            evaluated->addFirst(index);
        return passed;
    }

private:
    const std::vector<const Schema *> m_first;
    const Check *const m_rest;
    const Schema *const m_restSchema;
};

// Only names the keyword that the rest of the items is judged by.
class Named final : public Check {
public:
    explicit Named(json::Value keyword)
        : Check(keyword, Types())
    {
    }
    bool run(Evaluation &, const json::Value &, Evaluated *) const override { return true; }
};

class Contains final : public Check {
public:
    Contains(json::Value keyword, const Schema *schema, std::uint64_t least, std::uint64_t most,
        bool marks)
        : Check(keyword, only(json::Type::Array))
        , m_schema(schema)
        , m_least(least)
        , m_most(most)
        , m_marks(marks)
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        std::uint64_t found = 0;
        std::uint32_t index = 0;
        for (const json::Value item : instance) {
            if (run.applySilently(*this, *m_schema, item, nullptr)) {
                ++found;
                if (evaluated && m_marks)
                    evaluated->add(index);
            }
            ++index;
            if (run.isTooComplex())
                return false;
        }
        if (found >= m_least && found <= m_most)
            return true;
        return run.fails(*this, instance, [&] {
            return found < m_least
                ? Text::tr("At least %2 items must match “contains” (%1 do).")
                      .arg(found)
                      .arg(m_least)
                : Text::tr("At most %2 items may match “contains” (%1 do).").arg(found).arg(m_most);
        });
    }

private:
    const Schema *const m_schema;
    const std::uint64_t m_least, m_most;
    const bool m_marks;
};

class UnevaluatedItems final : public Check {
public:
    UnevaluatedItems(json::Value keyword, const Schema *schema)
        : Check(keyword, only(json::Type::Array))
        , m_schema(schema)
    {
    }
    bool isLast() const override { return true; }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        if (!evaluated)
            return true;
        bool passed = true;
        std::uint32_t index = 0;
        for (const json::Value item : instance) {
            if (!evaluated->has(index))
                passed = run.apply(*this, *m_schema, item, nullptr) && passed;
            ++index;
        }
        evaluated->addFirst(index);
        return passed;
    }

private:
    const Schema *const m_schema;
};

class ItemsMaker {
public:
    ItemsMaker(Compiler &compiler, Schema &schema)
        : m_compiler(compiler)
        , m_schema(schema)
    {
    }
    void add(const json::Value &tuple, const json::Value &rest)
    {
        std::vector<const Schema *> first;
        if (tuple) {
            if (!tuple.isArray())
                return m_compiler.malformed(tuple, Text::tr("must be an array of schemas"));
            for (const json::Value item : tuple)
                first.push_back(m_compiler.schema(item, *m_schema.resource));
        }
        const Check *named = nullptr;
        if (rest)
            named = m_schema.checks.emplace_back(std::make_unique<Named>(rest)).get();
        const Schema *const restSchema =
            rest ? m_compiler.schema(rest, *m_schema.resource) : nullptr;
        m_schema.checks.push_back(
            std::make_unique<Items>(tuple ? tuple : rest, std::move(first), named, restSchema));
    }

private:
    Compiler &m_compiler;
    Schema &m_schema;
};

void addItems(Compiler &compiler, Schema &schema)
{
    const json::Value items = schema.source["items"];
    ItemsMaker maker(compiler, schema);
    if (schema.resource->dialect.draft == Draft::Draft2020) {
        const json::Value prefix = schema.source["prefixItems"];
        if (prefix || items)
            maker.add(prefix, items);
    } else if (items.isArray()) {
        maker.add(items, schema.source["additionalItems"]);
    } else if (items) {
        maker.add({}, items);
    }
}

void addContains(Compiler &compiler, Schema &schema)
{
    const json::Value keyword = schema.source["contains"];
    if (!keyword)
        return;
    const SchemaDialect &dialect = schema.resource->dialect;
    const bool counts = dialect.draft == Draft::Draft2020 && dialect.validation;
    const auto count = [&](std::string_view name, std::uint64_t otherwise) {
        const json::Value limit = schema.source[name];
        return counts && limit.isNumber() ? json::Decimal(limit.raw()).toCount() : otherwise;
    };
    schema.checks.push_back(std::make_unique<Contains>(keyword,
        compiler.schema(keyword, *schema.resource), count("minContains", 1),
        count("maxContains", std::numeric_limits<std::uint64_t>::max()),
        dialect.draft == Draft::Draft2020));
}

} // namespace

void addArrayChecks(Compiler &compiler, Schema &schema)
{
    addItems(compiler, schema);
    addContains(compiler, schema);
    const json::Value keyword = schema.source["unevaluatedItems"];
    if (!keyword || !schema.resource->dialect.unevaluated
        || schema.resource->dialect.draft == Draft::Draft7)
        return;
    schema.tracks = true;
    schema.checks.push_back(
        std::make_unique<UnevaluatedItems>(keyword, compiler.schema(keyword, *schema.resource)));
}

} // namespace sonde::schema
