// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/message.h"
#include "support/changedfile.h"
#include "support/places.h"
#include "trace/file/sessioncopy.h"
#include "trace/file/sessionfile.h"
#include "trace/file/sessionreader.h"
#include "trace/file/sessionschema.h"
#include "trace/file/sessionstore.h"
#include "trace/recorder/recorder.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

using namespace sonde;
using trace::Number;
using trace::Recorder;
using trace::SessionReader;

class SessionReaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void readsTheBytesAsTheDocumentationSays();
    void opensAFileThatIsBeingWritten();
    void aFileIsWholeAlthoughItIsRead();
    void readsAFileOfVersion1();
    void readsAFileOfVersion3WithAStateOfVersion4();
    void readsAFileOfVersion8WithoutOrigins();
    void opensAFileInAFolderWithoutWriteAccess();
    void refusesWhatIsNoSessionFile_data();
    void refusesWhatIsNoSessionFile();
    void refusesATamperedFile_data();
    void refusesATamperedFile();
    void aStoreFindsAGapWhileItReads();
    void survivesDamagedRows_data();
    void survivesDamagedRows();
    void survivesFlippedBytes_data() { eitherLayout(); }
    void survivesFlippedBytes();
    void survivesATruncatedFile_data() { eitherLayout(); }
    void survivesATruncatedFile();

private:
    QString newPath() { return m_dir.filePath(QStringLiteral("file%1.sonde").arg(++m_files)); }
    QString copyOf(const QString &file);
    static void eitherLayout()
    {
        QTest::addColumn<bool>("inBlocks");
        QTest::newRow("blocks") << true;
        QTest::newRow("rows") << false;
    }
    static void run(const QString &path, const char *sql) { test::changeFile(path, sql); }
    void readAll(const QString &path);
    QTemporaryDir m_dir;
    QString m_good;
    QString m_rows; // the same in version 5, where every message is a row
    int m_files = 0;
};

namespace {

constexpr std::string_view kLine = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr int kMessages = 300;

// The columns of a table behind its key.
QByteArray columns(const QByteArray &table)
{
    if (table == "message")
        return "steady, wall, stream, offset, length, kind, state, problem, method, target, pair, "
               "error, parent, folded, id";
    return table == "chunk" ? "steady, wall, data" : "text";
}

void record(Recorder &recorder, int messages)
{
    const auto stream = recorder.openStream({QStringLiteral("demo"), 1, rpc::Channel::Sent, false});
    std::uint64_t offset = 0;
    for (int i = 0; i < messages; ++i) {
        const Bytes line = Bytes::copyOf(std::string(kLine) + '\n');
        recorder.bytes(stream, offset, {i, i}, line);
        rpc::Message message;
        rpc::decodeOne(line.slice(0, kLine.size()), message);
        recorder.message({stream, offset, kLine.size()}, {i, i}, message);
        offset += line.size();
    }
}

} // namespace

void SessionReaderTest::initTestCase()
{
    m_good = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(m_good).ok());
    record(recorder, kMessages);
    QVERIFY(recorder.flush().ok());
    m_rows = copyOf(m_good);
    test::makeVersion5(m_rows);
}

QString SessionReaderTest::copyOf(const QString &file)
{
    const auto path = newPath();
    [&] { QVERIFY(trace::copySession(file, path, {}).ok()); }();
    return path;
}

// Asks everything; it may fail, with a sentence, but not crash or hang.
void SessionReaderTest::readAll(const QString &path)
{
    auto opened = SessionReader::open(path);
    if (!opened) {
        QVERIFY(!opened.error().sentence.isEmpty());
        return;
    }
    const auto &reader = *opened.value();
    const auto records = reader.records(1, reader.messageCount());
    if (!records) {
        QVERIFY(!records.error().sentence.isEmpty());
        return;
    }
    for (const auto &each : *records) {
        const auto bytes = reader.read(each.stream, each.offset, each.length);
        if (!bytes)
            QVERIFY(!bytes.error().sentence.isEmpty());
        (void)reader.string(each.method);
    }
    for (const auto stream : reader.streams())
        (void)reader.streamLength(stream).ok();
}

