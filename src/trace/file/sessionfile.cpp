// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessionfile.h"

#include "trace/file/sessionschema.h"
#include "trace/record/tracetr.h"

#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <sqlite3.h>

#include <array>
#include <string>

namespace sonde::trace {

namespace {

constexpr int kOpcodesBetweenChecks = 100'000;
// A session file has eight tables and a view; a few tables of other programs are allowed.
constexpr int kMaxSchemaRows = 100;

Error refuse(const QString &path, const QString &why, const QString &detail = {})
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("%1 cannot be opened: %2").arg(path, why),
        .detail = detail};
}

QString sqliteReason(const Database &database)
{
    return QString::fromUtf8(sqlite3_errmsg(database.handle()));
}

void harden(const Database &database)
{
    auto *handle = database.handle();
    sqlite3_busy_timeout(handle, kMaxLockedMs);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, int(schema::kMaxChunk + (1U << 20)));
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 100'000);
    sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 100);
    sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 20);
    sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 3);
    sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, 25'000);
    sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, 8);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50);
    sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, 10);
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0);
}

// Returns the first column of the first row.
std::optional<std::int64_t> askInteger(const Database &database, const char *sql)
{
    Statement statement(database, sql);
    if (statement.step() != Statement::Step::Row)
        return {};
    return statement.integer(0);
}

// SQLite reads a file with a write-ahead log through a shared memory file next to it, which it may
// have to create. Where it cannot create that file, it can still read a file without a log.
Result<Database> openReadable(const QString &path)
{
    auto opened = Database::open(QFile::encodeName(path), SQLITE_OPEN_READONLY);
    if (!opened)
        return refuse(path, opened.error().sentence);
    Database database = std::move(opened).value();
    harden(database);
    if (askInteger(database, "PRAGMA schema_version"))
        return database;
    const int code = sqlite3_errcode(database.handle()) & 0xff;
    if (code == SQLITE_BUSY) {
        Error error = refuse(path, Text::tr("another program has locked it."));
        error.code = code;
        return error;
    }
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
        return refuse(path,
            Text::tr("it is not a session file, or it is damaged (%1).")
                .arg(sqliteReason(database)));
    const QFileInfo log(path + QStringLiteral("-wal"));
    if (log.exists() && log.size() > 0) {
        return refuse(path,
            Text::tr("its newest part is still in %1, and reading that needs write access to the "
                     "folder. Copy both files to a folder of your own and open the copy.")
                .arg(log.fileName()));
    }
    const QByteArray uri =
        QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()).toEncoded() + "?immutable=1";
    auto again = Database::open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    if (!again)
        return refuse(path, again.error().sentence);
    database = std::move(again).value();
    harden(database);
    if (!askInteger(database, "PRAGMA schema_version"))
        return refuse(path, sqliteReason(database));
    return database;
}

Result<void> checkTables(
    const QString &path, const Database &database, std::span<const schema::SchemaTable> tables)
{
    std::array<bool, schema::kTables.size()> seen{};
    Statement statement(database, "SELECT type, name, sql FROM sqlite_schema");
    auto step = Statement::Step::Done;
    int rows = 0;
    while ((step = statement.step()) == Statement::Step::Row) {
        if (++rows > kMaxSchemaRows)
            return refuse(path, Text::tr("it has more tables than a session file has."));
        const auto name = statement.text(1);
        for (std::size_t i = 0; name && i < tables.size(); ++i) {
            if (*name != tables[i].name)
                continue;
            if (statement.text(0) != "table" || statement.text(2) != tables[i].sql) {
                return refuse(path,
                    Text::tr("its table \"%1\" does not belong to a session file.")
                        .arg(QLatin1String(tables[i].name)));
            }
            seen[i] = true;
        }
    }
    if (step == Statement::Step::Failed)
        return refuse(path, Text::tr("it is damaged (%1).").arg(sqliteReason(database)));
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (!seen[i]) {
            return refuse(
                path, Text::tr("its table \"%1\" is missing.").arg(QLatin1String(tables[i].name)));
        }
    }
    return {};
}

