// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formproblems.h"

#include <QHash>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sonde::widgets {

using schema::Field;
using schema::FieldState;

void FormProblems::clear()
{
    m_problems.clear();
    m_touched.clear();
    m_judgesAll = false;
}

bool FormProblems::update(
    const FormFindings &findings, const schema::Form &form, const std::vector<FormRow> &rows)
{
    const auto before = std::exchange(m_problems, {});
    // The problems in the chosen branch of a union say more than that no branch matches.
    std::vector<const schema::Unit *> kept;
    for (const schema::Unit &unit : findings.units) {
        const bool explained = std::any_of(kept.begin(), kept.end(), [&](const auto *other) {
            return other->keywordLocation.startsWith(unit.keywordLocation + u'/');
        });
        auto problem = explained ? std::nullopt : problemOf(unit, form);
        if (!problem)
            continue;
        kept.push_back(&unit);
        m_problems.push_back(std::move(*problem));
    }
    sort(rows);
    return m_problems != before;
}

std::vector<FormProblem> FormProblems::judged() const
{
    std::vector<FormProblem> judged;
    std::copy_if(m_problems.begin(), m_problems.end(), std::back_inserter(judged),
        [](const FormProblem &problem) { return !problem.isAwaited; });
    return judged;
}

bool FormProblems::judgeAll()
{
    if (std::exchange(m_judgesAll, true))
        return false;
    for (FormProblem &problem : m_problems)
        problem.isAwaited = false;
    return true;
}

void FormProblems::forgetTouched()
{
    m_touched.clear();
    m_judgesAll = false;
}

bool FormProblems::isAwaited(const Field &field) const
{
    return field.required && field.state == FieldState::Omitted && !m_judgesAll
        && !m_touched.contains(field.pointer);
}

QStringList FormProblems::awaited(const schema::Form &form) const
{
    QStringList names;
    if (!form.root())
        return names;
    for (const auto &child : form.children(*form.root())) {
        if (isAwaited(*child))
            names << child->name;
    }
    return names;
}

void FormProblems::sort(const std::vector<FormRow> &rows)
{
    if (m_problems.size() < 2)
        return;
    QHash<QString, std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i)
        places.insert(rows[i].field->pointer, i);
    const auto placeOf = [&](QString pointer) {
        while (!pointer.isEmpty() && !places.contains(pointer))
            pointer.truncate(qMax(qsizetype(0), pointer.lastIndexOf(u'/')));
        return places.value(pointer, 0);
    };
    std::stable_sort(
        m_problems.begin(), m_problems.end(), [&](const FormProblem &a, const FormProblem &b) {
            return placeOf(a.pointer) < placeOf(b.pointer);
        });
}

// Of a union's problems, keeps only those of the chosen branch.
std::optional<FormProblem> FormProblems::problemOf(
    const schema::Unit &unit, const schema::Form &form) const
{
    FormProblem problem{unit.instanceLocation, unit.sentence, QString::fromStdString(unit.keyword),
        unit.begin, unit.end};
    const Field *field = form.find(unit.instanceLocation);
    const bool branch = unit.keywordLocation.contains(QLatin1String("/anyOf/"))
        || unit.keywordLocation.contains(QLatin1String("/oneOf/"));
    if (branch && (!field || !form.speaks(*field, unit.absoluteLocation)))
        return std::nullopt;
    if (!field || unit.keyword.find("equired") == std::string::npos)
        return problem;
    // A missing property is shown at its own row.
    for (const auto &child : form.children(*field)) {
        if (child->state == FieldState::Omitted
            && unit.sentence.contains(u'“' + child->name + u'”')) {
            problem.pointer = child->pointer;
            problem.isAwaited = unit.keyword == "required" && isAwaited(*child);
            break;
        }
    }
    return problem;
}

} // namespace sonde::widgets
