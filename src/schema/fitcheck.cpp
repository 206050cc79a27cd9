// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/fitcheck.h"

#include "schema/formshape.h"
#include "schema/schematr.h"
#include "schema/validator.h"

#include <algorithm>

namespace sonde::schema {

namespace {

// Walks the members of a text together with the schemas that apply to each.
class Names {
public:
    Names(const std::shared_ptr<const json::Document> &schema, const Remotes &remotes)
        : m_store(remotes, SchemaDialect{})
        , m_maker(m_store)
    {
        if (const auto top = m_store.addRoot(schema, {}))
            m_top = *top;
    }

    void check(const json::Value &root, std::vector<Misfit> &out)
    {
        if (m_top.resource)
            visit(root, {m_top}, {}, 0, out);
    }

private:
    static constexpr int kMaxDepth = 100;

    void visit(const json::Value &value, const std::vector<SchemaPlace> &places,
        const std::vector<const SchemaResource *> &scope, int depth, std::vector<Misfit> &out)
    {
        if (!value.isContainer() || depth > kMaxDepth || out.size() >= kMaxMisfits)
            return;
        const Shape shape = m_maker.makeOpen(places, value, scope);
        // A schema that names no property accepts any name on purpose.
        const bool names = std::any_of(shape.parts.begin(), shape.parts.end(),
            [](const Part &part) { return part.schema["properties"].count() > 0; });
        std::uint32_t index = 0;
        for (const json::Value child : value) {
            const auto below = value.isObject() ? m_maker.memberPlaces(shape, child.key())
                                                : m_maker.itemPlaces(shape, index++);
            if (value.isObject() && names && below.empty())
                out.push_back({child.pointer(), child.node().keyBegin, child.node().keyEnd,
                    Text::tr("The schema has no property “%1”.").arg(json::toQString(child.key())),
                    true});
            else
                visit(child, below, shape.scope, depth + 1, out);
        }
    }

    SchemaStore m_store;
    ShapeMaker m_maker;
    SchemaPlace m_top;
};

} // namespace

FitCheck checkFit(
    const Bytes &text, const std::shared_ptr<const json::Document> &schema, const Remotes &remotes)
{
    FitCheck out;
    const json::Document document = json::Document::parse(text);
    if (!document.isValid()) {
        out.problem = Text::tr("The text is not JSON.");
        return out;
    }
    ValidatorOptions options;
    options.limits.maxUnits = kMaxMisfits;
    const auto validator = Validator::make(schema, remotes, options);
    if (!validator) {
        out.problem = validator.error().sentence;
        return out;
    }
    const Outcome outcome = validator->validate(document.root());
    out.problem = outcome.sentence;
    for (const Unit &unit : outcome.errors)
        out.misfits.push_back({unit.instanceLocation, unit.begin, unit.end, unit.sentence, false});
    std::vector<Misfit> unnamed;
    Names(schema, remotes).check(document.root(), unnamed);
    for (Misfit &misfit : unnamed) {
        // additionalProperties and unevaluatedProperties have already reported the member.
        const bool said = std::any_of(out.misfits.begin(), out.misfits.end(),
            [&](const Misfit &other) { return other.pointer == misfit.pointer; });
        if (!said)
            out.misfits.push_back(std::move(misfit));
    }
    std::stable_sort(out.misfits.begin(), out.misfits.end(),
        [](const Misfit &a, const Misfit &b) { return a.begin < b.begin; });
    if (out.misfits.size() > kMaxMisfits)
        out.misfits.resize(kMaxMisfits);
    return out;
}

} // namespace sonde::schema
