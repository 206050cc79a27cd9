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

// Writes notes into a session file whose recording has ended, on its own thread. The file is still
// hostile: it is opened with the checks of openSessionFile(), but writable for the table of notes.
class NoteWriter {
public:
    // `failed` is called on the writer's thread.
    NoteWriter(QString path, std::function<void()> failed);
    ~NoteWriter(); // writes pending notes

    void write(Number number, const Note &note);
    std::optional<Error> failure() const; // the first failure

private:
    void run(const std::stop_token &stop);

    QString m_path;
    std::function<void()> m_failed;
    mutable std::mutex m_mutex; // protects the members below
    std::condition_variable_any m_work;
    std::vector<std::pair<Number, Note>> m_waiting;
    std::optional<Error> m_failure;
    std::jthread m_thread; // last, so that it ends before the members it uses
};

} // namespace sonde::trace
