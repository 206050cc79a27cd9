// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/mockresponses.h"

#include "mock/recordedscript.h"
#include "trace/file/sessionstore.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace sonde::session {

MockResponses::MockResponses(QObject *parent)
    : QObject(parent)
    , m_reading(this)
    , m_scriptReading(this)
    , m_saving(this)
    , m_checking(this)
{
    m_wait.setSingleShot(true);
    m_wait.setInterval(kRest);
    connect(&m_wait, &QTimer::timeout, this, &MockResponses::checkLarge);
}

MockResponses::~MockResponses() = default;

void MockResponses::open(const QString &file)
{
    using Read = std::shared_ptr<Result<Opened>>;
    m_opening = file;
    m_reading.start<Read>(
        [file](const std::stop_token &) {
            return std::make_shared<Result<Opened>>(readEntries(file));
        },
        [this, file](const Read &read) {
            m_opening.clear();
            if (!*read) {
                Q_EMIT changed();
                Q_EMIT failed(read->error().sentence, -1);
                return;
            }
            show(std::move(*read).value(), file);
            Q_EMIT opened();
        });
    Q_EMIT changed();
}

Result<MockResponses::Opened> MockResponses::readEntries(const QString &file)
{
    auto read = readResponses(file);
    if (!read)
        return read.error();
    Opened opened{std::move(read).value(), {}};
    auto &responses = opened.file.list.responses;
    opened.entries.reserve(responses.size());
    for (mock::ListedResponse &response : responses)
        opened.entries.push_back(checkedEntry(std::move(response)));
    responses.clear();
    return opened;
}

void MockResponses::show(Opened opened, const QString &file)
{
    m_entries = std::move(opened.entries);
    m_saved = m_entries;
    m_base = std::move(opened.file.list);
    m_text = opened.file.text;
    m_file = file;
    m_undo.clear();
    m_redo.clear();
    m_row = -1;
    reportRows(0);
}

Result<MockResponses::Recording> MockResponses::readRecording(const QString &path)
{
    const auto store = trace::SessionStore::open(path);
    if (!store)
        return store.error();
    const auto records = (*store)->readRecords();
    if (!records)
        return records.error();
    auto script = mock::recordedScript(**store, *records);
    if (!script)
        return script.error();
    Recording recording;
    recording.script = std::make_shared<const mock::MockScript>(std::move(script).value());
    recording.requests = mock::recordedRequests(*recording.script);
    recording.count = recording.requests.size();
    recording.requests.resize(std::min(recording.count, kMaxRequests));
    recording.messages =
        std::make_shared<const UseCounts::Messages>(UseCounts::messagesOf(recording.requests));
    recording.rows.reserve(recording.requests.size());
    for (const mock::RecordedRequest &request : recording.requests)
        recording.rows.push_back(models::MockRow::of(request));
    return recording;
}

void MockResponses::setRecording(const QString &file)
{
    using Script = std::shared_ptr<Result<Recording>>;
    m_scriptReading.start<Script>(
        [file](const std::stop_token &) {
            return std::make_shared<Result<Recording>>(readRecording(file));
        },
        [this, file](const Script &read) {
            if (!*read) {
                Q_EMIT failed(read->error().sentence, -1);
                return;
            }
            m_recorded = std::move(*read).value();
            m_uses.setRecorded(nullptr, 0); // a mock that runs plays another one
            m_recording = file;
            reportRows(-1);
            Q_EMIT recordingRead();
        });
}

void MockResponses::save(const QString &file, bool replaces)
{
    if (isOpening())
        return;
    m_nextSaving = {file, replaces};
    if (!m_isSaving)
        startSaving();
}