void SessionReaderTest::readsTheBytesAsTheDocumentationSays()
{
    // The statement of session-file.md, run by SQLite alone.
    QFile page(sonde::test::sourcePath("src/trace/file/session-file.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray text = page.readAll();
    const auto begin = text.indexOf("```sql\n") + 7;
    const QByteArray sql = text.mid(begin, text.indexOf("```", begin) - begin);
    sqlite3 *handle = nullptr;
    QCOMPARE(sqlite3_open(QFile::encodeName(m_good).constData(), &handle), SQLITE_OK);
    sqlite3_stmt *statement = nullptr;
    QCOMPARE(sqlite3_prepare_v2(handle, sql.constData(), -1, &statement, nullptr), SQLITE_OK);
    sqlite3_bind_int(statement, sqlite3_bind_parameter_index(statement, ":number"), 7);
    QCOMPARE(sqlite3_step(statement), SQLITE_ROW);
    const QByteArray bytes(static_cast<const char *>(sqlite3_column_blob(statement, 0)),
        sqlite3_column_bytes(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    QCOMPARE(bytes, QByteArray(kLine.data(), qsizetype(kLine.size())));
    for (const auto &table : trace::schema::kTables)
        QVERIFY2(text.contains(table.name), table.name);
}

void SessionReaderTest::opensAFileThatIsBeingWritten()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    record(recorder, 10);
    QVERIFY(recorder.flush().ok());
    auto opened = SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    QCOMPARE(opened.value()->messageCount(), std::uint64_t(10));
    const auto records = opened.value()->records(3, 2);
    QVERIFY(records.ok());
    QCOMPARE(records->size(), std::size_t(2));
    QVERIFY(opened.value()->records(11, 5)->empty());
    QVERIFY(opened.value()->records(0, 5)->empty());
}

void SessionReaderTest::aFileIsWholeAlthoughItIsRead()
{
    const auto path = newPath();
    auto recorder = std::make_unique<Recorder>();
    QVERIFY(recorder->open(path).ok());
    record(*recorder, 10);
    QVERIFY(recorder->flush().ok());
    const auto reader = SessionReader::open(path);
    QVERIFY(reader.ok());
    recorder.reset();
    const auto opened = SessionReader::open(copyOf(path)); // of the file alone, without its log
    QVERIFY(opened.ok());
    QCOMPARE(opened.value()->messageCount(), std::uint64_t(10));
}

void SessionReaderTest::readsAFileOfVersion1()
{
    const auto path = copyOf(m_rows);
    const QByteArray columns =
        "number, steady, wall, stream, offset, length, kind, state, problem, "
        "method, target, pair, error, id";
    const QByteArray sql = QByteArray("ALTER TABLE message RENAME TO new;")
        + trace::schema::kMessageTableOfVersion1 + "; INSERT INTO message(" + columns + ") SELECT "
        + columns + " FROM new; DROP TABLE new; DROP TABLE exchange; "
        + "UPDATE meta SET value = '1' WHERE key = 'schema'";
    run(path, sql.constData());
    auto opened = SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    const auto records = opened.value()->records(1, kMessages);
    QVERIFY(records.ok());
    QCOMPARE(records->size(), std::size_t(kMessages));
    QCOMPARE(trace::carrierOf(records->back()), Number(0));
    QCOMPARE(opened.value()->string(records->back().method), QStringLiteral("ping"));
    run(path, "UPDATE message SET kind = 7");
    QVERIFY(!SessionReader::open(path).value()->records(1, 1).ok());
    run(path, "UPDATE stream SET channel = 4");
    QVERIFY(!SessionReader::open(path).ok());
}

void SessionReaderTest::opensAFileInAFolderWithoutWriteAccess()
{
    QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("a b?.sonde"));
    QVERIFY(QFile::copy(m_good, path));
    QFile::setPermissions(path, QFile::ReadOwner);
    QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner);
    auto opened = SessionReader::open(path);
    QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    QCOMPARE(opened.value()->messageCount(), std::uint64_t(kMessages));
}

void SessionReaderTest::refusesWhatIsNoSessionFile_data()
{
    QTest::addColumn<QByteArray>("content");
    QByteArray random(100'000, 0);
    QRandomGenerator generator(42);
    for (auto &byte : random)
        byte = static_cast<char>(generator.bounded(256));
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("one byte") << QByteArray("S");
    QTest::newRow("text") << QByteArray("hello\n").repeated(1000);
    QTest::newRow("random") << random;
    QTest::newRow("random behind the magic") << QByteArray("SQLite format 3\0", 16) + random;
    QTest::newRow("magic only") << QByteArray("SQLite format 3\0", 16);
}

void SessionReaderTest::refusesWhatIsNoSessionFile()
{
    QFETCH(QByteArray, content);
    QFile file(newPath());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const auto opened = SessionReader::open(file.fileName());
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.contains(file.fileName()));
    QVERIFY(!SessionReader::open(m_dir.path()).ok());
    QVERIFY(!SessionReader::open(newPath()).ok());
}

void SessionReaderTest::refusesATamperedFile_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("inBlocks");
    const auto row = [](const char *name, const char *sql, const char *reason) {
        QTest::newRow(name) << QByteArray(sql) << QString::fromLatin1(reason) << false;
    };
    const auto blocks = [](const char *name, const char *sql, const char *reason) {
        QTest::newRow(name) << QByteArray(sql) << QString::fromLatin1(reason) << true;
    };
    row("application id", "PRAGMA application_id = 1", "not a session file");
    row("newer version", "UPDATE meta SET value = '10'", "version \"10\"");
    row("newer version than its tables", "UPDATE meta SET value = '8'", "\"block\" is missing");
    row("older version than its tables", "UPDATE meta SET value = '1'",
        "\"message\" does not belong");
    row("no exchanges", "DROP TABLE exchange", "\"exchange\" is missing");
    row("no notes", "DROP TABLE note", "\"note\" is missing");
    row("note of no message", "INSERT INTO note VALUES(301, 1, '')", "a note has invalid values");
    row("mark", "INSERT INTO note VALUES(1, 2, '')", "a note has invalid values");
    row("long note", "INSERT INTO note VALUES(1, 0, hex(zeroblob(2049)))",
        "a note has invalid values");
    row("no version", "DELETE FROM meta", "format version is missing");
    row("huge version", "UPDATE meta SET value = hex(zeroblob(1000000))", "version \"00000000000");
    row("missing table", "DROP TABLE chunk", "\"chunk\" is missing");
    row("other columns", "ALTER TABLE message ADD COLUMN more TEXT", "\"message\" does not belong");
    row("view in place of a table",
        "ALTER TABLE message RENAME TO m; CREATE VIEW message AS SELECT * FROM m",
        "does not belong");
    row("computed column",
        "DROP TABLE string; CREATE TABLE string(id INTEGER PRIMARY KEY, "
        "text TEXT AS (hex(zeroblob(100000000)))) STRICT",
        "\"string\" does not belong");
    row("many tables",
        "CREATE TABLE t1(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "LIMIT 200) SELECT i FROM n; PRAGMA writable_schema = 1; INSERT INTO sqlite_schema SELECT "
        "'trigger', 'x' || value, 't1', 0, 'CREATE TRIGGER x' || value || ' AFTER INSERT ON t1 "
        "BEGIN SELECT 1; END' FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + "
        "1 "
        "FROM n LIMIT 200) SELECT value FROM n)",
        "more tables");
    row("gap in the numbers", "DELETE FROM message WHERE number = 7",
        "numbered consecutively from 1");
    row("numbers from 0",
        "INSERT INTO message SELECT 0, steady, wall, stream, offset, length, kind, "
        "state, problem, method, target, pair, error, parent, folded, id FROM message LIMIT 1",
        "numbered consecutively from 1");
    blocks("gap between blocks", "UPDATE block SET first = first + 1 WHERE first > 1", "numbered");
    blocks("blocks from 2", "UPDATE block SET first = 2 WHERE first = 1",
        "numbered consecutively from 1");
    blocks(
        "blocks that overlap", "UPDATE block SET last = last + 1", "numbered consecutively from 1");
    blocks(
        "block of nothing", "UPDATE block SET last = first - 1", "numbered consecutively from 1");
    blocks("no changes", "DROP TABLE change", "\"change\" is missing");
    row("negative stream", "UPDATE stream SET id = -5", "a stream has invalid values");
    row("stream 0", "UPDATE stream SET id = 0", "a stream has invalid values");
    row("channel", "UPDATE stream SET channel = 9", "a stream has invalid values");
    row("connection", "UPDATE stream SET connection = 1 << 40", "a stream has invalid values");
    row("server's name", "UPDATE stream SET server = hex(zeroblob(1000000))",
        "a stream has invalid values");
}

