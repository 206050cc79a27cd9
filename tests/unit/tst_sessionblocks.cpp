// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/changedfile.h"
#include "support/tracefeed.h"
#include "trace/file/sessionreader.h"
#include "trace/file/sessionstore.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <thread>

using namespace sonde;
using trace::Number;
using trace::Recorder;
using trace::SessionReader;

// What a session file holds of its messages since version 6. tst_sessionreader has the rest of the
// file, and the versions before.
class SessionBlocksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void survivesDamagedBlocks_data();
    void survivesDamagedBlocks();
    void findsMessagesAnywhereInABlock();
    void aStoreFindsAGapWhileItReads();
    void tellsOtherToolsTheSame();
    void takesAResponseThatCameLaterForNone();
    void readsWhatIsBeingRecorded_data();
    void readsWhatIsBeingRecorded();

private:
    QString newPath() { return m_dir.filePath(QStringLiteral("file%1.sonde").arg(++m_files)); }
    QTemporaryDir m_dir;
    int m_files = 0;
};

namespace {

constexpr const char *kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr int kMessages = 300; // more than a block holds

void recordPings(const QString &path, int messages)
{
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    tests::TraceFeed feed(recorder);
    for (int i = 0; i < messages; ++i) {
        feed.advance(1000);
        feed.sent(kPing);
    }
}

} // namespace

void SessionBlocksTest::survivesDamagedBlocks_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<bool>("recordsRead");
    const auto row = [](const QByteArray &sql, bool recordsRead) {
        QTest::newRow(sql.constData()) << sql << recordsRead;
    };
    // Column i of the second message of each block.
    const auto set = [&](int i, const QByteArray &value, bool recordsRead) {
        row("UPDATE block SET messages = json_set(messages, '$[1][" + QByteArray::number(i) + "]', "
                + value + ")",
            recordsRead);
    };
    set(2, "0", false); // stream
    set(2, "77", false);
    set(2, "1 << 20", false);
    set(3, "-1", false); // offset
    set(3, "1 << 60", false);
    set(3, "(1 << 47) - 1", true);
    set(4, "-1", false); // length
    set(4, "1 << 40", false);
    set(5, "-1", false); // kind
    set(5, "9", false);
    set(5, "7", false); // an exchange in a stream of messages
    set(5, "8", true);
    set(6, "99", false); // state
    set(7, "-1", false); // method
    set(7, "4000000000", true);
    set(8, "5", false); // id
    set(8, "'x'", true);
    set(8, "NULL", true);
    set(0, "1.5", false); // steady
    set(0, "'yesterday'", false);
    set(0, "json('{}')", false);
    row("UPDATE block SET messages = '[]'", false);
    // One that has all of them, which no program writes: each look at its end takes all apart.
    row("UPDATE block SET last = 300, messages = substr(messages, 1, length(messages) - 1) || ',' "
        "|| (SELECT substr(messages, 2) FROM block WHERE first = 257) WHERE first = 1; "
        "DELETE FROM block WHERE first = 257",
        false);
    row("UPDATE block SET messages = ''", false);
    row("UPDATE block SET messages = json_remove(messages, '$[7]') WHERE first = 1", false);
    row("UPDATE block SET messages = substr(messages, 1, length(messages) - 1)", false);
    row("UPDATE block SET messages = replace(messages, ',', ', ')", false);
    row("UPDATE block SET messages = messages || ' '", false);
    row("UPDATE block SET steady = 9223372036854775807, wall = -9223372036854775807", true);
    row("INSERT INTO change VALUES(300, 2, 0, 300, 0, 1, 0, 1)", true);
    row("INSERT INTO change VALUES(5, 12, 0, 0, 0, 1, 0, 1)", false); // state
    row("INSERT INTO change VALUES(5, 2, 14, 0, 0, 1, 0, 1)", false); // problem
    row("INSERT INTO change VALUES(5, 2, 0, 301, 0, 1, 0, 1)", false); // pair
    row("INSERT INTO change VALUES(5, 2, 0, 0, 1 << 40, 1, 0, 1)", false); // error
    row("INSERT INTO change VALUES(5, 2, 0, 0, 0, 7, 0, 1)", false); // stream
    row("INSERT INTO change VALUES(5, 2, 0, 0, 0, 1, -1, 1)", false); // offset
    row("INSERT INTO change VALUES(5, 2, 0, 0, 0, 1, 0, -1)", false); // length
    row("INSERT INTO change VALUES(301, 99, 99, 0, 0, 0, 0, 0)", true); // of no message
    row("DROP VIEW message; CREATE VIEW message AS SELECT randomblob(1e9)", true);
}

void SessionBlocksTest::survivesDamagedBlocks()
{
    QFETCH(QByteArray, sql);
    QFETCH(bool, recordsRead);
    const auto path = newPath();
    recordPings(path, kMessages);
    test::changeFile(path, sql);
    test::verifyRecords(path, kMessages, recordsRead);
}

void SessionBlocksTest::findsMessagesAnywhereInABlock()
{
    const auto path = newPath();
    recordPings(path, kMessages);
    const auto opened = SessionReader::open(path);
    QVERIFY(opened.ok());
    const auto all = (*opened)->records(1, kMessages);
    QVERIFY(all.ok());
    for (const auto &[first, count] : {std::pair(1, 1), std::pair(7, 5), std::pair(255, 3),
             std::pair(256, 1), std::pair(257, 44), std::pair(300, 100)}) {
        const auto some = (*opened)->records(Number(first), std::uint64_t(count));
        QVERIFY(some.ok());
        QCOMPARE(some->size(), std::size_t(std::min(count, kMessages - first + 1)));
        for (std::size_t i = 0; i < some->size(); ++i)
            QCOMPARE(some->at(i).offset, all->at(std::size_t(first) - 1 + i).offset);
    }
}

