// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findinglist.h"

#include "models/findings/acceptedfindings.h"
#include "models/findings/findingtext.h"
#include "models/findings/lastfindings.h"

#include <algorithm>
#include <unordered_set>

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

FindingList::~FindingList()
{
    m_model.setFindings(nullptr);
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

std::vector<const Finding *> FindingList::about(trace::Number message) const
{
    std::vector<const Finding *> found;
    for (const std::size_t index : of(message))
        found.push_back(&at(index));
    return found;
}

Sign FindingList::signOf(trace::Number message) const
{
    const auto level = levelOf(message);
    return level ? levelSign(*level) : Sign::None;
}

QString FindingList::wordOf(trace::Number message) const
{
    const auto level = levelOf(message);
    return level ? levelWord(*level) : QString();
}

QString FindingList::textOf(trace::Number message) const
{
    return findingsText(about(message));
}

QString FindingList::toolTipOf(trace::Number message) const
{
    return findingsToolTip(about(message));
}

QStringList FindingList::violatedRules() const
{
    QStringList rules;
    for (const auto &[requirement, exercise] : exercises()) {
        if (exercise.violated)
            rules << QString::fromStdString(requirement->id);
    }
    return rules;
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
            into.accepted = std::max(into.accepted, exercise.accepted);
            into.findings += exercise.findings;
        }
    }
    return all;
}

LevelCounts FindingList::violated(const QString &server) const
{
    if (!server.isEmpty()) {
        const auto found = m_violated.find(server);
        return found == m_violated.end() ? LevelCounts() : found->second;
    }
    LevelCounts counts;
    for (const auto &[requirement, exercise] : exercises()) {
        if (exercise.violated)
            ++counts.of(*exercise.violated);
    }
    return counts;
}

findings::Identity FindingList::identityOf(const Finding &finding) const
{
    return findings::identityOf(finding, m_model.store());
}

const findings::Baseline::Entry *FindingList::acceptance(const Finding &finding) const
{
    return m_accepted ? m_accepted->find(serverOf(finding), identityOf(finding)) : nullptr;
}

bool FindingList::isAcceptedBy(const QString &server, const findings::Identity &identity) const
{
    return m_accepted && m_accepted->find(server, identity);
}

void FindingList::setAccepted(AcceptedFindings *accepted)
{
    m_accepted = accepted;
    connect(accepted, &AcceptedFindings::changed, this, &FindingList::updateAccepted);
    QStringList servers;
    for (const auto &[server, exercises] : m_exercises)
        servers << server;
    for (const QString &server : servers)
        updateAccepted(server);
}

std::size_t FindingList::kindOf(const QString &server, const Finding &finding)
{
    KindKey key(server, identityOf(finding));
    if (const auto found = m_kindsByKey.find(key); found != m_kindsByKey.end())
        return found->second;
    if (m_kinds.size() == kMaxKinds)
        return kNoKind;
    const bool isAccepted = isAcceptedBy(server, key.second);
    const auto place = m_kindsByKey.emplace(std::move(key), m_kinds.size()).first;
    m_kinds.push_back(
        {server, &place->first.second, finding.requirement, finding.level, isAccepted});
    return m_kinds.size() - 1;
}

void FindingList::record(const Finding &finding)
{
    const QString server = serverOf(finding);
    Exercise &exercise = m_exercises[server][finding.requirement];
    ++exercise.findings;
    const std::size_t number = kindOf(server, finding);
    const bool isAccepted =
        number == kNoKind ? acceptance(finding) != nullptr : m_kinds[number].isAccepted;
    auto &level = isAccepted ? exercise.accepted : exercise.violated;
    if (!level || *level < finding.level) {
        LevelCounts &counts = m_violated[server];
        if (!isAccepted && level)
            --counts.of(*level);
        level = finding.level;
        if (!isAccepted) {
            ++counts.of(*level);
            m_changed.insert(server);
        }
    }
    if (number == kNoKind) {
        if (!isAccepted)
            exercise.uncounted = std::max(exercise.uncounted, std::optional(finding.level));
        ++m_beyond;
        return;
    }
    m_kinds[number].level = std::max(m_kinds[number].level, finding.level);
    if (m_findings.size() == kMaxFindings) {
        ++m_beyond;
        return;
    }
    if (!isAccepted)
        m_ofMessage[finding.messages.front()].push_back(m_findings.size());
    m_findings.push_back(finding);
    m_kindOf.push_back(number);
}

