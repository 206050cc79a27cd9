// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/evaluation.h"

#include "schema/schematr.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <utility>

namespace sonde::schema {

void Schema::sortChecks()
{
    std::stable_sort(checks.begin(), checks.end(),
        [](const auto &a, const auto &b) { return !a->isLast() && b->isLast(); });
    m_byType.clear();
    for (std::size_t type = 0; type < kTypeCount; ++type) {
        m_begins[type] = static_cast<std::uint32_t>(m_byType.size());
        for (const auto &check : checks) {
            if (check->judges(only(static_cast<json::Type>(type))))
                m_byType.push_back(check.get());
        }
    }
    m_begins[kTypeCount] = static_cast<std::uint32_t>(m_byType.size());
}

void Evaluated::addFirst(std::uint32_t count)
{
    for (std::uint32_t child = 0; child < count && child < m_children.size(); ++child)
        m_children[child] = true;
}

void Evaluated::merge(const Evaluated &other)
{
    for (std::size_t child = 0; child < m_children.size(); ++child) {
        if (other.m_children[child])
            m_children[child] = true;
    }
}

Evaluation::Evaluation(const EvaluationLimits &limits, bool collectErrors, bool collectAnnotations)
    : m_limits(limits)
    , m_collectErrors(collectErrors)
    , m_collectAnnotations(collectAnnotations)
{
}

bool Evaluation::tooManySteps()
{
    return tooComplex(Text::tr("The check takes more than %1 steps.").arg(m_limits.maxSteps));
}

bool Evaluation::tooComplex(const QString &why)
{
    if (m_tooComplex.isEmpty())
        m_tooComplex = why;
    return false;
}

inline bool Evaluation::run(const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    bool passed = true;
    for (const Check *check : schema.checksOf(instance.type())) {
        // It is unknown what the failed checks would have evaluated.
        if (!passed && (endsAtFailure() || check->isLast() || isTooComplex()))
            break;
        if (!spend(1) || !check->run(*this, instance, evaluated))
            passed = false;
    }
    return passed;
}

bool Evaluation::evaluate(const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    return judge(nullptr, schema, instance, evaluated);
}

bool Evaluation::apply(
    const Check &check, const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    return judge(&check, schema, instance, evaluated);
}

bool Evaluation::judge(
    const Check *check, const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    if (isTooComplex() || !spend(1))
        return false;
    if (schema.kind == Schema::Kind::Object && m_depth >= m_limits.maxDepth)
        return tooComplex(
            Text::tr("The schemas are nested more than %1 levels deep.").arg(m_limits.maxDepth));
    const Frame frame{m_frame, check, &schema};
    if (check)
        m_frame = &frame;
    ++m_depth;
    const bool isPlain = schema.kind == Schema::Kind::Object && !schema.tracks
        && !m_collectAnnotations && !m_scope.isEmpty() && m_scope.last() == schema.resource;
    const bool passed =
        isPlain ? run(schema, instance, evaluated) : enter(schema, instance, evaluated);
    --m_depth;
    m_frame = frame.above;
    return passed;
}

// What few schemas need.
bool Evaluation::enter(const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    if (schema.kind == Schema::Kind::Always)
        return true;
    if (schema.kind == Schema::Kind::Never) {
        if (!endsAtFailure())
            addError({}, instance, Text::tr("The schema allows no value here."));
        return false;
    }
    const bool entered = m_scope.isEmpty() || m_scope.last() != schema.resource;
    if (entered)
        m_scope.append(schema.resource);
    const bool passed = runTracking(schema, instance, evaluated);
    if (entered)
        m_scope.removeLast();
    return passed;
}

bool Evaluation::runTracking(
    const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    const std::size_t annotated = annotations.size();
    std::optional<Evaluated> own;
    if (schema.tracks && instance.isContainer())
        own.emplace(instance);
    const bool passed = run(schema, instance, own ? &*own : evaluated);
    if (passed && own && evaluated)
        evaluated->merge(*own);
    if (!passed)
        annotations.resize(annotated);
    else if (m_collectAnnotations)
        addAnnotations(schema, instance);
    return passed;
}

bool Evaluation::applySilently(
    const Check &check, const Schema &schema, const json::Value &instance, Evaluated *evaluated)
{
    ++m_silent;
    bool passed = false;
    if (evaluated) {
        Evaluated own(instance);
        passed = apply(check, schema, instance, &own);
        if (passed)
            evaluated->merge(own);
    } else {
        passed = apply(check, schema, instance, nullptr);
    }
    --m_silent;
    return passed;
}

bool Evaluation::applyToName(
    const Check &check, const Schema &schema, const json::Value &name, const json::Value &member)
{
    const json::Value before = std::exchange(m_member, member);
    const bool passed = apply(check, schema, name, nullptr);
    m_member = before;
    return passed;
}

json::Value Evaluation::Frame::place() const
{
    return check->isReference() ? check->keyword() : applied->source;
}

Unit Evaluation::unit(const json::Value &keyword, const json::Value &instance) const
{
    Unit unit;
    QStringList way;
    for (const Frame *frame = m_frame; frame; frame = frame->above)
        way.prepend(
            frame->place().pointer().mid(frame->check->keyword().parent().pointer().size()));
    unit.keywordLocation = way.join(QString());
    if (keyword) {
        unit.keyword = keyword.key();
        unit.keywordLocation += keyword.pointer().mid(keyword.parent().pointer().size());
    }
    // The schema `false` has no keyword: the error is reported at the keyword that applies it.
    const json::Value place = keyword ? keyword : m_frame ? m_frame->place() : json::Value();
    if (place && !m_scope.isEmpty()) {
        const SchemaResource &resource = *m_scope.last();
        unit.absoluteLocation = QString::fromStdString(resource.base.withoutFragment()) + u'#'
            + place.pointer().mid(resource.root.pointer().size());
    }
    const json::Value meant = m_member ? m_member : instance;
    unit.instanceLocation = meant.pointer();
    unit.begin = m_member ? meant.node().keyBegin : meant.node().begin;
    unit.end = m_member ? meant.node().keyEnd : meant.node().end;
    return unit;
}

void Evaluation::addError(const json::Value &keyword, const json::Value &instance, QString sentence,
    const std::string &missing)
{
    if (errors.size() >= m_limits.maxUnits)
        return;
    Unit found = unit(keyword, instance);
    found.sentence = std::move(sentence);
    found.missing = missing;
    errors.push_back(std::move(found));
}

void Evaluation::addAnnotations(const Schema &schema, const json::Value &instance)
{
    for (const json::Value &keyword : schema.annotations) {
        if (annotations.size() >= m_limits.maxUnits)
            return;
        Unit found = unit(keyword, instance);
        found.annotation = keyword.raw();
        annotations.push_back(std::move(found));
    }
}

} // namespace sonde::schema
