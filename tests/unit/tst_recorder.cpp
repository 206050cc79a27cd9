// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedwire.h"
#include "trace/file/sessionreader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <csignal>

#include <sys/resource.h>

using namespace sonde;
using rpc::Channel;
using rpc::Kind;
using test::textOf;
using trace::Recorder;
using trace::SessionReader;
using Wire = test::RecordedWire;

class RecorderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesBackTheExactBytes_data();
    void givesBackTheExactBytes();
    void readsAMessageOverAThousandChunks();
    void readsWhatIsPartlyInTheFile();
    void createsAPrivateFile();
    void refusesAFileThatExists();
    void refusesAFolderThatDoesNotExist();
    void refusesAFolderThatCannotBeWritten();
    void refusesToOpenAfterTheBeginning();
    void keepsTheNewestBytesWithoutAFile();
    void blocksAProducerInsteadOfLosingBytes();
    void writesABatchThatIsMoreThanItsBound();
    void wakesItsListenerWhenABatchIsOver();
    void goesOnInMemoryWhenTheFileFails();
    void goesOnInMemoryWhenThereIsNoRoomForTheFile();

private:
    QString newPath() { return m_dir.filePath(QStringLiteral("session%1.sonde").arg(++m_files)); }
    QTemporaryDir m_dir;
    int m_files = 0;
};

void RecorderTest::givesBackTheExactBytes_data()
{
    QTest::addColumn<bool>("file");
    QTest::newRow("from memory") << false;
    QTest::newRow("from the file") << true;
}

void RecorderTest::givesBackTheExactBytes()
{
    QFETCH(bool, file);
    Recorder recorder;
    if (file)
        QVERIFY(recorder.open(newPath()).ok());
    Wire wire(recorder);
    const std::string_view exact =
        R"({"jsonrpc":"2.0","id":1,"result":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2}})";
    const std::string_view invalid("\xff\xfe stray \0 output \xc3", 18);
    const auto first = wire.put(Channel::Received, exact);
    const auto second = wire.put(Channel::Received, invalid);
    const auto third = wire.put(Channel::Stderr, invalid);
    QVERIFY(recorder.flush().ok());

    const auto received = wire.stream(Channel::Received);
    QCOMPARE(textOf(recorder.read(received, first, exact.size())),
        QByteArray(exact.data(), qsizetype(exact.size())));
    QCOMPARE(textOf(recorder.read(received, second, 18)), QByteArray(invalid.data(), 18));
    QCOMPARE(textOf(recorder.read(wire.stream(Channel::Stderr), third, 18)),
        QByteArray(invalid.data(), 18));
    const auto changes = recorder.take();
    QCOMPARE(changes.fresh.size(), std::size_t(3));
    QCOMPARE(
        textOf(recorder.read(changes.fresh[0])), QByteArray(exact.data(), qsizetype(exact.size())));
    QCOMPARE(changes.fresh[1].kind, Kind::Invalid);
    QCOMPARE(changes.fresh[2].kind, Kind::Stderr);
    QVERIFY(!recorder.read(received, first, 10'000).ok());
    QVERIFY(!recorder.read(999, 0, 1).ok());
    QCOMPARE(textOf(recorder.read(received, first, 0)), QByteArray());
    QCOMPARE(recorder.byteCount(), std::uint64_t(exact.size() + 1 + 19 + 19));
}

void RecorderTest::readsAMessageOverAThousandChunks()
{
    const auto path = newPath();
    QByteArray whole;
    rpc::StreamId stream = 0;
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        stream = wire.stream(Channel::Received);
        for (int i = 0; i < 1500; ++i) {
            const QByteArray piece = QByteArray::number(i * 7919).repeated(i % 13 + 1);
            wire.append(Channel::Received, Bytes::fromByteArray(piece));
            whole += piece;
            if (i == 700)
                QVERIFY(recorder.flush().ok());
        }
        const auto size = static_cast<std::uint64_t>(whole.size());
        QCOMPARE(textOf(recorder.read(stream, 0, size)), whole);
        QCOMPARE(textOf(recorder.read(stream, 3, size - 5)), whole.mid(3, whole.size() - 5));
        QVERIFY(recorder.flush().ok());
        QCOMPARE(textOf(recorder.read(stream, 1, size - 1)), whole.mid(1));
    }
    auto reader = SessionReader::open(path);
    QVERIFY2(reader.ok(), reader.ok() ? "" : qPrintable(reader.error().sentence));
    const auto length = reader.value()->streamLength(stream);
    QCOMPARE(*length, static_cast<std::uint64_t>(whole.size()));
    QCOMPARE(textOf(reader.value()->read(stream, 0, *length)), whole);
}

void RecorderTest::readsWhatIsPartlyInTheFile()
{
    Recorder recorder;
    QVERIFY(recorder.open(newPath()).ok());
    Wire wire(recorder);
    wire.append(Channel::Sent, Bytes::copyOf("in the file, "));
    QVERIFY(recorder.flush().ok());
    wire.append(Channel::Sent, Bytes::copyOf("in memory"));
    QCOMPARE(
        textOf(recorder.read(wire.stream(Channel::Sent), 3, 15)), QByteArray("the file, in me"));
}

void RecorderTest::createsAPrivateFile()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    QCOMPARE(recorder.path(), path);
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}");
    QVERIFY(recorder.flush().ok());
    for (const auto *suffix : {"", "-wal"}) {
        const auto permissions = QFile::permissions(path + QLatin1String(suffix));
        QVERIFY(permissions.testFlag(QFile::ReadOwner));
        QVERIFY(!(permissions & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup)));
    }
}