void SessionBlocksTest::aStoreFindsAGapWhileItReads()
{
    const auto path = newPath();
    recordPings(path, kMessages);
    test::changeFile(path, "UPDATE block SET first = first + 1 WHERE first > 1");
    const auto store = trace::SessionStore::open(path);
    QVERIFY(store.ok());
    const auto records = (*store)->readRecords({});
    QVERIFY(!records.ok());
    QVERIFY2(records.error().sentence.contains(QStringLiteral("message 257 is missing")),
        qPrintable(records.error().sentence));
}

void SessionBlocksTest::tellsOtherToolsTheSame()
{
    const auto path = newPath();
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        tests::TraceFeed feed(recorder);
        feed.setOrigin(rpc::Origin::Check);
        for (int i = 0; i < 5; ++i) {
            feed.advance(1000);
            feed.sent(kPing);
        }
        QVERIFY(recorder.flush().ok());
        feed.received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
        feed.setNow({2'000'000'000, 1'700'000'000'000'000'000}); // somebody has set the clock
        feed.received(R"({"jsonrpc":"2.0","id":"\\n","error":{"code":-32601,"message":""}})");
    }
    const auto opened = SessionReader::open(path);
    QVERIFY(opened.ok());
    const auto records = (*opened)->records(1, 7);
    QVERIFY(records.ok());
    QCOMPARE(records->at(0).origin, rpc::Origin::Check);
    QCOMPARE(records->at(5).origin, rpc::Origin::Check); // of the request
    QCOMPARE(records->at(6).origin, rpc::Origin::None);
    QCOMPARE(records->at(0).pair, Number(6)); // a change: it was written before the response came

    auto database = trace::Database::open(QFile::encodeName(path), SQLITE_OPEN_READONLY);
    QVERIFY(database.ok());
    trace::Statement rows(*database,
        "SELECT number, steady, wall, stream, offset, length, kind, state, problem, method, "
        "target, pair, error, parent, folded, origin, id FROM message ORDER BY number");
    for (std::size_t i = 0; i < records->size(); ++i) {
        const trace::Record &record = records->at(i);
        QCOMPARE(rows.step(), trace::Statement::Step::Row);
        const std::array<std::int64_t, 16> expected{std::int64_t(i + 1), record.steadyNs,
            record.wallNs, record.stream, std::int64_t(record.offset), record.length,
            std::int64_t(record.kind), std::int64_t(record.state), std::int64_t(record.problem),
            record.method, record.target, record.pair, record.errorCode, record.parent,
            record.folded, std::int64_t(record.origin)};
        for (std::size_t column = 0; column < expected.size(); ++column)
            QCOMPARE(rows.integer(int(column)), std::optional(expected[column]));
        QCOMPARE(rows.text(16), std::optional(i == 6 ? R"("\\n")" : std::string_view("1")));
    }
    QCOMPARE(rows.step(), trace::Statement::Step::Done);
}

// It counted the messages before the response was recorded.
void SessionBlocksTest::takesAResponseThatCameLaterForNone()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    tests::TraceFeed feed(recorder);
    for (int i = 0; i < 3; ++i)
        feed.sent(kPing);
    QVERIFY(recorder.flush().ok());
    const auto opened = SessionReader::open(path);
    QVERIFY(opened.ok());
    feed.received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QVERIFY(recorder.flush().ok());
    const auto before = (*opened)->records(1, 10);
    QVERIFY2(before.ok(), before.ok() ? "" : qPrintable(before.error().sentence));
    QCOMPARE(before->size(), std::size_t(3));
    QCOMPARE(before->front().pair, Number(0));
    QVERIFY((*opened)->refresh().ok());
    QCOMPARE((*opened)->records(1, 10)->at(0).pair, Number(4));
}

void SessionBlocksTest::readsWhatIsBeingRecorded_data()
{
    QTest::addColumn<bool>("again");
    QTest::newRow("opened each time") << true;
    QTest::newRow("refreshed") << false;
}

// Each connection brings streams of its own, which come into the file with its first message.
void SessionBlocksTest::readsWhatIsBeingRecorded()
{
    QFETCH(const bool, again);
    constexpr std::uint64_t kConnections = 1000;
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    std::thread wire([&recorder] {
        for (std::uint64_t i = 0; i < kConnections; ++i) {
            tests::TraceFeed(recorder).sent(kPing);
            static_cast<void>(recorder.flush());
        }
    });
    QString problem;
    std::uint64_t read = 0;
    int parts = 0;
    auto reader = SessionReader::open(path);
    while (read < kConnections && problem.isEmpty()) {
        if (again)
            reader = SessionReader::open(path);
        const auto ready = !reader ? Result<void>(reader.error())
            : again                ? Result<void>()
                                   : (*reader)->refresh();
        const auto records = ready ? (*reader)->records(read + 1, kConnections)
                                   : Result<std::vector<trace::Record>>(ready.error());
        if (!records)
            problem = records.error().sentence;
        else if (!records->empty())
            parts += 1;
        read += records ? records->size() : 0;
    }
    wire.join();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    QVERIFY(parts > 1); // it was read while it was recorded
}

QTEST_GUILESS_MAIN(SessionBlocksTest)
#include "tst_sessionblocks.moc"