void SessionReaderTest::refusesATamperedFile()
{
    QFETCH(QByteArray, sql);
    QFETCH(QString, reason);
    QFETCH(bool, inBlocks);
    const auto path = copyOf(inBlocks ? m_good : m_rows);
    run(path, sql.constData());
    const auto opened = SessionReader::open(path);
    QVERIFY(!opened.ok());
    QVERIFY2(opened.error().sentence.contains(reason), qPrintable(opened.error().sentence));
}

void SessionReaderTest::readsAFileOfVersion3WithAStateOfVersion4()
{
    QCOMPARE(trace::openSessionFile(m_good)->version, trace::schema::kVersion);
    QCOMPARE(trace::openSessionFile(m_rows)->version, std::int64_t(5));
    const auto path = copyOf(m_rows);
    run(path, "UPDATE meta SET value = '3' WHERE key = 'schema'");
    run(path, "UPDATE message SET state = 8 WHERE number = 2");
    const auto opened = SessionReader::open(path);
    QVERIFY(opened.ok());
    const auto records = (*opened)->records(2, 1);
    QVERIFY(records.ok());
    QCOMPARE(records->front().state, trace::State::Automatic);
}

// What made the client send a message came with version 9.
void SessionReaderTest::readsAFileOfVersion8WithoutOrigins()
{
    const auto path = copyOf(m_good);
    run(path, "UPDATE meta SET value = '8' WHERE key = 'schema'");
    const auto opened = SessionReader::open(path);
    QVERIFY(opened.ok());
    const auto records = (*opened)->records(1, 1);
    QVERIFY(records.ok());
    QCOMPARE(records->front().origin, rpc::Origin::None);
}

