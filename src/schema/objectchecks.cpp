// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// properties, patternProperties, additionalProperties, propertyNames, dependentSchemas and
// unevaluatedProperties (2020-12 core 10.3.2, 10.2.2.4 and 11.3; draft-07 6.5).

#include "base/regex.h"
#include "schema/compiler.h"
#include "schema/plaintext.h"
#include "schema/schematr.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace sonde::schema {

namespace {

// Schemas by name. The length of a name tells most of them apart.
class Table {
public:
    struct Entry {
        std::string name;
        const Schema *schema = nullptr;
        std::uint32_t order = 0; // among all, as the schema lists them
    };

    Table() = default;
    // In their order; of those with the same name the last one counts.
    explicit Table(std::vector<Entry> entries)
        : m_entries(std::move(entries))
    {
        std::stable_sort(m_entries.begin(), m_entries.end(),
            [](const Entry &a, const Entry &b) { return isBefore(a.name, b.name); });
        const auto others = std::unique(m_entries.rbegin(), m_entries.rend(),
            [](const Entry &a, const Entry &b) { return a.name == b.name; });
        m_entries.erase(m_entries.begin(), others.base());
        for (std::uint32_t place = 0; place < m_entries.size(); ++place)
            m_places.resize(rankOf(m_entries[place].name) + 1, place);
        m_places.push_back(static_cast<std::uint32_t>(m_entries.size()));
        sortListed();
    }
    const Entry *find(std::string_view name) const // null: none
    {
        const std::size_t rank = rankOf(name);
        if (rank + 1 >= m_places.size())
            return nullptr;
        const auto end = m_entries.begin() + m_places[rank + 1];
        const auto place = std::lower_bound(m_entries.begin() + m_places[rank], end, name,
            [](const Entry &each, std::string_view wanted) { return isBefore(each.name, wanted); });
        return place != end && place->name == name ? &*place : nullptr;
    }
    // Looks first at the name with that order: most objects have their members as the schema lists
    // them. Sets `order` to that of the next member.
    const Entry *find(const json::Value &member, std::uint32_t &order) const
    {
        const Entry *found = order < m_listed.size() ? &m_entries[m_listed[order]] : nullptr;
        if (!found || !PlainText::isNameOf(member, found->name))
            found = find(PlainText::ofName(member).view());
        order = found ? found->order + 1 : order;
        return found;
    }
    auto begin() const { return m_entries.begin(); }
    auto end() const { return m_entries.end(); }

private:
    static bool isBefore(std::string_view a, std::string_view b)
    {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
    static std::size_t rankOf(std::string_view name)
    {
        constexpr std::size_t kLong = 64; // bytes; all that are not shorter have one rank
        return std::min(name.size(), kLong);
    }
    void sortListed()
    {
        m_listed.resize(m_entries.size());
        std::iota(m_listed.begin(), m_listed.end(), 0U);
        std::sort(m_listed.begin(), m_listed.end(), [this](std::uint32_t a, std::uint32_t b) {
            return m_entries[a].order < m_entries[b].order;
        });
        for (std::uint32_t order = 0; order < m_listed.size(); ++order)
            m_entries[m_listed[order]].order = order;
    }
    std::vector<Entry> m_entries; // by length and name
    std::vector<std::uint32_t> m_places; // by rank: of the first name that is not shorter
    std::vector<std::uint32_t> m_listed; // by order: the place of each
};

class Properties final : public Check {
public:
    struct Pattern {
        Regex regex;
        const Schema *schema = nullptr;
    };

    Properties(
        json::Value keyword, Table named, std::vector<Pattern> patterns, const Schema *additional)
        : Check(keyword, only(json::Type::Object))
        , m_named(std::move(named))
        , m_patterns(std::move(patterns))
        , m_additional(additional)
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        bool passed = true;
        std::uint32_t index = 0;
        std::uint32_t order = 0; // of the name that comes next most probably
        for (const json::Value member : instance) {
            bool looked = false;
            if (const Table::Entry *known = m_named.find(member, order)) {
                looked = true;
                passed = run.apply(*this, *known->schema, member, nullptr) && passed;
            }
            if (!m_patterns.empty() && !runPatterns(run, member, looked, passed))
                return false;
            if (!looked && m_additional) {
                looked = true;
                passed = run.apply(*this, *m_additional, member, nullptr) && passed;
            }
            if (looked && evaluated)
                evaluated->add(index);
            ++index;
            if (run.isTooComplex() || (!passed && run.endsAtFailure()))
                return false;
        }
        return passed;
    }

private:
    // False: the evaluation takes too long.
    bool runPatterns(Evaluation &run, const json::Value &member, bool &looked, bool &passed) const
    {
        const auto name = PlainText::ofName(member);
        for (const Pattern &pattern : m_patterns) {
            const auto match = pattern.regex.find(name.view());
            if (match == Regex::Match::TooComplex)
                return run.tooComplex(
                    Text::tr("A regular expression takes too long to match a property name."));
            if (match == Regex::Match::Unknown)
                return run.tooComplex(
                    Text::tr("Sonde cannot run a regular expression for property names."));
            if (match == Regex::Match::Yes) {
                looked = true;
                passed = run.apply(*this, *pattern.schema, member, nullptr) && passed;
            }
        }
        return run.spend(m_patterns.size());
    }

