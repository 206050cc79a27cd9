// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sonde::trace {

// The version of the SQLite that the program runs with.
QString sqliteVersion();

// One connection to an SQLite file, used by one thread at a time.
class Database {
public:
    // `flags` are those of sqlite3_open_v2.
    static Result<Database> open(const QByteArray &name, int flags);
    Database() = default;
    Database(Database &&other) noexcept;
    Database &operator=(Database &&other) noexcept;
    ~Database();

    sqlite3 *handle() const { return m_handle; }
    Result<void> execute(const char *sql);
    // The error of the last call on this connection; its sentence begins with `what`.
    Error error(const QString &what) const;
    void close();

private:
    sqlite3 *m_handle = nullptr;
};

// Whether a call failed only because another connection kept the file locked for longer than it
// waits: the same call may succeed later.
bool isLocked(const Error &error);

// What is read of a database while it lives is of one moment, even if another program writes to it.
class ReadTransaction {
public:
    // The database outlives it.
    explicit ReadTransaction(Database &database);
    ~ReadTransaction();
    ReadTransaction(const ReadTransaction &) = delete;
    ReadTransaction &operator=(const ReadTransaction &) = delete;

private:
    Database &m_database;
    const bool m_begun;
};

// A prepared statement. Check each column's type before reading it: a file may contain any type.
class Statement {
public:
    enum class Step { Row, Done, Failed };

    Statement() = default;
    // IsValid() tells whether preparing it succeeded.
    Statement(const Database &database, const char *sql);
    Statement(Statement &&other) noexcept;
    Statement &operator=(Statement &&other) noexcept;
    ~Statement();

    bool isValid() const { return m_handle != nullptr; }
    Statement &bind(int index, std::int64_t value);
    // The text or bytes must stay valid until reset().
    Statement &bindText(int index, std::string_view utf8);
    Statement &bindBlob(int index, std::string_view bytes);
    Statement &bindNull(int index);
    Step step();
    // Runs to the end and resets the statement. Returns false on failure.
    bool run();
    void reset();

    std::optional<std::int64_t> integer(int column) const;
    std::optional<std::string_view> text(int column) const;
    std::optional<std::string_view> blob(int column) const;
    bool isNull(int column) const;

private:
    sqlite3_stmt *m_handle = nullptr;
};

} // namespace sonde::trace
