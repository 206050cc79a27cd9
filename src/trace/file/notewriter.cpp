// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/notewriter.h"

#include "trace/file/sessionfile.h"
#include "trace/record/tracetr.h"

#include <utility>

namespace sonde::trace {

namespace {

Result<void> writeNotes(const QString &path, const std::vector<std::pair<Number, Note>> &notes)
{
    auto opened = openForNotes(path);
    if (!opened)
        return opened.error();
    Database database = std::move(opened).value();
    const QueryLimit limit(database);
    const auto failed = [&] {
        Error error = database.error(Text::tr("The note cannot be written to %1").arg(path));
        (void)database.execute("ROLLBACK");
        return error;
    };
    if (!database.execute("BEGIN IMMEDIATE"))
        return failed();
    {
        Statement row(database, kWriteNote);
        for (const auto &[number, note] : notes) {
            if (!row.bind(1, number).bind(2, note.marked).bindText(3, note.text).run())
                return failed();
        }
    }
    if (!database.execute("COMMIT"))
        return failed();
    return {};
}

} // namespace

NoteWriter::NoteWriter(QString path, std::function<void()> failed)
    : m_path(std::move(path))
    , m_failed(std::move(failed))
{
}

NoteWriter::~NoteWriter() = default;

void NoteWriter::write(Number number, const Note &note)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.emplace_back(number, note);
        if (!m_thread.joinable())
            m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
    }
    m_work.notify_one();
}

std::optional<Error> NoteWriter::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

void NoteWriter::run(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (m_work.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        const auto notes = std::exchange(m_waiting, {});
        lock.unlock();
        const auto done = writeNotes(m_path, notes);
        lock.lock();
        if (done || m_failure)
            continue;
        m_failure = done.error();
        lock.unlock();
        m_failed();
        lock.lock();
    }
}

} // namespace sonde::trace
