// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// required, dependentRequired and the name lists of dependencies (2020-12 validation 6.5; draft-07
// validation 6.5.7).

#include "schema/compiler.h"

#include "schema/plaintext.h"
#include "schema/schematr.h"

#include <unordered_set>

namespace sonde::schema {

namespace {

class Required final : public Check {
public:
    Required(json::Value keyword, std::vector<std::string> names)
        : Check(keyword, only(json::Type::Object))
        , m_names(std::move(names))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        constexpr std::uint64_t kManyPairs = 256;
        if (m_names.size() * std::uint64_t(instance.count()) <= kManyPairs) {
            auto at = instance.begin();
            return hasAll(run, instance,
                [&](const std::string &name) { return advanceTo(name, instance, at); });
        }
        std::unordered_set<std::string> present;
        for (const json::Value member : instance)
            present.insert(member.key());
        return hasAll(
            run, instance, [&](const std::string &name) { return present.contains(name); });
    }

private:
    // Looks for the member from `at` on, and then before it: most objects have their members in the
    // order of the list. Sets `at` to what follows the member.
    static bool advanceTo(
        const std::string &name, const json::Value &object, json::Value::Iterator &at)
    {
        for (std::uint32_t looked = 0; looked < object.count(); ++looked) {
            if (at == object.end())
                at = object.begin();
            if (PlainText::isNameOf(*at++, name))
                return true;
        }
        return false;
    }
    template <typename IsThere>
    bool hasAll(Evaluation &run, const json::Value &object, IsThere isThere) const
    {
        bool passed = true;
        for (const std::string &name : m_names) {
            if (!passed && run.endsAtFailure())
                break;
            if (!isThere(name))
                passed = run.lacks(name, *this, object,
                    [&] { return Text::tr("Missing property “%1”.").arg(json::toQString(name)); });
        }
        return passed;
    }
    const std::vector<std::string> m_names;
};

// dependentRequired, and dependencies with name lists (draft-07 6.5.7).
class DependentRequired final : public Check {
public:
    using Names = std::vector<std::pair<std::string, std::vector<std::string>>>;
    DependentRequired(json::Value keyword, Names names)
        : Check(keyword, only(json::Type::Object))
        , m_names(std::move(names))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        bool passed = true;
        for (const auto &entry : m_names) {
            const std::string &name = entry.first;
            const std::vector<std::string> &needed = entry.second;
            if (!run.spend(needed.size() + instance.count() / 8) || !instance.member(name))
                continue;
            for (const std::string &other : needed) {
                if (!instance.member(other)) {
                    passed = run.lacks(other, *this, instance, [&] {
                        return Text::tr("Missing property “%1”, which “%2” requires.")
                            .arg(json::toQString(other), json::toQString(name));
                    });
                }
            }
        }
        return passed;
    }

private:
    const Names m_names;
};

std::vector<std::string> names(Compiler &compiler, const json::Value &keyword)
{
    std::vector<std::string> result;
    if (!keyword.isArray())
        compiler.malformed(keyword, Text::tr("must be an array of strings"));
    for (const json::Value name : keyword) {
        if (!name.isString())
            compiler.malformed(keyword, Text::tr("must be an array of strings"));
        result.push_back(name.text());
    }
    return result;
}

void addDependent(Compiler &compiler, Schema &schema, const json::Value &keyword)
{
    if (!keyword.isObject())
        return;
    DependentRequired::Names dependent;
    for (const json::Value member : keyword) {
        if (member.isArray())
            dependent.emplace_back(member.key(), names(compiler, member));
    }
    schema.checks.push_back(std::make_unique<DependentRequired>(keyword, std::move(dependent)));
}

} // namespace

void addNameChecks(Compiler &compiler, Schema &schema)
{
    if (const json::Value keyword = schema.source["required"])
        schema.checks.push_back(std::make_unique<Required>(keyword, names(compiler, keyword)));
    addDependent(compiler, schema, schema.source["dependencies"]);
    if (schema.resource->dialect.draft == Draft::Draft2020)
        addDependent(compiler, schema, schema.source["dependentRequired"]);
}

} // namespace sonde::schema