// One after the other: the text of the file is known only when the one before has written it.
void MockResponses::startSaving()
{
    const Saving saving = *std::exchange(m_nextSaving, std::nullopt);
    m_isSaving = true;
    m_savingFile = saving.file;
    const auto known =
        saving.file == m_file && !saving.replaces ? std::optional(m_text) : std::nullopt;
    m_saving.start<SaveOutcome>(
        [base = m_base, entries = m_entries, file = saving.file, known](
            const std::stop_token &) { return saveResponses(listOf(base, entries), file, known); },
        [this, file = saving.file, entries = m_entries](const SaveOutcome &outcome) {
            m_isSaving = false;
            m_savingFile.clear();
            finishSaving(file, entries, outcome);
            if (m_nextSaving)
                startSaving();
            else
                Q_EMIT changed();
        });
    Q_EMIT changed();
}

void MockResponses::finishSaving(
    const QString &file, const Entries &entries, const SaveOutcome &outcome)
{
    switch (outcome.kind) {
    case SaveOutcome::Kind::Failed:
        Q_EMIT failed(
            outcome.problem, outcome.wrong < 0 ? -1 : rowOf(entries[std::size_t(outcome.wrong)]));
        return;
    case SaveOutcome::Kind::ChangedOnDisk:
        Q_EMIT changedOnDisk(file);
        return;
    case SaveOutcome::Kind::Saved:
        break;
    }
    m_file = file;
    m_text = outcome.text;
    m_saved = entries;
    m_row = -1; // the next change can be undone down to what was saved
    Q_EMIT saved();
}

// It may have been moved since, or be gone.
int MockResponses::rowOf(const std::shared_ptr<Entry> &entry) const
{
    const auto found = std::find(m_entries.begin(), m_entries.end(), entry);
    return found == m_entries.end() ? -1 : int(found - m_entries.begin());
}

mock::ResponseFields MockResponses::fields(int row) const
{
    return isRecorded(row) ? mock::responseFields(m_recorded.requests[std::size_t(row - count())])
                           : entry(row).response.fields;
}

std::vector<models::MockRow> MockResponses::rows() const
{
    std::vector<models::MockRow> rows;
    rows.reserve(m_entries.size() + m_recorded.rows.size());
    for (int i = 0; i < count() + int(m_recorded.rows.size()); ++i)
        rows.push_back(row(i));
    return rows;
}

models::MockRow MockResponses::row(int row) const
{
    const auto request = std::size_t(row - count());
    models::MockRow words = isRecorded(row) ? m_recorded.rows[request] : entry(row).verdict.words;
    words.setUses(isRecorded(row) ? m_uses.ofRecorded(request) : m_uses.ofResponse(&entry(row)));
    return words;
}

void MockResponses::startCounting()
{
    m_uses.start({m_entries.begin(), m_entries.end()});
    m_uses.setRecorded(m_recorded.messages, m_recorded.rows.size());
    Q_EMIT countingStarted();
}

void MockResponses::addUses(const std::vector<MockUse> &uses)
{
    std::set<const void *> responses;
    std::set<int> rows;
    for (const MockUse &use : uses) {
        const UseCounts::Changed changed = m_uses.add(use);
        responses.insert(changed.response);
        if (changed.recorded)
            rows.insert(count() + int(*changed.recorded));
    }
    for (int i = 0; i < count(); ++i) {
        if (responses.contains(m_entries[std::size_t(i)].get()))
            rows.insert(i);
    }
    for (const int row : rows)
        Q_EMIT rowCounted(row);
}

mock::ResponseList MockResponses::listOf(mock::ResponseList base, const Entries &entries)
{
    base.responses.reserve(entries.size());
    for (const auto &entry : entries)
        base.responses.push_back(entry->response);
    return base;
}

std::shared_ptr<MockResponses::Entry> MockResponses::checkedEntry(mock::ListedResponse response)
{
    ResponseVerdict verdict = ResponseVerdict::of(response.fields);
    return std::make_shared<Entry>(Entry{std::move(response), std::move(verdict), true});
}

