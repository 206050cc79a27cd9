// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findingcheck.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sonde::models {

using trace::Number;
using trace::Record;

namespace {

bool hasEnded(const Record &record)
{
    return record.kind == rpc::Kind::Exchange && trace::endOf(record) != 0;
}

} // namespace

// What the background works on. The window's thread fills it in between two slices.
struct FindingCheck::Work {
    explicit Work(const trace::Store &recorded)
        : store(recorded)
    {
    }

    Batch slice(const std::stop_token &stop);
    void change();
    bool isDone() const
    {
        return at == records.size() && (changes.empty() || changes.front().after >= number)
            && !isLate;
    }

    const trace::Store &store;
    std::optional<findings::Checker> checker; // from the first slice: it reads all requirements
    std::vector<Record> records;
    std::size_t at = 0; // in records
    Number number = 1; // of records[at]
    std::deque<Change> changes;
    bool isAll = false; // no record is known beyond these
    bool isLate = false; // a handshake takes too long
};

void FindingCheck::Work::change()
{
    while (!changes.empty() && changes.front().after < number) {
        checker->change(changes.front().number, changes.front().record);
        changes.pop_front();
    }
}

FindingCheck::Batch FindingCheck::Work::slice(const std::stop_token &stop)
{
    const auto end = std::chrono::steady_clock::now() + kMaxTime;
    Batch batch;
    if (!checker)
        checker.emplace(store);
    const auto collect = [this, &batch] {
        for (findings::Finding &finding : checker->take())
            batch.found.push_back(std::move(finding));
    };
    change();
    while (at < records.size() && batch.found.size() < kMaxFound && !stop.stop_requested()
        && std::chrono::steady_clock::now() < end) {
        checker->add(number++, records[at++]);
        change();
        collect();
    }
    if (std::exchange(isLate, false))
        checker->stopWaiting();
    // The messages of an exchange that has ended are recorded before its end.
    if (at == records.size() && isAll && store.isRecording())
        checker->pause();
    else if (at == records.size() && isAll)
        checker->finish();
    collect();
    batch.exercised = checker->takeExercised();
    batch.omitted = checker->omitted();
    batch.isWaiting = checker->isWaiting();
    return batch;
}

FindingCheck::FindingCheck(TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_work(std::make_unique<Work>(model.store()))
    , m_job(this, BackgroundJob::Ending::Join, BackgroundJob::Priority::Low)
{
    connect(&model, &TraceModel::taken, this, &FindingCheck::next);
    connect(&model, &TraceModel::recordsChanged, this, &FindingCheck::recordsChanged);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &FindingCheck::keepCleared);
    connect(&model, &QAbstractItemModel::modelReset, this, &FindingCheck::next);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kHandshakePatience);
    connect(&m_patience, &QTimer::timeout, this, &FindingCheck::stopWaiting);
    next();
}

FindingCheck::~FindingCheck() = default;

std::uint64_t FindingCheck::behind() const
{
    const auto end = std::uint64_t(m_model.number(0)) + std::uint64_t(m_model.rowCount());
    return end > std::uint64_t(m_checked) + 1 ? end - m_checked - 1 : 0;
}

// Whoever clears the list wants to see less, not to check less.
void FindingCheck::keepCleared()
{
    if (m_model.rowOf(std::max(m_next, m_model.number(0))) >= 0)
        m_cleared.push_back({m_model.snapshot(), m_model.number(0)});
}

// Other changes than the end of an exchange tell the rules nothing new.
void FindingCheck::recordsChanged(int from, int to)
{
    const Number last = m_model.number(m_model.rowCount()) - 1;
    for (int row = from; row <= to && !m_open.empty(); ++row) {
        if (hasEnded(m_model.record(row)) && m_open.erase(m_model.number(row)) > 0)
            m_changes.push_back({last, m_model.number(row), m_model.record(row)});
    }
    next();
}

std::vector<Record> FindingCheck::nextRecords() const
{
    std::vector<Record> records;
    if (!m_cleared.empty()) {
        const auto &[cleared, first] = m_cleared.front();
        for (std::size_t at = m_next - first; at < cleared.size() && records.size() < kMaxRecords;
             ++at)
            records.push_back(cleared[at]);
        return records;
    }
    const int end = m_model.rowCount();
    for (int row = m_model.rowOf(m_next); row >= 0 && row < end; ++row) {
        records.push_back(m_model.record(row));
        if (records.size() == kMaxRecords)
            break;
    }
    return records;
}

// A file is complete when its last record was read, a recording at any time.
bool FindingCheck::isAll() const
{
    const Number end = m_model.number(m_model.rowCount());
    return m_next >= end && (m_model.store().isRecording() || end > m_model.store().messageCount());
}

bool FindingCheck::prepare()
{
    if (!m_work->isDone())
        return true;
    while (
        !m_cleared.empty() && m_next >= m_cleared.front().first + m_cleared.front().records.size())
        m_cleared.pop_front();
    // What was dropped before it was taken is in the file only.
    m_next = std::max(m_next, m_cleared.empty() ? m_model.number(0) : m_cleared.front().first);
    m_work->records = nextRecords();
    m_work->at = 0;
    m_work->number = m_next;
    for (const Record &record : m_work->records) {
        if (record.kind == rpc::Kind::Exchange && !hasEnded(record))
            m_open.insert(m_next);
        ++m_next;
    }
    m_work->isAll = isAll();
    m_work->changes.insert(m_work->changes.end(), m_changes.begin(), m_changes.end());
    m_changes.clear();
    return !m_work->isDone();
}

void FindingCheck::next()
{
    if (m_running || !prepare())
        return;
    m_running = true;
    if (m_work->checker)
        startSlice();
    else
        QTimer::singleShot(kStartDelay, this, &FindingCheck::startSlice);
}

void FindingCheck::startSlice()
{
    m_job.start<Batch>(
        [work = m_work.get()](const std::stop_token &stop) { return work->slice(stop); },
        [this](const Batch &batch) { finishSlice(batch); });
}

void FindingCheck::finishSlice(const Batch &batch)
{
    m_running = false;
    m_checked = m_work->number - 1;
    if (!batch.isWaiting)
        m_patience.stop();
    else if (!m_patience.isActive())
        m_patience.start();
    Q_EMIT checked(batch);
    next();
}

void FindingCheck::stopWaiting()
{
    if (m_running) // its end shows whether anything still waits
        return m_patience.start();
    m_work->isLate = true;
    next();
}

} // namespace sonde::models