bool FindingList::isNew(std::size_t index) const
{
    const Kind &kind = m_kinds[m_kindOf[index]];
    return m_last && !kind.isAccepted
        && m_last->isNew(
            kind.server, m_model.stream(m_findings[index].stream).connection, *kind.identity);
}

// In the order of connections: a batch may have messages of several. Returns whether one began.
bool FindingList::follow(const FindingCheck::Batch &batch)
{
    if (!m_last)
        return false;
    std::multimap<int, std::pair<QString, const Finding *>> events; // null: connected
    const auto add = [&](rpc::StreamId stream, const Finding *finding) {
        const rpc::StreamInfo &info = m_model.stream(stream);
        if (!info.probe)
            events.emplace(info.connection, std::pair(info.server, finding));
    };
    for (const findings::Exercised &one : batch.exercised) {
        if (one.isNegotiated)
            add(one.stream, nullptr);
    }
    for (const Finding &finding : batch.found)
        add(finding.stream, &finding);
    bool isBegun = false;
    for (const auto &[connection, event] : events) {
        const auto &[server, finding] = event;
        const bool isFirst = finding ? m_last->found(server, connection, identityOf(*finding))
                                     : m_last->connected(server, connection);
        isBegun = isBegun || isFirst;
    }
    return isBegun;
}

void FindingList::updateAccepted(const QString &server)
{
    std::vector<bool> isOther(m_kinds.size());
    for (const auto &[key, number] : m_kindsByKey) {
        if (key.first != server)
            continue;
        const bool isAccepted = isAcceptedBy(server, key.second);
        isOther[number] = std::exchange(m_kinds[number].isAccepted, isAccepted) != isAccepted;
    }
    std::vector<trace::Number> numbers;
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        if (isOther[m_kindOf[i]])
            numbers.push_back(m_findings[i].messages.front());
    }
    recount(server);
    relist(numbers);
    m_model.reportFindings(std::move(numbers));
    tellCounts();
    Q_EMIT acceptanceChanged();
    Q_EMIT progressed();
}

// The levels of the server's requirements, from what is accepted now.
void FindingList::recount(const QString &server)
{
    Exercises &exercises = m_exercises[server];
    for (auto &[requirement, exercise] : exercises) {
        exercise.violated = exercise.uncounted;
        exercise.accepted.reset();
    }
    for (const Kind &kind : m_kinds) {
        if (kind.server != server)
            continue;
        Exercise &exercise = exercises[kind.requirement];
        auto &level = kind.isAccepted ? exercise.accepted : exercise.violated;
        level = std::max(level, std::optional(kind.level));
    }
    LevelCounts counts;
    for (const auto &[requirement, exercise] : exercises) {
        if (exercise.violated)
            ++counts.of(*exercise.violated);
    }
    if (std::exchange(m_violated[server], counts) != counts)
        m_changed.insert(server);
}

void FindingList::tellCounts()
{
    for (const QString &server : std::exchange(m_changed, {}))
        Q_EMIT violatedChanged(server);
}

void FindingList::relist(const std::vector<trace::Number> &numbers)
{
    std::unordered_set<trace::Number> wanted(numbers.begin(), numbers.end());
    for (const trace::Number number : wanted)
        m_ofMessage.erase(number);
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        const trace::Number number = m_findings[i].messages.front();
        if (wanted.contains(number) && !isAccepted(i))
            m_ofMessage[number].push_back(i);
    }
}

void FindingList::take(const FindingCheck::Batch &batch)
{
    const std::size_t first = m_findings.size();
    for (const findings::Exercised &one : batch.exercised)
        addRevision(m_exercises[m_model.stream(one.stream).server][one.requirement], one.revision,
            one.isNegotiated);
    for (const Finding &finding : batch.found)
        record(finding);
    const bool isBegun = follow(batch);
    m_omitted = m_beyond + batch.omitted;
    if (m_findings.size() > first) {
        std::vector<trace::Number> numbers;
        for (std::size_t i = first; i < m_findings.size(); ++i)
            numbers.push_back(m_findings[i].messages.front());
        m_model.reportFindings(std::move(numbers));
        Q_EMIT added(int(first), int(m_findings.size()) - 1);
    }
    tellCounts();
    if (isBegun)
        Q_EMIT newnessChanged();
    Q_EMIT progressed();
}

} // namespace sonde::models
