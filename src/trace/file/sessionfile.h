// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/file/database.h"

#include <QString>

#include <chrono>

namespace sonde::trace {

// The time limit of one query. A damaged tree can refer to the same page again and again, and a
// query on it would never end.
inline constexpr std::chrono::seconds kMaxQueryTime{20};

inline constexpr int kMaxLockedMs = 5000; // another program may lock the file for a moment

struct SessionFile {
    Database database;
    std::int64_t version = 0; // of the layout, see schema::tablesOf()
};

// Opens a session file read only, with all features disabled that a hostile file could use, and
// checks the application id, the version and the exact SQL text of its tables.
Result<SessionFile> openSessionFile(const QString &path);

// Opens a session file for writing notes; adds the table of notes if the file has none.
Result<Database> openForNotes(const QString &path);
// Its parameters are number, marked and text.
inline constexpr const char *kWriteNote = "INSERT OR REPLACE INTO note VALUES(?1, ?2, ?3)";

// Starts the time limit kMaxQueryTime for the next query.
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
