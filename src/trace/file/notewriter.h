// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/record/notes.h"

#include <QString>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace sonde::trace {

// Writes notes into a session file that nobody records into any more, from a thread of its own. The
// file is hostile all the same: it is opened as openSessionFile() opens it, but for its one table.
class NoteWriter {
public:
    // `failed` runs on its thread.
    NoteWriter(QString path, std::function<void()> failed);
    ~NoteWriter(); // writes what is left

    void write(Number number, const Note &note);
    std::optional<Error> failure() const; // the first one

private:
    void run(const std::stop_token &stop);

    QString m_path;
    std::function<void()> m_failed;
    mutable std::mutex m_mutex; // of what follows
    std::condition_variable_any m_work;
    std::vector<std::pair<Number, Note>> m_waiting;
    std::optional<Error> m_failure;
    std::jthread m_thread; // the last member: it ends before what it uses
};

} // namespace sonde::trace