void RecorderTest::refusesAFileThatExists()
{
    const auto path = newPath();
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("precious");
    file.close();
    Recorder recorder;
    const auto opened = recorder.open(path);
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.contains(path));
    QCOMPARE(opened.error().domain, Domain::Storage);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
}

void RecorderTest::refusesAFolderThatDoesNotExist()
{
    Recorder recorder;
    const auto opened = recorder.open(m_dir.filePath(QStringLiteral("nowhere/a.sonde")));
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.startsWith(QStringLiteral("Cannot create the session file")));
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}"); // and recording goes on in memory
    QCOMPARE(recorder.messageCount(), std::uint64_t(1));
}

void RecorderTest::refusesAFolderThatCannotBeWritten()
{
    // No user may create files there, not even root.
    Recorder recorder;
    const auto opened = recorder.open(QStringLiteral("/sys/session.sonde"));
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.startsWith(
        QStringLiteral("Cannot create the session file session.sonde in /sys:")));
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}");
    QCOMPARE(recorder.messageCount(), std::uint64_t(1));
}

void RecorderTest::refusesToOpenAfterTheBeginning()
{
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}");
    QVERIFY(!recorder.open(newPath()).ok());
}

void RecorderTest::keepsTheNewestBytesWithoutAFile()
{
    Recorder recorder(100'000);
    Wire wire(recorder);
    const std::string piece(1000, 'x');
    for (int i = 0; i < 1000; ++i)
        wire.append(i % 2 ? Channel::Sent : Channel::Received, Bytes::copyOf(piece), {i, i});
    const auto stream = wire.stream(Channel::Received);
    QVERIFY(!recorder.read(stream, 0, 10).ok());
    QVERIFY(recorder.read(stream, 0, 10)
                .error()
                .sentence.contains(QStringLiteral("no longer in memory")));
    QVERIFY(recorder.read(stream, 470'000, 30'000).ok());
    QVERIFY(recorder.read(wire.stream(Channel::Sent), 470'000, 30'000).ok());
    QCOMPARE(recorder.byteCount(), std::uint64_t(1'000'000));
}

void RecorderTest::blocksAProducerInsteadOfLosingBytes()
{
    const auto path = newPath();
    constexpr int kMessages = 20'000;
    {
        Recorder recorder(20'000); // the writer must free room many times
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        for (int i = 0; i < kMessages; ++i)
            wire.put(Channel::Received,
                R"({"jsonrpc":"2.0","method":"n","params":)" + std::to_string(i) + "}");
    }
    auto reader = SessionReader::open(path);
    QVERIFY(reader.ok());
    QCOMPARE(reader.value()->messageCount(), std::uint64_t(kMessages));
    const auto last = reader.value()->records(kMessages, 1);
    QVERIFY(last.ok());
    const auto &record = last->front();
    QCOMPARE(textOf(reader.value()->read(record.stream, record.offset, record.length)),
        QByteArray(R"({"jsonrpc":"2.0","method":"n","params":19999})"));
}

// The writer does not know of the batch yet when there is no more room for it.
void RecorderTest::writesABatchThatIsMoreThanItsBound()
{
    constexpr int kMessages = 200;
    const auto path = newPath();
    {
        Recorder recorder(4096);
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        recorder.beginBatch();
        for (int i = 0; i < kMessages; ++i)
            wire.put(Channel::Received,
                R"({"jsonrpc":"2.0","method":"n","params":")" + std::string(500, 'x') + "\"}");
        recorder.endBatch();
    }
    const auto reader = SessionReader::open(path);
    QVERIFY(reader.ok());
    QCOMPARE(reader.value()->messageCount(), std::uint64_t(kMessages));
}

void RecorderTest::wakesItsListenerWhenABatchIsOver()
{
    Recorder recorder;
    Wire wire(recorder);
    int woken = 0;
    const auto reader = recorder.makeReader([&woken] { ++woken; });
    recorder.beginBatch();
    wire.put(Channel::Received, R"({"jsonrpc":"2.0","method":"a"})");
    wire.put(Channel::Received, R"({"jsonrpc":"2.0","method":"b"})");
    QCOMPARE(woken, 0);
    recorder.endBatch();
    QCOMPARE(woken, 1);
    QCOMPARE(reader->take().fresh.size(), std::size_t(2));
}

void RecorderTest::goesOnInMemoryWhenTheFileFails()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    Wire wire(recorder);
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"early"})");
    QVERIFY(recorder.flush().ok());
    QVERIFY(!recorder.failure());

    // Another hand takes a table away: the next batch cannot be written.
    sqlite3 *other = nullptr;
    QCOMPARE(sqlite3_open(QFile::encodeName(path).constData(), &other), SQLITE_OK);
    QCOMPARE(sqlite3_exec(other, "DROP TABLE block", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(other);
    const auto late = wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"late"})");
    QVERIFY(!recorder.flush().ok());
    QVERIFY(recorder.failure());
    QVERIFY(!recorder.failure()->sentence.isEmpty());
    QCOMPARE(textOf(recorder.read(wire.stream(Channel::Sent), late, 33)),
        QByteArray(R"({"jsonrpc":"2.0","method":"late"})"));
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"later"})");
    QCOMPARE(recorder.take().fresh.size(), std::size_t(3));
    QCOMPARE(textOf(recorder.read(wire.stream(Channel::Sent), 0, 10)), QByteArray(R"({"jsonrpc")"));
}

void RecorderTest::goesOnInMemoryWhenThereIsNoRoomForTheFile()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    Wire wire(recorder);
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"early"})");
    QVERIFY(recorder.flush().ok());

    // No file of this process may grow further: a write fails as it does on a full disk.
    const auto previous = std::signal(SIGXFSZ, SIG_IGN);
    rlimit usual{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const rlimit full{rlim_t(256) << 10, usual.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    const std::string large(std::size_t(1) << 20, 'x');
    const auto late = wire.put(Channel::Received, large);
    const bool flushed = recorder.flush().ok();
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, previous);

    QVERIFY(!flushed);
    QVERIFY(recorder.failure());
    QVERIFY(
        recorder.failure()->sentence.startsWith(QStringLiteral("The session cannot be written:")));
    QCOMPARE(textOf(recorder.read(wire.stream(Channel::Received), late, large.size())),
        QByteArray::fromStdString(large));
    // What was in the file before is whole.
    const auto reader = SessionReader::open(path);
    QVERIFY(reader.ok());
    QCOMPARE(reader.value()->messageCount(), std::uint64_t(1));
}

QTEST_GUILESS_MAIN(RecorderTest)
#include "tst_recorder.moc"