// Looking at every number before the first message is shown would take longer than showing it.
void SessionReaderTest::aStoreFindsAGapWhileItReads()
{
    const auto path = copyOf(m_rows);
    run(path, "DELETE FROM message WHERE number = 7");
    const auto store = sonde::trace::SessionStore::open(path);
    QVERIFY(store.ok());
    const auto records = (*store)->readRecords({});
    QVERIFY(!records.ok());
    QVERIFY2(records.error().sentence.contains(QStringLiteral("message 7 is missing")),
        qPrintable(records.error().sentence));
    const auto reader = (*store)->makeReader();
    QTRY_VERIFY((*store)->failure());
    QCOMPARE((*store)->failure()->sentence, records.error().sentence);
}

void SessionReaderTest::survivesDamagedRows_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<bool>("recordsRead");
    const auto row = [](const char *sql, bool recordsRead) {
        QTest::newRow(sql) << QByteArray(sql) << recordsRead;
    };
    // Strict tables are strict about what is written by SQLite only.
    row("UPDATE message SET kind = 99", false);
    row("UPDATE message SET kind = -1", false);
    row("UPDATE message SET state = 99", false);
    row("UPDATE message SET problem = 200", false);
    row("UPDATE message SET stream = 77", false);
    row("UPDATE message SET stream = 1 << 20", false);
    row("UPDATE message SET offset = -1", false);
    row("UPDATE message SET offset = 1 << 60", false);
    row("UPDATE message SET length = 1 << 40", false);
    row("UPDATE message SET length = -1", false);
    row("UPDATE message SET pair = 5000", false);
    row("UPDATE message SET method = -1", false);
    row("UPDATE message SET error = 1 << 40", false);
    row("UPDATE message SET parent = number WHERE number = 5", false);
    row("UPDATE message SET parent = -1", false);
    row("UPDATE message SET folded = 2", false);
    row("UPDATE message SET kind = 9", false);
    row("UPDATE message SET kind = 7", false); // an exchange in a stream of messages
    row("UPDATE message SET folded = 1", true);
    row("UPDATE message SET parent = number - 1", true);
    row("UPDATE message SET kind = 8", true);
    row("UPDATE message SET length = 4294967295", true);
    row("UPDATE message SET offset = (1 << 47) - 1", true);
    row("UPDATE message SET method = 4000000000", true);
    row("UPDATE message SET id = hex(zeroblob(1000000)) WHERE number = 1", true);
    row("UPDATE message SET id = NULL", true);
    row("DELETE FROM chunk", true);
    row("DELETE FROM string", true);
    row("UPDATE chunk SET data = x''", true);
    row("UPDATE chunk SET id = id + (1 << 40) WHERE id > (1 << 47)", true);
    row("UPDATE string SET text = hex(zeroblob(1000000))", true);
    row("CREATE TRIGGER t BEFORE INSERT ON message BEGIN SELECT randomblob(1e9); END", true);
    // Only who writes by way of SQLite is held to the types: another table's pages in place of it.
    const auto loose = [&](const QByteArray &table, const QByteArray &update, bool recordsRead) {
        const QByteArray sql = "CREATE TABLE loose AS SELECT * FROM " + table
            + " WHERE 0; INSERT INTO loose(rowid, " + columns(table) + ") SELECT "
            + (table == "message" ? "number" : "id") + ", " + columns(table) + " FROM " + table
            + "; UPDATE loose SET " + update
            + "; PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = (SELECT rootpage "
              "FROM sqlite_schema WHERE name = 'loose') WHERE name = '"
            + table + "'";
        QTest::newRow(QByteArray(table + ": " + update).constData()) << sql << recordsRead;
    };
    loose("message", "kind = NULL", false);
    loose("message", "steady = 'yesterday'", false);
    loose("message", "offset = 1.5", false);
    loose("message", "length = x'00'", false);
    loose("message", "id = x'ff00ff'", false);
    loose("chunk", "data = NULL", true);
    loose("chunk", "data = 5", true);
    loose("chunk", "data = 'text'", true);
    loose("string", "text = NULL", true);
    loose("string", "text = x'ff'", true);
}

