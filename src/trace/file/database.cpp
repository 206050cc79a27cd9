// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/database.h"

#include "trace/record/tracetr.h"
#include <sqlite3.h>

#include <mutex>
#include <utility>

namespace sonde::trace {

QString sqliteVersion()
{
    return QString::fromLatin1(sqlite3_libversion());
}

Result<Database> Database::open(const QByteArray &name, int flags)
{
    // SQLite's memory statistics are not used, and counting costs a lock for each allocation.
    static std::once_flag once;
    std::call_once(once, [] { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); });
    Database database;
    const int code = sqlite3_open_v2(name.constData(), &database.m_handle,
        flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    if (code != SQLITE_OK)
        return database.error(Text::tr("The session file cannot be opened"));
    return database;
}

Database::Database(Database &&other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr))
{
}

Database &Database::operator=(Database &&other) noexcept
{
    std::swap(m_handle, other.m_handle);
    return *this;
}

Database::~Database()
{
    close();
}

void Database::close()
{
    sqlite3_close_v2(std::exchange(m_handle, nullptr));
}

Result<void> Database::execute(const char *sql)
{
    if (sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK)
        return {};
    return error(Text::tr("The session file rejected a command"));
}

Error Database::error(const QString &what) const
{
    const int code = m_handle ? sqlite3_extended_errcode(m_handle) : SQLITE_NOMEM;
    QString reason =
        m_handle ? QString::fromUtf8(sqlite3_errmsg(m_handle)) : Text::tr("out of memory");
    if ((code & 0xff) == SQLITE_FULL)
        reason = Text::tr("the disk is full");
    return {.domain = Domain::Storage,
        .code = code,
        .sentence = what + QStringLiteral(": ") + reason,
        .detail = Text::tr("SQLite result code %1").arg(code)};
}

bool isLocked(const Error &error)
{
    return error.domain == Domain::Storage && (error.code & 0xff) == SQLITE_BUSY;
}

ReadTransaction::ReadTransaction(Database &database)
    : m_database(database)
    , m_begun(database.execute("BEGIN").ok())
{
}

ReadTransaction::~ReadTransaction()
{
    if (m_begun)
        (void)m_database.execute("COMMIT");
}

Statement::Statement(const Database &database, const char *sql)
{
    sqlite3_prepare_v3(database.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT, &m_handle, nullptr);
}

Statement::Statement(Statement &&other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr))
{
}

Statement &Statement::operator=(Statement &&other) noexcept
{
    std::swap(m_handle, other.m_handle);
    return *this;
}

Statement::~Statement()
{
    sqlite3_finalize(m_handle);
}

Statement &Statement::bind(int index, std::int64_t value)
{
    sqlite3_bind_int64(m_handle, index, value);
    return *this;
}

Statement &Statement::bindText(int index, std::string_view utf8)
{
    sqlite3_bind_text64(m_handle, index, utf8.data(), utf8.size(), SQLITE_STATIC, SQLITE_UTF8);
    return *this;
}

Statement &Statement::bindBlob(int index, std::string_view bytes)
{
    sqlite3_bind_blob64(m_handle, index, bytes.data(), bytes.size(), SQLITE_STATIC);
    return *this;
}

Statement &Statement::bindNull(int index)
{
    sqlite3_bind_null(m_handle, index);
    return *this;
}

Statement::Step Statement::step()
{
    if (!m_handle)
        return Step::Failed;
    switch (sqlite3_step(m_handle)) {
    case SQLITE_ROW:
        return Step::Row;
    case SQLITE_DONE:
        return Step::Done;
    default:
        return Step::Failed;
    }
}

bool Statement::run()
{
    Step last = step();
    while (last == Step::Row)
        last = step();
    reset();
    return last == Step::Done;
}

void Statement::reset()
{
    sqlite3_reset(m_handle);
}

std::optional<std::int64_t> Statement::integer(int column) const
{
    if (sqlite3_column_type(m_handle, column) != SQLITE_INTEGER)
        return {};
    return sqlite3_column_int64(m_handle, column);
}

std::optional<std::string_view> Statement::text(int column) const
{
    if (sqlite3_column_type(m_handle, column) != SQLITE_TEXT)
        return {};
    const auto *data = reinterpret_cast<const char *>(sqlite3_column_text(m_handle, column));
    if (!data)
        return {};
    return std::string_view(data, static_cast<std::size_t>(sqlite3_column_bytes(m_handle, column)));
}

std::optional<std::string_view> Statement::blob(int column) const
{
    if (sqlite3_column_type(m_handle, column) != SQLITE_BLOB)
        return {};
    const auto *data = static_cast<const char *>(sqlite3_column_blob(m_handle, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_handle, column));
    if (!data && size > 0)
        return {};
    return data ? std::string_view(data, size) : std::string_view();
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_handle, column) == SQLITE_NULL;
}

} // namespace sonde::trace
