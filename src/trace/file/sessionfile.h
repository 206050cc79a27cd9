// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/file/database.h"

#include <QString>

#include <chrono>

namespace sonde::trace {

// How long one question to a file may take. A damaged tree can name the same page again and again
// and would never end.
inline constexpr std::chrono::seconds kMaxQueryTime{20};

struct SessionFile {
    Database database;
    std::int64_t version = 0; // of its layout, see schema::tablesOf()
};

// Opens a session file read only, with everything switched off that a hostile file could use, and
// checks that it is one: application id, version and the exact text of its tables.
Result<SessionFile> openSessionFile(const QString &path);

// The same file so that notes can be written into it; it gets a table for them if it has none.
Result<Database> openForNotes(const QString &path);
// Binds number, marked and text.
inline constexpr const char *kWriteNote = "INSERT OR REPLACE INTO note VALUES(?1, ?2, ?3)";

// Starts the clock of kMaxQueryTime for the next question.
class QueryLimit {
public:
    explicit QueryLimit(const Database &database);
    ~QueryLimit();
    QueryLimit(const QueryLimit &) = delete;
    QueryLimit &operator=(const QueryLimit &) = delete;

private:
    static int check(void *self);
    sqlite3 *m_handle;
    std::chrono::steady_clock::time_point m_end;
};

} // namespace sonde::trace
