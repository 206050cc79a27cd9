// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/findinglist.h"

#include <algorithm>

namespace sonde::models {

using findings::Finding;
using findings::Level;

namespace {

void addRevision(FindingList::Exercise &into, findings::Revision revision, bool isNegotiated)
{
    if (into.isNegotiated && !isNegotiated)
        return;
    into.revision = revision;
    into.isNegotiated = isNegotiated;
}

} // namespace

FindingList::FindingList(TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_check(model)
{
    connect(&m_check, &FindingCheck::checked, this, &FindingList::take);
    model.setFindings(this);
}

const std::vector<std::size_t> &FindingList::of(trace::Number number) const
{
    static const std::vector<std::size_t> none;
    const auto found = m_ofMessage.find(number);
    return found == m_ofMessage.end() ? none : found->second;
}

std::optional<Level> FindingList::levelOf(trace::Number number) const
{
    std::optional<Level> highest;
    for (const std::size_t index : of(number))
        highest = highest ? std::max(*highest, at(index).level) : at(index).level;
    return highest;
}

const QString &FindingList::serverOf(const Finding &finding) const
{
    return m_model.stream(finding.stream).server;
}

FindingList::Exercises FindingList::exercises(const QString &server) const
{
    if (!server.isEmpty()) {
        const auto found = m_exercises.find(server);
        return found == m_exercises.end() ? Exercises() : found->second;
    }
    Exercises all;
    for (const auto &[name, ofServer] : m_exercises) {
        for (const auto &[requirement, exercise] : ofServer) {
            Exercise &into = all[requirement];
            addRevision(into, exercise.revision, exercise.isNegotiated);
            into.violated = std::max(into.violated, exercise.violated);
            into.findings += exercise.findings;
        }
    }
    return all;
}

LevelCounts FindingList::violated(const QString &server) const
{
    LevelCounts counts;
    for (const auto &[requirement, exercise] : exercises(server)) {
        if (exercise.violated)
            ++counts.of(*exercise.violated);
    }
    return counts;
}

void FindingList::record(const Finding &finding)
{
    Exercise &exercise = m_exercises[serverOf(finding)][finding.requirement];
    exercise.violated = std::max(exercise.violated, std::optional(finding.level));
    ++exercise.findings;
    if (m_findings.size() == kMaxFindings) {
        ++m_beyond;
        return;
    }
    m_ofMessage[finding.messages.front()].push_back(m_findings.size());
    m_findings.push_back(finding);
}

void FindingList::take(const FindingCheck::Batch &batch)
{
    const std::size_t first = m_findings.size();
    for (const findings::Exercised &one : batch.exercised)
        addRevision(m_exercises[m_model.stream(one.stream).server][one.requirement], one.revision,
            one.isNegotiated);
    for (const Finding &finding : batch.found)
        record(finding);
    m_omitted = m_beyond + batch.omitted;
    if (m_findings.size() > first) {
        std::vector<trace::Number> numbers;
        for (std::size_t i = first; i < m_findings.size(); ++i)
            numbers.push_back(m_findings[i].messages.front());
        m_model.reportFindings(std::move(numbers));
        Q_EMIT added(int(first), int(m_findings.size()) - 1);
    }
    Q_EMIT progressed();
}

} // namespace sonde::models
