// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/mockresponses.h"

#include "mock/recordedscript.h"
#include "trace/file/sessionstore.h"

#include <algorithm>
#include <utility>

namespace sonde::session {

namespace {

using Read = std::shared_ptr<Result<ResponseFile>>;

} // namespace

MockResponses::MockResponses(QObject *parent)
    : QObject(parent)
    , m_reading(this)
    , m_scriptReading(this)
    , m_saving(this, BackgroundJob::Ending::Join)
{
}

MockResponses::~MockResponses() = default;

void MockResponses::open(const QString &file)
{
    m_opening = file;
    m_reading.start<Read>(
        [file](const std::stop_token &) {
            return std::make_shared<Result<ResponseFile>>(readResponses(file));
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

void MockResponses::show(ResponseFile read, const QString &file)
{
    mock::ResponseList &list = read.list;
    m_entries.clear();
    m_entries.reserve(list.responses.size());
    for (mock::ListedResponse &response : list.responses)
        m_entries.push_back(std::make_shared<const Entry>(Entry{std::move(response), {}}));
    list.responses.clear();
    m_base = std::move(list);
    m_saved = m_entries;
    m_file = file;
    m_text = read.text;
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
    const auto known =
        saving.file == m_file && !saving.replaces ? std::optional(m_text) : std::nullopt;
    m_saving.start<SaveOutcome>(
        [list = list(), file = saving.file, known](
            const std::stop_token &) { return saveResponses(list, file, known); },
        [this, file = saving.file, entries = m_entries](const SaveOutcome &outcome) {
            m_isSaving = false;
            finishSaving(file, entries, outcome);
            if (m_nextSaving)
                startSaving();
        });
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
    Q_EMIT changed();
    Q_EMIT saved();
}

// It may have been moved since, or be gone.
int MockResponses::rowOf(const std::shared_ptr<const Entry> &entry) const
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
    for (int i = 0; i < count(); ++i)
        rows.push_back(row(i));
    rows.insert(rows.end(), m_recorded.rows.begin(), m_recorded.rows.end());
    return rows;
}

models::MockRow MockResponses::row(int row) const
{
    return isRecorded(row) ? m_recorded.rows[std::size_t(row - count())]
                           : models::MockRow::of(entry(row).response.fields, entry(row).problem);
}

mock::ResponseList MockResponses::list() const
{
    mock::ResponseList list = m_base;
    list.responses.reserve(m_entries.size());
    for (const auto &entry : m_entries)
        list.responses.push_back(entry->response);
    return list;
}

std::shared_ptr<const MockResponses::Entry> MockResponses::entryOf(mock::ListedResponse response)
{
    const Result<void> checked = mock::checkFields(response.fields);
    return std::make_shared<const Entry>(
        Entry{std::move(response), checked ? QString() : checked.error().sentence});
}

void MockResponses::remember()
{
    m_undo.push_back(m_entries);
    if (m_undo.size() > kMaxUndone)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
}

void MockResponses::insert(int row, const mock::ResponseFields &fields)
{
    if (isOpening())
        return;
    m_row = -1;
    remember();
    m_entries.insert(m_entries.begin() + row, entryOf({fields}));
    reportRows(row);
}

void MockResponses::change(int row, const mock::ResponseFields &fields)
{
    if (isOpening() || isRecorded(row) || entry(row).response.fields == fields)
        return;
    if (std::exchange(m_row, row) != row)
        remember();
    m_redo.clear();
    m_entries[std::size_t(row)] = entryOf({fields});
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