Result<std::int64_t> readVersion(const QString &path, const Database &database)
{
    Statement statement(database, "SELECT value FROM meta WHERE key = 'schema'");
    const bool found = statement.step() == Statement::Step::Row;
    const auto text = found ? statement.text(0) : std::nullopt;
    if (!text)
        return refuse(path, Text::tr("its format version is missing."));
    for (auto version = schema::kOldestVersion; version <= schema::kVersion; ++version) {
        if (*text == std::to_string(version))
            return version;
    }
    const auto shown = text->substr(0, 20);
    return refuse(path,
        Text::tr("it has format version \"%1\"; this version of Sonde reads versions %2 to %3.")
            .arg(QString::fromUtf8(shown.data(), qsizetype(shown.size())))
            .arg(schema::kOldestVersion)
            .arg(schema::kVersion));
}

// Checks that it is a session file, and returns the version of its layout.
Result<std::int64_t> check(const QString &path, Database &database)
{
    const QueryLimit limit(database);
    for (const char *pragma :
        {"PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0"}) {
        if (auto done = database.execute(pragma); !done)
            return refuse(path, done.error().sentence);
    }
    if (askInteger(database, "PRAGMA application_id") != schema::kApplicationId)
        return refuse(path, Text::tr("it is an SQLite file, but not a session file."));
    // The table that holds the version is the same in all versions.
    if (auto checked = checkTables(path, database, schema::kMetaTable); !checked)
        return checked.error();
    auto version = readVersion(path, database);
    if (!version)
        return version;
    if (auto checked = checkTables(path, database, schema::tablesOf(*version)); !checked)
        return checked.error();
    return version;
}

} // namespace

Result<SessionFile> openSessionFile(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return refuse(path, Text::tr("the file does not exist."));
    if (!info.isFile())
        return refuse(path, Text::tr("it is not a file."));
    if (info.size() == 0)
        return refuse(path, Text::tr("it is empty."));
    if (!info.isReadable())
        return refuse(path, Text::tr("you do not have permission to read it."));
    auto opened = openReadable(path);
    if (!opened)
        return opened.error();
    Database database = std::move(opened).value();
    if (auto done = database.execute("PRAGMA query_only = ON"); !done)
        return refuse(path, done.error().sentence);
    const auto version = check(path, database);
    if (!version)
        return version.error();
    return SessionFile{std::move(database), *version};
}

Result<Database> openForNotes(const QString &path)
{
    auto opened = Database::open(QFile::encodeName(path), SQLITE_OPEN_READWRITE);
    if (!opened)
        return refuse(path, opened.error().sentence);
    Database database = std::move(opened).value();
    harden(database);
    const auto version = check(path, database);
    if (!version)
        return version.error();
    if (*version == schema::kOldestVersion) {
        return refuse(path,
            Text::tr("version 1 of the session file cannot store notes. Export the trace as JSON "
                     "Lines and import it again."));
    }
    if (*version == schema::kLastWithoutNotes) {
        std::string add = "BEGIN IMMEDIATE;";
        add += schema::kNoteTable.sql;
        add += ";UPDATE meta SET value = '";
        add += std::to_string(schema::kFirstWithNotes);
        add += "' WHERE key = 'schema';COMMIT;";
        if (auto done = database.execute(add.c_str()); !done)
            return refuse(path, done.error().sentence);
    }
    return database;
}

QueryLimit::QueryLimit(const Database &database)
    : m_handle(database.handle())
    , m_end(std::chrono::steady_clock::now() + kMaxQueryTime)
{
    sqlite3_progress_handler(m_handle, kOpcodesBetweenChecks, &QueryLimit::check, this);
}

QueryLimit::~QueryLimit()
{
    sqlite3_progress_handler(m_handle, 0, nullptr, nullptr);
}

int QueryLimit::check(void *self)
{
    return std::chrono::steady_clock::now() > static_cast<QueryLimit *>(self)->m_end ? 1 : 0;
}

} // namespace sonde::trace