    const Table m_named;
    const std::vector<Pattern> m_patterns;
    const Schema *const m_additional;
};

class PropertyNames final : public Check {
public:
    PropertyNames(json::Value keyword, const Schema *schema)
        : Check(keyword, only(json::Type::Object))
        , m_schema(schema)
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        bool passed = true;
        for (const json::Value member : instance) {
            const auto name = json::Document::parse(member.rawKey());
            passed = run.applyToName(*this, *m_schema, name.root(), member) && passed;
        }
        return passed;
    }

private:
    const Schema *const m_schema;
};

class DependentSchemas final : public Check {
public:
    DependentSchemas(json::Value keyword, Table schemas)
        : Check(keyword, only(json::Type::Object))
        , m_schemas(std::move(schemas))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *evaluated) const override
    {
        bool passed = true;
        for (const json::Value member : instance) {
            if (const Table::Entry *known = m_schemas.find(PlainText::ofName(member).view()))
                passed = run.apply(*this, *known->schema, instance, evaluated) && passed;
        }
        return passed;
    }

private:
    const Table m_schemas;
};

class UnevaluatedProperties final : public Check {
public:
    UnevaluatedProperties(json::Value keyword, const Schema *schema)
        : Check(keyword, only(json::Type::Object))
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
        for (const json::Value member : instance) {
            if (!evaluated->has(index))
                passed = run.apply(*this, *m_schema, member, nullptr) && passed;
            ++index;
        }
        evaluated->addFirst(index);
        return passed;
    }

private:
    const Schema *const m_schema;
};

Table table(Compiler &compiler, const Schema &schema, const json::Value &keyword)
{
    if (!keyword.isObject()) {
        compiler.malformed(keyword, Text::tr("must be an object whose values are schemas"));
        return {};
    }
    std::vector<Table::Entry> entries;
    entries.reserve(keyword.count());
    for (const json::Value member : keyword)
        entries.push_back({member.key(), compiler.schema(member, *schema.resource),
            static_cast<std::uint32_t>(entries.size())});
    return Table(std::move(entries));
}

void addProperties(Compiler &compiler, Schema &schema)
{
    const json::Value named = schema.source["properties"];
    const json::Value patterns = schema.source["patternProperties"];
    const json::Value additional = schema.source["additionalProperties"];
    if (!named && !patterns && !additional)
        return;
    Table byName;
    if (named)
        byName = table(compiler, schema, named);
    std::vector<Properties::Pattern> byPattern;
    if (patterns) {
        for (const Table::Entry &entry : table(compiler, schema, patterns)) {
            auto regex = Regex::compileForeign(entry.name);
            if (!regex)
                return compiler.refuse(regex.error(), patterns);
            byPattern.push_back({std::move(regex).value(), entry.schema});
        }
    }
    schema.checks.push_back(std::make_unique<Properties>(named ? named
            : patterns                                         ? patterns
                                                               : additional,
        std::move(byName), std::move(byPattern),
        additional ? compiler.schema(additional, *schema.resource) : nullptr));
}

// draft-07 6.5.7: later split into dependentSchemas and dependentRequired. Schemas that name no
// draft still use it.
void addDependencies(Compiler &compiler, Schema &schema)
{
    const json::Value keyword = schema.source["dependencies"];
    if (!keyword.isObject())
        return;
    std::vector<Table::Entry> schemas;
    for (const json::Value member : keyword) {
        if (!member.isArray())
            schemas.push_back({member.key(), compiler.schema(member, *schema.resource),
                static_cast<std::uint32_t>(schemas.size())});
    }
    schema.checks.push_back(std::make_unique<DependentSchemas>(keyword, Table(std::move(schemas))));
}

} // namespace

void addObjectChecks(Compiler &compiler, Schema &schema)
{
    const bool is2020 = schema.resource->dialect.draft == Draft::Draft2020;
    const auto below = [&](const json::Value &keyword) {
        return compiler.schema(keyword, *schema.resource);
    };
    addProperties(compiler, schema);
    addDependencies(compiler, schema);
    if (const json::Value keyword = schema.source["propertyNames"])
        schema.checks.push_back(std::make_unique<PropertyNames>(keyword, below(keyword)));
    if (const json::Value keyword = schema.source["dependentSchemas"]; keyword && is2020)
        schema.checks.push_back(
            std::make_unique<DependentSchemas>(keyword, table(compiler, schema, keyword)));
    const json::Value keyword = schema.source["unevaluatedProperties"];
    if (!keyword || !is2020 || !schema.resource->dialect.unevaluated)
        return;
    schema.tracks = true;
    schema.checks.push_back(std::make_unique<UnevaluatedProperties>(keyword, below(keyword)));
}

} // namespace sonde::schema