// `before`: what it was; nullptr: it is new.
std::shared_ptr<MockResponses::Entry> MockResponses::entryOf(
    mock::ResponseFields fields, const Entry *before)
{
    if (ResponseVerdict::isQuick(fields))
        return checkedEntry({std::move(fields)});
    ResponseVerdict verdict;
    if (before) {
        verdict = before->verdict;
        verdict.words.setLimits(fields);
    } else {
        verdict.words = models::MockRow::unchecked(fields);
    }
    m_wait.start();
    return std::make_shared<Entry>(Entry{{std::move(fields)}, std::move(verdict)});
}

// Entries that are changed meanwhile are others, which are checked when typing rests again.
void MockResponses::checkLarge()
{
    Entries unchecked;
    std::copy_if(m_entries.begin(), m_entries.end(), std::back_inserter(unchecked),
        [](const auto &entry) { return !entry->isChecked; });
    if (unchecked.empty())
        return;
    using Verdicts = std::vector<ResponseVerdict>;
    m_checking.start<Verdicts>(
        [unchecked](const std::stop_token &stop) {
            Verdicts verdicts;
            verdicts.reserve(unchecked.size());
            for (const auto &entry : unchecked) {
                if (!stop.stop_requested())
                    verdicts.push_back(ResponseVerdict::of(entry->response.fields));
            }
            return verdicts;
        },
        [this, unchecked](Verdicts verdicts) {
            for (std::size_t i = 0; i < verdicts.size(); ++i) {
                unchecked[i]->verdict = std::move(verdicts[i]);
                unchecked[i]->isChecked = true;
                if (const int row = rowOf(unchecked[i]); row >= 0)
                    Q_EMIT rowChecked(row);
            }
        });
}

void MockResponses::remember()
{
    m_undo.push_back(m_entries);
    if (m_undo.size() > kMaxUndone)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
}

void MockResponses::insert(int row, mock::ResponseFields fields)
{
    if (isOpening())
        return;
    m_row = -1;
    remember();
    m_entries.insert(m_entries.begin() + row, entryOf(std::move(fields), nullptr));
    reportRows(row);
}

void MockResponses::change(int row, mock::ResponseFields fields)
{
    if (isOpening() || isRecorded(row) || entry(row).response.fields == fields)
        return;
    if (std::exchange(m_row, row) != row)
        remember();
    m_redo.clear();
    m_entries[std::size_t(row)] = entryOf(std::move(fields), &entry(row));
    Q_EMIT rowChanged(row);
    Q_EMIT changed();
}

void MockResponses::remove(int row)
{
    if (isOpening() || isRecorded(row))
        return;
    m_row = -1;
    remember();
    m_entries.erase(m_entries.begin() + row);
    reportRows(std::min(row, count() - 1));
}

void MockResponses::move(int row, int to)
{
    if (isOpening() || row == to || isRecorded(row) || isRecorded(to) || to < 0)
        return;
    m_row = -1;
    remember();
    const auto at = m_entries.begin();
    if (to > row)
        std::rotate(at + row, at + row + 1, at + to + 1);
    else
        std::rotate(at + to, at + row, at + row + 1);
    reportRows(to);
}

void MockResponses::undo()
{
    restore(m_undo, m_redo);
}

void MockResponses::redo()
{
    restore(m_redo, m_undo);
}

void MockResponses::restore(std::vector<Entries> &from, std::vector<Entries> &to)
{
    if (isOpening() || from.empty())
        return;
    m_row = -1;
    const Entries before = m_entries;
    to.push_back(m_entries);
    m_entries = std::move(from.back());
    from.pop_back();
    m_wait.start(); // a large one may not have been checked when it was changed
    // The first place that is another one is what the user wants to see.
    const auto differing =
        std::mismatch(before.begin(), before.end(), m_entries.begin(), m_entries.end());
    reportRows(std::min(int(differing.second - m_entries.begin()), count() - 1));
}

void MockResponses::reportRows(int row)
{
    Q_EMIT rowsChanged(row);
    Q_EMIT changed();
}

} // namespace sonde::session