void SessionReaderTest::survivesDamagedRows()
{
    QFETCH(QByteArray, sql);
    QFETCH(bool, recordsRead);
    const auto path = copyOf(m_rows);
    run(path, sql.constData());
    test::verifyRecords(path, kMessages, recordsRead);
    readAll(path);
}

void SessionReaderTest::survivesFlippedBytes()
{
    QFETCH(bool, inBlocks);
    QFile good(inBlocks ? m_good : m_rows);
    QVERIFY(good.open(QIODevice::ReadOnly));
    const QByteArray content = good.readAll();
    QRandomGenerator generator(7);
    const auto path = newPath();
    for (int round = 0; round < 300; ++round) {
        QByteArray damaged = content;
        for (int i = 0; i < 1 + round % 20; ++i)
            damaged[generator.bounded(int(damaged.size()))] = char(generator.bounded(256));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(damaged);
        file.close();
        readAll(path);
    }
}

void SessionReaderTest::survivesATruncatedFile()
{
    QFETCH(bool, inBlocks);
    const auto path = copyOf(inBlocks ? m_good : m_rows);
    QFile file(path);
    for (auto size = file.size() - 1; size > 0; size -= 1000) {
        QVERIFY(file.resize(size));
        readAll(path);
    }
}

QTEST_GUILESS_MAIN(SessionReaderTest)
#include "tst_sessionreader.moc"
